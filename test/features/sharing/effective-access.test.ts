import { expect, test } from 'vitest';

import {
  effectiveAccess,
  effectsOf,
  effectsOfMatching,
  withoutEntry,
} from '../../../shared/features/sharing/effective-access.ts';
import type { ShareRow, ShareSource } from '../../../shared/features/sharing/model.ts';
import {
  audienceText,
  effectsText,
  givenText,
  leftText,
  moreText,
  removedText,
} from '../../../shared/features/sharing/text.ts';

const PLATES = { id: 'f1', name: 'Plates' };
const here = (role: string, entry = 'e1'): ShareSource => ({ how: 'here', role, entry, folder: null });
const from = (role: string, folder: ShareSource['folder'] = PLATES): ShareSource => ({
  how: 'folder',
  role,
  entry: null,
  folder,
});
const rule = (role: string): ShareSource => ({ how: 'rule', role, entry: null, folder: null });

function row(kind: string, id: string, name: string, sources: readonly ShareSource[]): ShareRow {
  const key = kind === 'organization' ? kind : `${kind}:${id}`;
  const role = sources[0]?.role ?? '';
  return { key, principal: { kind, id }, name, email: null, role, isMe: false, sources: [...sources] };
}

const jonas = (...sources: ShareSource[]) => row('user', '5', 'Jonas', sources);
const everyone = (...sources: ShareSource[]) => row('organization', '', 'Halden Lab', sources);
const team = (role: string) => row('team', 't', 'Imaging', [from(role)]);

// prettier-ignore
test.each([
  ['an entry alone gives what it says',              [jonas(here('viewer'))],                                  'viewer', 1, []],
  ['the strongest of several wins',                  [jonas(here('viewer'), from('editor'))],                  'editor', 1, []],
  ['everybody’s counts for each',                    [jonas(here('viewer')), everyone(from('editor'))],        'editor', 1, []],
  ['a weaker one of everybody changes nothing',      [jonas(here('admin')), everyone(from('editor'))],         'admin',  1, []],
  ['two equal ways are both told',                   [jonas(from('viewer')), everyone(here('viewer'))],        'viewer', 2, []],
  ['who has no row has what everybody has',          [everyone(here('viewer'))],                               'viewer', 1, []],
  ['who has none, in no organization, has nothing',  [row('user', '6', 'Aiko', [here('admin')])],              null,     0, []],
  ['what a folder cut off is no way',                [jonas()],                                                null,     0, []],
  ['a team that may do more is named, not counted',  [jonas(here('viewer')), team('editor')],                  'viewer', 1, ['Imaging']],
  ['a team that may do less is not',                 [jonas(here('admin')), team('viewer')],                   'admin',  1, []],
  ['an owner stays one',                             [jonas(rule('owner'), here('viewer'))],                   'owner',  1, []],
  ['a role that nobody knows is the last choice',    [jonas(here('keeper')), everyone(from('viewer'))],        'viewer', 1, []],
  ['and is told where it is the only one',           [jonas(here('keeper'))],                                  'keeper', 1, []],
] as const)('%s', (_, rows, ...expected) => {
  const { role, ways, teams } = effectiveAccess(rows, 'user:5');
  expect([role, ways.length, teams]).toEqual(expected);
});

test('an entry that goes leaves every other way', () => {
  const rows = [jonas(here('editor'), from('viewer')), row('user', '6', 'Aiko', [here('admin', 'e2')])];
  expect(withoutEntry(rows, 'e1')).toMatchObject([{ role: 'viewer', sources: [from('viewer')] }, { name: 'Aiko' }]);
  expect(withoutEntry(rows, 'e2').map(({ name }) => name)).toEqual(['Jonas']);
});

const EDIT = everyone(from('editor'));
const given = (rows: readonly ShareRow[], role = 'viewer') =>
  givenText({ rows, organization: 'Halden Lab' }, { key: 'user:5', name: 'Jonas', role });
const removed = (rows: readonly ShareRow[]) =>
  removedText({ rows, organization: 'Halden Lab' }, { key: 'user:5', name: 'Jonas' });

test('what a role brings about is said, not the entry', () => {
  expect(given([jonas(here('viewer'))])).toBe('Jonas: can view now.');
  expect(given([jonas(here('viewer')), EDIT])).toBe(
    "Jonas can still edit, through everyone in 'Halden Lab' (from 'Plates'). The entry here says: can view.",
  );
  expect(given([jonas(here('viewer'), from('editor', null))])).toBe(
    "Jonas can still edit, through a folder above that you can't open. The entry here says: can view.",
  );
  expect(given([jonas(here('viewer')), team('editor')])).toBe(
    "Jonas: can view now. Who belongs to 'Imaging', which may do more, is not told here.",
  );
});

