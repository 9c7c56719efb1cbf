import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Computer, isQuiet, type Lab, openLab, settle as settleAll, type SyncAnswer } from './benchtop.ts';

// Two computers of two colleagues mirror one folder of the service; a third person works at the service itself.
// Each test has a folder of its own inside, so that none depends on another.

let lab: Lab;
let ada: Computer;
let ben: Computer;
let shared: string;

const ORIGINS = ['ada', 'ben', 'service'] as const;
type Origin = (typeof ORIGINS)[number];

beforeAll(async () => {
  lab = await openLab({ commandsHere: true });
  shared = await lab.service.owner.makeFolder('Plates', lab.service.knowledgeBase);
  ada = await lab.computer('ada');
  ben = await lab.computer('ben', lab.service.people[1]);
  await ada.mirror('Knowledge Base/Plates');
  await ben.mirror(shared);
  for (const origin of ORIGINS) {
    for (const name of ['edited.csv', 'renamed.csv', 'moved.csv', 'removed.csv']) {
      await ada.write(`from ${origin}/${name}`, `${name} of ${origin}\n`);
    }
    await ada.write(`from ${origin}/archive/keep.txt`, 'here since ever\n');
  }
  await settle(ada, ben);
});

afterAll(() => lab.close());

/** Until nothing is left to do. @throws when something cannot be done. */
async function settle(...computers: readonly Computer[]): Promise<SyncAnswer[]> {
  const answers = await settleAll(...computers);
  expect(answers.flatMap(({ blocked }) => blocked)).toEqual([]);
  return answers;
}

/** What all three have under a folder, by path. @throws when they differ. */
async function everywhere(folder: string): Promise<ReadonlyMap<string, string>> {
  const service = await lab.service.owner.files(shared);
  const texts = new Map([...service].map(([path, { text }]) => [path, text]));
  const [atService, atAda, atBen] = [texts, await ada.files(), await ben.files()].map(files => below(folder, files));
  expect(atAda).toEqual(atService);
  expect(atBen).toEqual(atService);
  return atService ?? new Map();
}

function below(folder: string, files: ReadonlyMap<string, string>): Map<string, string> {
  const inside = [...files].filter(([path]) => path.startsWith(`${folder}/`));
  return new Map(inside.map(([path, text]): [string, string] => [path.slice(folder.length + 1), text]));
}

async function fileId(path: string): Promise<string> {
  const file = (await lab.service.owner.files(shared)).get(path);
  if (file === undefined) throw new Error(`${path} is not at the service`);
  return file.id;
}

async function folderId(path: string): Promise<string> {
  const id = (await lab.service.owner.folders(shared)).get(path);
  if (id === undefined) throw new Error(`the folder ${path} is not at the service`);
  return id;
}

/** The five everyday changes, made where `origin` says. */
function worker(origin: Origin): Record<'create' | 'edit' | 'rename' | 'move' | 'remove', () => Promise<void>> {
  const folder = `from ${origin}`;
  const { owner } = lab.service;
  if (origin === 'service') {
    return {
      create: async () => {
        const made = await owner.makeFolder('new', await folderId(folder));
        await owner.upload(made, 'created.csv', 'well;od600\nA1;0,12\n');
      },
      edit: async () => owner.edit(await fileId(`${folder}/edited.csv`), 'second version\n'),
      rename: async () => owner.renameFile(await fileId(`${folder}/renamed.csv`), 'better name.csv'),
      move: async () => owner.moveFile(await fileId(`${folder}/moved.csv`), await folderId(`${folder}/archive`)),
      remove: async () => owner.removeFile(await fileId(`${folder}/removed.csv`)),
    };
  }
  const computer = origin === 'ada' ? ada : ben;
  return {
    create: () => computer.write(`${folder}/new/created.csv`, 'well;od600\nA1;0,12\n'),
    edit: () => computer.write(`${folder}/edited.csv`, 'second version\n'),
    rename: () => computer.move(`${folder}/renamed.csv`, `${folder}/better name.csv`),
    move: () => computer.move(`${folder}/moved.csv`, `${folder}/archive/moved.csv`),
    remove: () => computer.remove(`${folder}/removed.csv`),
  };
}

