import { expect, test } from 'vitest';

import { FaultError } from '../../../../shared/fault.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';
import { bytes, idOf, instead, versionsOf } from '../../lab/altered-answers.ts';
import { dying, labWith } from '../../lab/dying.ts';
import type { Computer } from '../../world/computer.ts';
import { INSTEAD, type HttpTrouble } from '../../fakes/fake-http.ts';
import type { Moment } from '../../fakes/scheduler.ts';

// Small files that the disk itself carries to and from the storage, where the thread that does it, or the program, ends on
// either side of what it did.

/** The thread's death is heard as this, once, at the first moment of its kind. */
function threadEnds(lab: QuietLab, when: Moment['when'], label: RegExp): () => number {
  let count = 0;
  lab.scheduler.mischief = at => {
    if (at.when !== when || !label.test(at.label) || (count += 1) > 1) return undefined;
    return { do: 'fail', error: new FaultError({ kind: 'bug', detail: 'The disk thread ended: exit code 1' }) };
  };
  return () => count;
}

async function settle(lab: QuietLab, ada: Computer): Promise<void> {
  for (let turn = 0; turn < 4; turn++) {
    await lab.syncTwice(ada);
    lab.clock.advanceBy(3_600_000);
  }
}

const SIDES = ['before', 'after'] as const;

test.each(SIDES)('a thread that ends right %s the storage gave a file costs one more try [T11]', async side => {
  const { lab, ada } = await labWith({ 'other.csv': 'other' });
  const file = lab.service.colleague(0).createFile(lab.root, 'a.csv', bytes('theirs'));
  const met = threadEnds(lab, side, /^http GET .*\/objects\//);
  await settle(lab, ada);
  expect(met()).toBeGreaterThan(1);
  expect(ada.texts()).toEqual({ 'a.csv': 'theirs', 'other.csv': 'other' });
  expect([lab.there(), idOf(lab, 'a.csv')]).toEqual([ada.texts(), file]);
});

test.each(SIDES)('a thread that ends right %s a received file is durable costs one more try [T11, C1]', async side => {
  const { lab, ada } = await labWith({ 'a.csv': 'one' });
  const file = idOf(lab, 'a.csv');
  lab.service.colleague(0).editFile(file, bytes('theirs'));
  const met = threadEnds(lab, side, /^disk\.finish /);
  await settle(lab, ada);
  expect(met()).toBeGreaterThan(1);
  expect(ada.texts()).toEqual({ 'a.csv': 'theirs' });
  expect(versionsOf(lab, file)).toEqual(['one', 'theirs']);
});

test.each(SIDES)('a thread that ends right %s the storage took a file sends it once [T1, T8]', async side => {
  const { lab, ada } = await labWith({ 'other.csv': 'other' });
  lab.save(ada, { 'a.csv': 'one' });
  const met = threadEnds(lab, side, /^http PUT .*\/objects\//);
  await settle(lab, ada);
  expect(met()).toBeGreaterThan(0);
  expect(lab.there()).toEqual({ 'a.csv': 'one', 'other.csv': 'other' });
  expect([ada.texts(), versionsOf(lab, idOf(lab, 'a.csv'))]).toEqual([lab.there(), ['one']]);
});

test.each([
  ['the storage took a file', /^http PUT .*\/objects\//],
  ['a received file is durable', /^disk\.finish /],
] as const)('a program that dies when %s goes on with it [C1]', async (_, moment) => {
  for (const side of SIDES) {
    const { lab, ada } = await labWith({ 'other.csv': 'other' });
    lab.save(ada, { 'mine.csv': 'mine' });
    lab.service.colleague(0).createFile(lab.root, 'theirs.csv', bytes('theirs'));
    await dying({ lab, ada }, moment, () => undefined, side);
    expect(lab.there()).toEqual({ 'mine.csv': 'mine', 'other.csv': 'other', 'theirs.csv': 'theirs' });
    expect(ada.texts()).toEqual(lab.there());
  }
});

/** What a sync tells of two files whose bytes meet a trouble, one on each way. */
async function told(carries: boolean, trouble: HttpTrouble): Promise<unknown> {
  const lab = new QuietLab();
  lab.carries = carries;
  const ada = await lab.computer('Ada');
  lab.service.colleague(0).createFile(lab.root, 'a.csv', bytes('theirs'));
  lab.save(ada, { 'b.csv': 'mine' });
  let met = 0;
  lab.trouble = ({ url }) => {
    if (!url.includes('/objects/')) return null;
    met += 1;
    return trouble;
  };
  const report = await lab.sync(ada);
  expect(met).toBeGreaterThan(0);
  const problems = await lab.call(ada, 'problems.list', null);
  return {
    met,
    report,
    problems: problems.map(({ path, reason, text }) => ({ path, reason, text })),
    here: ada.texts(),
    there: lab.there(),
  };
}

test.each<readonly [string, HttpTrouble]>([
  ['a refusal', instead(400, {})],
  ['an expired address', instead(403, {})],
  ['a failing storage', instead(500, {})],
  ['a storage that asks to wait', INSTEAD.tooMany(3)],
  ['a web page', INSTEAD.captivePortal],
  ['half an answer', { kind: 'truncated' }],
  ['a longer answer', instead(200, { text: 'longer than the file' })],
  ['no connection', { kind: 'no-connection' }],
  ['a lost answer', { kind: 'lost-answer' }],
])('%s has the same consequences whether or not the disk carries files by itself', async (_, trouble) => {
  expect(await told(true, trouble)).toEqual(await told(false, trouble));
});
