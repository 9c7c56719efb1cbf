import { expect, test } from 'vitest';

import { requirePresent } from '../../../../shared/assert.ts';
import { agreeTo } from '../../../../shared/confirmation.ts';
import { type Computer, FOLDER } from '../../world/computer.ts';
import { bytes } from '../../lab/altered-answers.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

const OTHER = '/home/other';
const MINUTE = 60_000;

/** Two mirrors of one account: `secret`, and `board`, which everybody in the organization can read. */
async function twoMirrors(settings: Readonly<Record<string, string>> = { deleteHoldSeconds: '60' }) {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada', settings);
  const mira = lab.service.colleague(0);
  const board = mira.createFolder(null, 'Board');
  mira.shareWithAll(board);
  ada.disk.tree.mkdir(OTHER);
  await lab.call(ada, 'mirrors.add', { remote: board, local: OTHER, mode: 'two-way' });
  return { lab, ada, board };
}

function pathsIn(lab: QuietLab, root: string): Readonly<Record<string, string>> {
  return Object.fromEntries(lab.service.sights.tree(root).map(({ path, id }) => [path, id]));
}

async function settle(lab: QuietLab, ada: Computer, minutes = 15): Promise<void> {
  for (let turn = 0; turn < minutes; turn++) {
    await lab.syncTwice(ada);
    lab.clock.advanceBy(MINUTE);
  }
}

/** Whether a member of the organization can open a file. */
function canOpen(lab: QuietLab, user: number, file: string): boolean {
  const headers = { 'x-api-key': lab.service.users[user]?.apiKey ?? '' };
  const url = `${lab.service.baseUrl}/files/${file}`;
  return lab.service.handle({ method: 'GET', url, headers, body: new Uint8Array() }).status === 200;
}

test('a file moved into a mirror that more people can read waits for a person, and is not removed meanwhile [P24, I13]', async () => {
  const { lab, ada, board } = await twoMirrors();
  lab.save(ada, { 's1.txt': 'secret' });
  await settle(lab, ada, 1);
  const file = pathsIn(lab, lab.root)['s1.txt'] ?? '';
  ada.disk.tree.rename(`${FOLDER}/s1.txt`, `${OTHER}/s1.txt`);
  await settle(lab, ada);
  expect([pathsIn(lab, lab.root), pathsIn(lab, board)]).toEqual([{ 's1.txt': file }, {}]);
  expect(canOpen(lab, 1, file)).toBe(false);
  const [problem, ...more] = await lab.call(ada, 'problems.list', null);
  expect(more).toEqual([]);
  expect(problem?.text).toContain('everybody in the organization');
  await lab.call(ada, 'problems.allow', { id: problem?.id ?? '' });
  await settle(lab, ada);
  expect([pathsIn(lab, lab.root), pathsIn(lab, board)]).toEqual([{}, { 's1.txt': file }]);
  expect(await lab.call(ada, 'problems.list', null)).toEqual([]);
});

test('a file whose move waits for a person is not brought back here when a colleague edits it', async () => {
  const { lab, ada } = await twoMirrors();
  lab.save(ada, { 's1.txt': 'secret' });
  await settle(lab, ada, 1);
  const file = pathsIn(lab, lab.root)['s1.txt'] ?? '';
  ada.disk.tree.rename(`${FOLDER}/s1.txt`, `${OTHER}/s1.txt`);
  await settle(lab, ada, 3);
  lab.service.colleague(0).editFile(file, bytes('edited'));
  await settle(lab, ada, 3);
  expect(ada.disk.tree.texts(FOLDER)).toEqual({});
  expect(pathsIn(lab, lab.root)).toEqual({ 's1.txt': file });
});

test('a file moved into another mirror and back again is asked about no more, and stays what it is', async () => {
  const { lab, ada, board } = await twoMirrors();
  lab.save(ada, { 's1.txt': 'secret' });
  await settle(lab, ada, 1);
  const before = pathsIn(lab, lab.root);
  ada.disk.tree.rename(`${FOLDER}/s1.txt`, `${OTHER}/s1.txt`);
  await settle(lab, ada, 3);
  ada.disk.tree.rename(`${OTHER}/s1.txt`, `${FOLDER}/s1.txt`);
  await settle(lab, ada);
  expect([pathsIn(lab, lab.root), pathsIn(lab, board)]).toEqual([before, {}]);
  expect(await lab.call(ada, 'problems.list', null)).toEqual([]);
});