test.each(ORIGINS)('a file created, edited, renamed, moved and removed at %s is so everywhere', async origin => {
  const folder = `from ${origin}`;
  const before = {
    edited: await fileId(`${folder}/edited.csv`),
    renamed: await fileId(`${folder}/renamed.csv`),
    moved: await fileId(`${folder}/moved.csv`),
  };
  const { create, edit, rename, move, remove } = worker(origin);
  await create();
  await edit();
  await rename();
  await move();
  await remove();
  await settle(ada, ben);

  expect(Object.fromEntries(await everywhere(folder))).toEqual({
    'archive/keep.txt': 'here since ever\n',
    'archive/moved.csv': `moved.csv of ${origin}\n`,
    'better name.csv': `renamed.csv of ${origin}\n`,
    'edited.csv': 'second version\n',
    'new/created.csv': 'well;od600\nA1;0,12\n',
  });
  // The same files as before, with their history: no file was removed and created again.
  expect({
    edited: await fileId(`${folder}/edited.csv`),
    renamed: await fileId(`${folder}/better name.csv`),
    moved: await fileId(`${folder}/archive/moved.csv`),
  }).toEqual(before);
  expect(await lab.service.owner.versions(before.edited)).toBe(2);
  expect(await lab.service.owner.versions(before.moved)).toBe(1);
});

test('each change is counted once, under what it was', async () => {
  await ada.write('counted/a.csv', 'a\n');
  await ada.write('counted/b.csv', 'b\n');
  await settle(ada, ben);
  await ada.write('counted/a.csv', 'a, better\n');
  await ada.move('counted/b.csv', 'counted/c.csv');
  const sending = await ada.sync();
  const receiving = await ben.sync();
  expect(sending).toMatchObject({ code: 0, sent: 1, received: 0, moved: 1, removed: 0, blocked: [], conflicted: [] });
  expect(receiving).toMatchObject({ code: 0, sent: 0, received: 1, moved: 1, removed: 0, blocked: [], conflicted: [] });
});

test('a second sync finds nothing to do', async () => {
  await ada.write('quiet/a.csv', 'a\n');
  await settle(ada, ben);
  const answers = [await ada.sync(), await ben.sync()];
  expect(answers.map(isQuiet)).toEqual([true, true]);
});

test('names and contents of all kinds arrive unchanged', async () => {
  const files = {
    'empty.txt': '',
    'Größe & 100 % #1.csv': 'a;b\n1,5;2\n',
    '冷凍庫 −80 °C.md': '# 冷凍庫\n',
    "it's, [really] (fine) + = ; @.txt": '1',
    'no extension': 'x'.repeat(100_000),
    '.hidden': 'dot\n',
  };
  for (const [name, text] of Object.entries(files)) await ben.write(`names/${name}`, text);
  await settle(ben, ada);
  expect(Object.fromEntries(await everywhere('names'))).toEqual(files);
});

test('the same new file on both computers is one file and no conflict', async () => {
  await ada.write('same/protocol.md', '# PCR\n');
  await ben.write('same/protocol.md', '# PCR\n');
  const [atAda, atBen] = await settle(ada, ben);
  expect(Object.fromEntries(await everywhere('same'))).toEqual({ 'protocol.md': '# PCR\n' });
  expect(await lab.service.owner.versions(await fileId('same/protocol.md'))).toBe(1);
  expect([atAda?.conflicted, atBen?.conflicted]).toEqual([[], []]);
});

