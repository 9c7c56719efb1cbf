import { describe, expect, test } from 'vitest';

import type { Fault } from '../../../shared/fault.ts';
import type { ServiceId } from '../../../shared/ids.ts';
import type { Fix } from '../../../shared/features/attention/model.ts';
import { fixLabel } from '../../../shared/features/attention/text.ts';
import { syncBadgeText } from '../../../shared/features/browse/badges-text.ts';
import { faultText, onOneLine } from '../../../shared/text/faults.ts';
import { inWindow } from '../../../shared/text/window-advice.ts';
import { guardWords } from '../../../shared/features/attention/guards-text.ts';
import {
  type About,
  accountStop,
  notSentLine,
  troubleLine,
  troubleOf,
} from '../../../shared/features/attention/troubles-text.ts';

const FILE: About = { path: 'raw/setup.exe', isMirror: false, hasUnsent: false, id: '7' };
const MIRROR = { path: '', isMirror: true };
const refused = (message: string, status = 400): Fault => ({ kind: 'refused', status, messages: [message] });
const disk = (code: string): Fault => ({ kind: 'disk-refused', path: 'raw/a.csv', code });
const lost: Fault = { kind: 'root-lost', path: 'D:\\KB', why: 'missing' };
const NO = { messages: [] };
const FOLDER = '11111111-0000-4000-8000-000000000001' as ServiceId;
const NO_ROOM = {
  kept: { versions: 1, sizeBytes: 1 },
  lost: { versions: 2, sizeBytes: 2 },
  isRefused: false,
};

/** What can be in the way: about what, its title, and what can be done, the first thing first. */
// prettier-ignore
const ROWS: readonly (readonly [Fault, Partial<About>, string, readonly Fix[]])[] = [
  [{ kind: 'signed-out' },               {},                    'Please sign in again',                       ['sign-in']],
  [{ kind: 'access-ended', ...NO },      {},                    'Your access has ended',                      ['sign-in']],
  [{ kind: 'scope', ...NO },             {},                    "This key can't do that",                     ['sign-in', 'skip']],
  [{ kind: 'not-allowed', ...NO },       {},                    "You can't change this item",                 ['retry', 'skip']],
  [{ kind: 'not-allowed', ...NO },       { hasUnsent: true },   'Not sent: you can view but not change this', ['move-copy', 'retry', 'skip']],
  [{ kind: 'not-allowed', ...NO },       MIRROR,                'You can no longer open this folder',         ['retry', 'stop-mirror']],
  [{ kind: 'gone', ...NO },              {},                    "It's no longer there",                       ['retry', 'skip']],
  [{ kind: 'gone', ...NO },              MIRROR,                'The folder is no longer at the service',     ['retry', 'stop-mirror']],
  [refused("Type '.exe' is refused."),   {},                    "'.exe' files aren't accepted",               ['skip', 'skip-type']],
  [refused('Please shorten it.'),        {},                    "The service didn't accept this",             ['retry', 'skip']],
  [refused('Request body too large'),    {},                    'Too large for the service',                  ['skip', 'retry']],
  [refused('No.', 413),                  {},                    'Too large for the service',                  ['skip', 'retry']],
  [refused('The name is not valid'),     { path: 'run: 7.csv' }, "The service didn't accept this",            ['rename', 'retry', 'skip']],
  [{ kind: 'disk-full', path: 'a' },     {},                    'This disk is full',                          ['retry', 'free-space']],
  [disk('EBUSY'),                        {},                    'In use by another program',                  ['retry', 'skip']],
  [disk('EACCES'),                       {},                    "This computer won't let us read it",         ['retry', 'skip']],
  [disk('EINVAL'),                       {},                    "The name doesn't work on this computer",     ['rename', 'skip']],
  [disk('NOT_A_FILE'),                   {},                    'This is neither a file nor a folder',        ['retry', 'skip']],
  [disk('NAME_NOT_TEXT'),                {},                    'This name is no text',                       ['retry', 'skip']],
  [disk('ETIMEDOUT'),                    {},                    'A disk or share does not answer',            ['retry', 'skip']],
  [disk('EMFILE'),                       {},                    'Too many files are open',                    ['retry', 'skip']],
  [{ kind: 'failing', status: 507, messages: [] }, {},          'The service has no room left',               ['retry', 'skip']],
  [lost,                                 MIRROR,                "Folder 'D:\\KB' isn't there",                ['retry', 'new-place', 'stop-mirror']],
  [{ kind: 'set-back', files: 3 },       MIRROR,                'The service was set back',                   ['allow', 'stop-mirror']],
  [{ kind: 'old-version', path: 'a', at: null }, {},            'The service shows an older version',         ['allow', 'take', 'skip']],
  [{ kind: 'wider-audience', path: 'a', who: null, folder: FOLDER }, {}, 'More people could read this',        ['allow', 'skip']],
  [{ kind: 'older-versions', path: 'a', ...NO_ROOM }, {},       'Older versions would be lost',               ['put-back', 'allow', 'retry']],
  [{ kind: 'bug', detail: 'x' },         MIRROR,                'Something went wrong in Benchtop',           ['retry']],
];