test('a file moved into another mirror, and removed there while that waits, is removed', async () => {
  const { lab, ada, board } = await twoMirrors();
  lab.save(ada, { 's1.txt': 'secret', 'stays.txt': 'stays' });
  await settle(lab, ada, 1);
  ada.disk.tree.rename(`${FOLDER}/s1.txt`, `${OTHER}/s1.txt`);
  await settle(lab, ada, 3);
  ada.disk.tree.remove(`${OTHER}/s1.txt`);
  await settle(lab, ada);
  expect([Object.keys(pathsIn(lab, lab.root)), pathsIn(lab, board)]).toEqual([['stays.txt'], {}]);
  expect(await lab.call(ada, 'problems.list', null)).toEqual([]);
});

test('a file that the service does not let move to another mirror is not read there by more people either', async () => {
  const { lab, ada, board } = await twoMirrors();
  lab.save(ada, { 's1.txt': 'secret' });
  await settle(lab, ada, 1);
  lab.trouble = ({ method, url }) =>
    method === 'PUT' && url.includes('/files/') ? { kind: 'instead', answer: { status: 403, body: '{}' } } : null;
  ada.disk.tree.rename(`${FOLDER}/s1.txt`, `${OTHER}/s1.txt`);
  await settle(lab, ada);
  expect(pathsIn(lab, board)).toEqual({});
});

test('a new file with the bytes of one in a mirror whose folder is away holds up nothing, and lets in nobody unasked', async () => {
  const { lab, ada, board } = await twoMirrors();
  lab.save(ada, { 's1.txt': 'secret' });
  await settle(lab, ada, 1);
  ada.disk.tree.rename(FOLDER, '/home/away');
  ada.disk.tree.write(`${OTHER}/copy.txt`, bytes('secret'));
  ada.disk.tree.write(`${OTHER}/other.txt`, bytes('other'));
  await settle(lab, ada, 5);
  expect(Object.keys(pathsIn(lab, board))).toEqual(['other.txt']);
  const problems = await lab.call(ada, 'problems.list', null);
  expect(problems.map(({ text }) => text)).toEqual([
    expect.stringContaining("isn't there"),
    expect.stringContaining('everybody in the organization'),
  ]);
});

/** One mirror with a private folder and two that others can read. */
async function oneMirror() {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada', { deleteHoldSeconds: '60' });
  lab.save(ada, { 'mine/a.csv': 'one', 'mine/b.csv': 'two', 'open/x.csv': 'x' });
  await settle(lab, ada, 1);
  const idOf = (path: string): string => pathsIn(lab, lab.root)[path] ?? '';
  return { lab, ada, idOf };
}

async function share(lab: QuietLab, ada: Computer, id: string, user: number | 'all'): Promise<void> {
  const principal =
    user === 'all'
      ? ({ kind: 'organization', id: null } as const)
      : ({ kind: 'user', id: String(lab.service.users[user]?.userId) } as const);
  await lab.call(ada, 'sharing.add', { id, principal, role: 'viewer' });
}

test('what was allowed for one person does not let in those who can open the folder by the time it moves', async () => {
  const { lab, ada, idOf } = await oneMirror();
  await share(lab, ada, idOf('open'), 1);
  ada.disk.tree.rename(`${FOLDER}/mine/a.csv`, `${FOLDER}/open/a.csv`);
  await settle(lab, ada, 1);
  const [problem] = await lab.call(ada, 'problems.list', null);
  await share(lab, ada, idOf('open'), 'all');
  await lab.call(ada, 'problems.allow', { id: problem?.id ?? '' });
  await settle(lab, ada, 2);
  expect(idOf('mine/a.csv')).not.toBe('');
  const [again] = await lab.call(ada, 'problems.list', null);
  expect(again?.text).toContain('everybody in the organization');
});