test('an edit here outlives a removal there', async () => {
  await ada.write('outlives/here.csv', 'first\n');
  await ada.write('outlives/there.csv', 'first\n');
  await settle(ada, ben);
  await ada.write('outlives/here.csv', 'edited by ada\n');
  await ben.remove('outlives/here.csv');
  await lab.service.owner.edit(await fileId('outlives/there.csv'), 'edited at the service\n');
  await ada.remove('outlives/there.csv');
  await settle(ben, ada);
  expect(Object.fromEntries(await everywhere('outlives'))).toEqual({
    'here.csv': 'edited by ada\n',
    'there.csv': 'edited at the service\n',
  });
});

test('a folder moved here while a file inside is edited there: both happen, and the file stays itself', async () => {
  await ada.write('moving/run 7/results.csv', 'first\n');
  await ada.write('moving/run 7/notes.md', 'notes\n');
  await settle(ada, ben);
  const id = await fileId('moving/run 7/results.csv');
  await ada.move('moving/run 7', 'moving/done/run 7');
  await ben.write('moving/run 7/results.csv', 'edited by ben\n');
  await settle(ben, ada);
  expect(Object.fromEntries(await everywhere('moving'))).toEqual({
    'done/run 7/results.csv': 'edited by ben\n',
    'done/run 7/notes.md': 'notes\n',
  });
  expect(await fileId('moving/done/run 7/results.csv')).toBe(id);
  expect(await lab.service.owner.versions(id)).toBe(2);
});

test('a folder renamed and moved at the service is renamed and moved here, unsent edits inside included', async () => {
  await ada.write('service moves/old/results.csv', 'first\n');
  await settle(ada, ben);
  const id = await folderId('service moves/old');
  await lab.service.owner.renameFolder(id, 'new');
  const done = await lab.service.owner.makeFolder('done', await folderId('service moves'));
  await lab.service.owner.moveFolder(id, done);
  await ben.write('service moves/old/results.csv', 'edited by ben\n');
  await settle(ben, ada);
  expect(Object.fromEntries(await everywhere('service moves'))).toEqual({ 'done/new/results.csv': 'edited by ben\n' });
});

test.each(['ada', 'service'] as const)('a folder removed at %s goes everywhere', async origin => {
  const folder = `gone at ${origin}`;
  for (const name of ['a.csv', 'inner/b.csv']) await ada.write(`${folder}/run/${name}`, name);
  await ada.write(`${folder}/stays.csv`, 'stays\n');
  await settle(ada, ben);
  if (origin === 'ada') await ada.remove(`${folder}/run`);
  else await lab.service.owner.archiveFolder(await folderId(`${folder}/run`));
  await settle(ada, ben);
  expect(Object.fromEntries(await everywhere(folder))).toEqual({ 'stays.csv': 'stays\n' });
  expect([...(await lab.service.owner.folders(shared)).keys()]).not.toContain(`${folder}/run`);
});

test('two names exchanged keep each its content', async () => {
  await ada.write('swap/a.csv', 'was a\n');
  await ada.write('swap/b.csv', 'was b\n');
  await settle(ada, ben);
  const ids = { a: await fileId('swap/a.csv'), b: await fileId('swap/b.csv') };
  await ada.move('swap/a.csv', 'swap/between.csv');
  await ada.move('swap/b.csv', 'swap/a.csv');
  await ada.move('swap/between.csv', 'swap/b.csv');
  await settle(ada, ben);
  expect(Object.fromEntries(await everywhere('swap'))).toEqual({ 'a.csv': 'was b\n', 'b.csv': 'was a\n' });
  expect({ a: await fileId('swap/b.csv'), b: await fileId('swap/a.csv') }).toEqual(ids);
});

test('a save by way of another file and a rename is an edit of the same file', async () => {
  await ada.write('editors/report.md', 'first\n');
  await settle(ada, ben);
  const id = await fileId('editors/report.md');
  await ada.write('editors/report.md.new', 'second\n');
  await ada.move('editors/report.md.new', 'editors/report.md');
  await settle(ada, ben);
  expect(Object.fromEntries(await everywhere('editors'))).toEqual({ 'report.md': 'second\n' });
  expect(await fileId('editors/report.md')).toBe(id);
});