test('what is left after an entry went is said with where it comes from', () => {
  expect(removed([])).toBe('The entry of Jonas was removed. Jonas can no longer open it.');
  expect(removed([jonas(from('viewer'))])).toBe(
    "The entry of Jonas was removed. Jonas can still view, through 'Plates'.",
  );
  expect(removed([everyone(here('viewer')), jonas(from('viewer'))])).toBe(
    "The entry of Jonas was removed. Jonas can still view, through everyone in 'Halden Lab' (added here) and through 'Plates'.",
  );
  expect(removed([team('viewer')])).toBe(
    "The entry of Jonas was removed. No entry here lets Jonas open it; who belongs to 'Imaging' is not told here.",
  );
});

test('people are counted once, and teams and everybody are said as such', () => {
  const aiko = row('user', '6', 'Aiko', [here('admin', 'e2')]);
  expect(audienceText([jonas(here('viewer')), jonas(from('viewer')), aiko], null)).toBe('2 people');
  expect(audienceText([jonas(here('viewer')), team('viewer')], null)).toBe('1 person and 1 team');
  expect(audienceText([jonas(here('viewer')), aiko, EDIT], 'Halden Lab')).toBe(
    "everyone in 'Halden Lab' (2 of them by name)",
  );
  expect(audienceText([EDIT], null)).toBe('everyone in the organization');
});

test('what is beyond a role is said beside it, and no more than is known', () => {
  const access = { rows: [jonas(here('viewer')), EDIT], organization: null };
  expect(moreText(access, { key: 'user:5', role: 'viewer' })).toBe(
    "In effect: Can edit, through everyone in the organization (from 'Plates')",
  );
  expect(moreText(access, { key: 'user:5', role: 'keeper' })).toContain('In effect at least: Can edit');
  expect(moreText(access, { key: 'user:5', role: 'editor' })).toBeNull();
  expect(leftText(access, { key: 'user:9', name: 'Aiko' }, 'afterwards')).toContain('Afterwards Aiko can still edit');
});

const aiko = (...sources: ShareSource[]) => row('user', '6', 'Aiko', sources);

// prettier-ignore
test.each([
  ['who is let in can view it',                 [],                                           [jonas(from('viewer'))],                 'Jonas can view it'],
  ['who keeps as much another way is not told', [jonas(here('viewer')), everyone(from('viewer'))], [everyone(from('viewer'))],         ''],
  ['who keeps less is told what is left',       [jonas(here('editor')), everyone(from('viewer'))], [everyone(from('viewer'))],         'Jonas can view it and no more'],
  ['who is left with nothing, that',            [jonas(here('editor')), aiko(here('viewer'))], [],                                     "Jonas and Aiko can't open it any more"],
  ['a team may still let in, and is named',     [jonas(here('editor')), team('viewer')],      [team('viewer')],                        "Jonas can't open it any more, unless 'Imaging' lets them"],
  ['everybody includes each single one',        [],                                           [everyone(from('viewer')), jonas(from('viewer'))], 'everybody in the organization can view it'],
  ['of everybody those who are named stay',     [everyone(from('viewer')), jonas(from('viewer'))], [jonas(from('viewer'))],            'only those who are named, or come to it by a team, can open it and no longer everybody in the organization'],
  ['another role that is not known is none',    [jonas(here('keeper'))],                      [jonas(here('warden'))],                 ''],
] as const)('of a change, %s', (_, before, after, text) => {
  expect(effectsText(effectsOf(before, after))).toBe(text);
});

test('a file that is shared as its folder is keeps its owner, and takes from each only what the folder does not give', () => {
  const folder = [jonas(from('viewer')), team('editor')];
  const rows = [
    row('user', '1', 'Ada', [rule('owner')]),
    jonas(here('editor'), from('viewer')),
    aiko(here('viewer', 'e2')),
    row('team', 't', 'Imaging', [from('editor'), here('viewer', 'e3')]),
  ];
  expect(effectsOfMatching(rows, folder)).toEqual([
    { key: 'user:5', name: 'Jonas', before: 'editor', after: 'viewer', teams: ['Imaging'] },
    { key: 'user:6', name: 'Aiko', before: 'viewer', after: null, teams: ['Imaging'] },
  ]);
});