test('what was allowed for a move does not outlast the return of the file, nor a day', async () => {
  const { lab, ada, idOf } = await oneMirror();
  await share(lab, ada, idOf('open'), 1);
  const there = async (): Promise<void> => {
    ada.disk.tree.rename(`${FOLDER}/mine/a.csv`, `${FOLDER}/open/a.csv`);
    await settle(lab, ada, 1);
  };
  const allow = async (): Promise<void> => {
    const [problem] = await lab.call(ada, 'problems.list', null);
    await lab.call(ada, 'problems.allow', { id: problem?.id ?? '' });
  };
  await there();
  lab.trouble = () => ({ kind: 'no-connection' });
  await allow();
  ada.disk.tree.rename(`${FOLDER}/open/a.csv`, `${FOLDER}/mine/a.csv`);
  lab.trouble = () => null;
  await settle(lab, ada, 1);
  await there();
  expect([idOf('open/a.csv'), (await lab.call(ada, 'problems.list', null)).length]).toEqual(['', 1]);
  lab.trouble = () => ({ kind: 'no-connection' });
  await allow();
  lab.clock.advanceBy(25 * 60 * MINUTE);
  lab.trouble = () => null;
  await settle(lab, ada, 1);
  expect(idOf('open/a.csv')).toBe('');
});

test.each([
  ['within the mirror', FOLDER, 'mine/'],
  ['into another mirror', OTHER, ''],
])(
  'a file that moves %s as a copy with the original removed keeps its id, and is asked about',
  async (_, to, folder) => {
    const { lab, ada, board } = await twoMirrors();
    lab.save(ada, { 'mine/x.csv': 'x', 'secret/a.csv': 'one', 'secret/b.csv': 'two' });
    await settle(lab, ada, 1);
    const before = pathsIn(lab, lab.root);
    if (to === FOLDER) lab.service.colleague(0).shareWithAll(before['mine'] ?? '');
    ada.disk.tree.write(`${to}/${folder}a.csv`, 'one');
    ada.disk.tree.remove(`${FOLDER}/secret/a.csv`);
    await settle(lab, ada);
    const [problem] = await lab.call(ada, 'problems.list', null);
    expect(problem?.text).toContain('everybody in the organization');
    expect(pathsIn(lab, lab.root)).toEqual(before);
    await lab.call(ada, 'problems.allow', { id: problem?.id ?? '' });
    await settle(lab, ada);
    expect(pathsIn(lab, to === FOLDER ? lab.root : board)[`${folder}a.csv`]).toBe(before['secret/a.csv']);
  },
);

test('a file moved onto one that more people can read is not its new version before a person agrees', async () => {
  const { lab, ada, idOf } = await oneMirror();
  await share(lab, ada, idOf('open'), 1);
  const shown = idOf('open/x.csv');
  ada.disk.tree.rename(`${FOLDER}/mine/a.csv`, `${FOLDER}/open/x.csv`);
  await settle(lab, ada, 1);
  const textsOf = (): string[] =>
    lab.service.sights.versionsOf(shown).map(each => new TextDecoder().decode(each.bytes));
  expect(textsOf()).toEqual(['x']);
  const [problem] = await lab.call(ada, 'problems.list', null);
  expect(problem?.text).toContain('Jonas Brandt');
  await lab.call(ada, 'problems.allow', { id: problem?.id ?? '' });
  await settle(lab, ada, 1);
  expect(textsOf()).toEqual(['x', 'one']);
});

test('a folder that is copied elsewhere and removed keeps its id and those of all that is in it', async () => {
  const { lab, ada } = await oneMirror();
  lab.save(ada, { 'run/1/a.csv': 'r1', 'run/1/b.csv': 'r2', 'run/empty.csv': '', 'run/2/a.csv': 'r3' });
  await settle(lab, ada, 1);
  const before = pathsIn(lab, lab.root);
  const entries = { '1/a.csv': 'r1', '1/b.csv': 'r2', 'empty.csv': '', '2/a.csv': 'r3' };
  for (const [path, text] of Object.entries(entries)) lab.save(ada, { [`done/run/${path}`]: text });
  lab.remove(ada, 'run');
  await settle(lab, ada);
  const after = pathsIn(lab, lab.root);
  const paths = ['run', 'run/1', 'run/1/a.csv', 'run/1/b.csv', 'run/2', 'run/2/a.csv'];
  expect(paths.map(path => after[`done/${path}`])).toEqual(paths.map(path => before[path]));
});