test.each(ROWS)('%j (%j) is called "%s"', (fault, about, title, fixes) => {
  const trouble = troubleOf(fault, { ...FILE, ...about });
  expect([trouble.title, trouble.fixes]).toEqual([title, fixes]);
});

describe.each(ROWS)('%j (%j)', (fault, about) => {
  const trouble = troubleOf(fault, { ...FILE, ...about });

  test('says in whole sentences what happened and what to do, without commands', () => {
    expect(trouble.sentence).toMatch(/^['A-Z].*\.$/);
    expect(`${trouble.sentence} ${trouble.remedy}`).not.toMatch(/benchtop |undefined|!/);
  });

  test('says the same in rows and sheets as under Attention', () =>
    expect(inWindow(troubleLine(fault, { ...FILE, ...about }))).toBe(inWindow(onOneLine(trouble))));

  test('says the same of what stops everything, and of what a person added or described', () => {
    const alone = troubleOf(fault, { ...FILE, path: '' });
    expect(accountStop(fault).title).toBe(alone.title);
    expect(inWindow(accountStop(fault).text)).toBe(inWindow(onOneLine(alone)));
    expect(inWindow(notSentLine(fault, FILE.path))).toBe(inWindow(onOneLine(troubleOf(fault, FILE))));
  });

  test('has words on every button', () => {
    const item = { cause: `m1 ${trouble.cause}`, path: FILE.path, mirror: 'm1' };
    for (const fix of trouble.fixes) expect(fixLabel(fix, item)).toMatch(/^[A-Z][^!]*[a-z…]$/);
  });
});

test.each([
  ['setup.EXE', ".exe isn't allowed", 'refused .exe'],
  ['archive.tar.gz', 'not accepted: .gz', 'refused .gz'],
  ['notes', 'No.', 'refused'],
  ['.exe', 'No .exe', 'refused'],
])('what %s is refused for with "%s" is %s', (path, message, cause) =>
  expect(troubleOf(refused(message), { ...FILE, path }).cause).toBe(cause),
);

test('an empty folder where a share was is told to connect it again first, and not to remove anything', () => {
  for (const why of ['no-marker', 'other-marker', 'other-volume', 'missing'] as const) {
    const { remedy } = faultText({ kind: 'root-lost', path: '/mnt/nas', why });
    expect(remedy).toMatch(/^(If it is on a share or another disk, connect that again|Connect its disk)/);
    expect(remedy).not.toMatch(/remove the mirror/);
  }
});

test('“Keep offline” is advised only where it can be chosen', () => {
  const facts = { note: null, serviceName: null, percent: null };
  expect(syncBadgeText('remote', facts).meaning).not.toContain('Keep offline');
  expect(syncBadgeText('remote', { ...facts, mayKeep: true }).meaning).toContain('“Keep offline” downloads it.');
});

test('a question about many removals says by which numbers it is asked', () => {
  expect(guardWords.tooLarge({ going: 17, recent: 5, of: 20, most: 25 })).toBe(
    'You are asked because 17 of 20 items, 5 of them in the last 24 hours, would go: more than 25 % (guardPercent).',
  );
});