test('of two removed files with the same bytes the name decides, and where it does not, a new file is new', async () => {
  const { lab, ada } = await oneMirror();
  lab.save(ada, { 't/1.csv': 'same', 't/2.csv': 'same' });
  await settle(lab, ada, 1);
  const before = pathsIn(lab, lab.root);
  lab.save(ada, { 'u/1.csv': 'same', 'u/other.csv': 'same' });
  for (const name of ['1.csv', '2.csv']) lab.remove(ada, `t/${name}`);
  await settle(lab, ada);
  const after = pathsIn(lab, lab.root);
  expect(after['u/1.csv']).toBe(before['t/1.csv']);
  expect([before['t/1.csv'], before['t/2.csv']]).not.toContain(after['u/other.csv']);
});

test('a move asked for in the window or by a command is weighed before anything moves, and says who gains and loses', async () => {
  const { lab, ada, idOf } = await oneMirror();
  await share(lab, ada, idOf('open'), 1);
  await share(lab, ada, idOf('mine'), 2);
  const { id } = await lab.call(ada, 'files.identify', { path: 'mine/a.csv', absolute: null, mirror: 'm1' });
  const open = await lab.call(ada, 'files.identify', { path: 'open', absolute: null, mirror: 'm1' });
  const to = { mirror: 'm1', folder: open.id };
  const asked = await lab.call(ada, 'files.move', { ids: [id], to, agreed: null });
  expect([asked.done, asked.question?.who?.map(({ name }) => name)]).toEqual([[], ['Jonas Brandt']]);
  expect(Object.keys(ada.texts())).toContain('mine/a.csv');
  const agreed = agreeTo(requirePresent(asked.question, 'question'));
  const moved = await lab.call(ada, 'files.move', { ids: [id], to, agreed });
  expect(moved).toMatchObject({ question: null, loses: [{ name: 'Aiko Tanabe' }] });
  await settle(lab, ada, 1);
  expect(idOf('open/a.csv')).not.toBe('');
  expect(await lab.call(ada, 'problems.list', null)).toEqual([]);
});

test('a move on the disk that only takes access away goes through, and the history says from whom', async () => {
  const { lab, ada, idOf } = await oneMirror();
  await share(lab, ada, idOf('open'), 1);
  ada.disk.tree.rename(`${FOLDER}/open/x.csv`, `${FOLDER}/mine/x.csv`);
  await settle(lab, ada, 1);
  expect(idOf('mine/x.csv')).not.toBe('');
  const entries = await lab.call(ada, 'activity.page', { before: null, limit: 20 });
  expect(entries.map(({ verb, cause }) => [verb, cause])).toContainEqual([
    'narrowed',
    'moved out of the reach of Jonas Brandt',
  ]);
});

test.each(['its own entry', 'its ended inheritance', 'its owner'])(
  'who reads a thing already by %s is asked about by no move',
  async why => {
    const { lab, ada, idOf } = await oneMirror();
    const mira = lab.service.colleague(0);
    const [thing, kind] = why === 'its ended inheritance' ? ['mine', 'folder'] : ['mine/a.csv', 'file'];
    if (why === 'its own entry') await share(lab, ada, idOf(thing), 1);
    if (why === 'its ended inheritance') {
      await share(lab, ada, lab.root, 2);
      await lab.call(ada, 'sharing.stopInheriting', { id: idOf(thing) });
      const { rows } = await lab.call(ada, 'sharing.look', { id: idOf(thing) });
      const entry = rows.find(({ name }) => name === 'Aiko Tanabe')?.sources[0]?.entry ?? '';
      await lab.call(ada, 'sharing.remove', { id: idOf(thing), entry });
    }
    await share(lab, ada, idOf('open'), why === 'its owner' ? 2 : 1);
    if (why === 'its owner') {
      mira.letAllEdit(lab.root);
      lab.service.colleague(2).createFile(idOf('mine'), 'hers.csv', bytes('hers'));
      await settle(lab, ada, 1);
    }
    const name = why === 'its owner' ? 'mine/hers.csv' : thing;
    const before = idOf(name);
    ada.disk.tree.rename(`${FOLDER}/${name}`, `${FOLDER}/open/moved`);
    await settle(lab, ada, 2);
    expect([await lab.call(ada, 'problems.list', null), idOf('open/moved'), kind]).toEqual([[], before, kind]);
  },
);
