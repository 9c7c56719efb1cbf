import { expect, test } from 'vitest';

import { FOLDER } from '../../world/computer.ts';
import type { Computer } from '../../world/computer.ts';
import { INSTEAD } from '../../fakes/fake-http.ts';
import { QuietLab, labWith } from '../../lab/quiet-lab.ts';
import { altered, bytes, idOf, instead, isList, rows } from '../../lab/altered-answers.ts';
import type { Json } from '../../lab/altered-answers.ts';

const TREE = { 'raw/a.csv': 'one', 'raw/deep/b.csv': 'two', 'c.csv': 'three' };

/** Syncs for minutes, in which nothing may be removed here. */
async function expectNothingRemoved(lab: QuietLab, ada: Computer): Promise<void> {
  for (let turn = 0; turn < 6; turn++) {
    expect(await lab.sync(ada)).toMatchObject({ removed: 0 });
    lab.clock.advanceBy(60_000);
  }
  expect(ada.texts()).toEqual(TREE);
  lab.trouble = () => null;
  expect(await lab.syncTwice(ada)).toMatchObject({ sent: 0, received: 0, removed: 0 });
  expect(lab.there()).toEqual(TREE);
}

test('a list that breaks off before its stated number removes nothing [R1]', async () => {
  const { lab, ada } = await labWith(TREE);
  const cut = (answer: Json): unknown => ({ ...answer, items: [], hasNextPage: false });
  lab.trouble = request => (isList(request) && request.url.includes('/files') ? altered(lab, request.url, cut) : null);
  expect(await lab.sync(ada)).toMatchObject({ stopped: { kind: 'failing' } });
  await expectNothingRemoved(lab, ada);
});

test('what lists do not show but the service still knows by its id is not removed [R2, R3, P31]', async () => {
  const { lab, ada } = await labWith(TREE);
  const empty = (answer: Json): unknown =>
    Array.isArray(answer) ? [] : { ...answer, items: [], totalCount: 0, hasNextPage: false };
  lab.trouble = request => (isList(request) ? altered(lab, request.url, empty) : null);
  await expectNothingRemoved(lab, ada);
});

test.each([1, 2, 3, 5, 8])(
  'a page of somebody else in place of every answer from the %ith on is no answer [T26]',
  async from => {
    const { lab, ada } = await labWith(TREE);
    const kinds = new Set<string | undefined>();
    let asked = 0;
    lab.trouble = () => ((asked += 1) >= from ? INSTEAD.captivePortal : null);
    for (let turn = 0; turn < 4; turn++) {
      const { stopped } = await lab.sync(ada);
      if (asked >= from) kinds.add(stopped?.kind);
      lab.clock.advanceBy(60_000);
    }
    expect([...kinds]).toEqual(['offline']);
    expect(asked).toBeGreaterThanOrEqual(from);
    await expectNothingRemoved(lab, ada);
  },
);

test('access to the organization that ends within a pass stops the account and removes nothing [R5]', async () => {
  for (const from of [1, 2, 3, 5, 8]) {
    const { lab, ada } = await labWith(TREE);
    lab.save(ada, { 'd.csv': 'four' });
    const refusal = instead(403, { errorCode: 'ORGANIZATION_ACCESS_REVOKED', messages: ['No.'] });
    let asked = 0;
    lab.trouble = ({ url }) => (url.includes('/api/') && (asked += 1) >= from ? refusal : null);
    const report = await lab.sync(ada);
    expect([from, asked >= from, report.removed, report.stopped?.kind]).toEqual([from, true, 0, 'access-ended']);
    expect(ada.texts()).toEqual({ ...TREE, 'd.csv': 'four' });
    expect(Object.keys(lab.there())).toEqual(expect.arrayContaining(Object.keys(TREE)));
  }
});

test('namesakes keep their places in whatever order the service lists them, also after a restart [R8]', async () => {
  const lab = new QuietLab();
  const colleague = lab.service.colleague(0);
  for (const text of ['first', 'second', 'third']) colleague.createFile(lab.root, 'twin.csv', bytes(text));
  const ada = await lab.computer('Ada');
  await lab.sync(ada);
  const before = ada.texts();
  expect(Object.values(before).sort()).toEqual(['first', 'second', 'third']);
  const turned = (answer: Json): unknown => rows(answer, all => all.toReversed());
  lab.trouble = request => (isList(request) ? altered(lab, request.url, turned) : null);
  expect(await lab.sync(ada)).toMatchObject({ sent: 0, received: 0, moved: 0, removed: 0 });
  await lab.drive(ada.start());
  expect(await lab.sync(ada)).toMatchObject({ sent: 0, received: 0, moved: 0, removed: 0 });
  expect(ada.texts()).toEqual(before);
});

test('two folders of one name stay two, and come to rest [R9]', async () => {
  const lab = new QuietLab();
  const colleague = lab.service.colleague(0);
  for (const text of ['one', 'two'])
    colleague.createFile(colleague.createFolder(lab.root, 'Run 12'), `${text}.csv`, bytes(text));
  const ada = await lab.computer('Ada');
  const ben = await lab.computer('Ben');
  for (const computer of [ada, ben]) {
    await lab.sync(computer);
    expect(Object.values(computer.texts()).sort()).toEqual(['one', 'two']);
    expect(new Set(Object.keys(computer.texts()).map(path => path.split('/')[0])).size).toBe(2);
  }
  for (const computer of [ada, ben])
    expect(await lab.syncTwice(computer)).toMatchObject({ sent: 0, received: 0, moved: 0, removed: 0 });
  expect(lab.service.sights.tree(lab.root).filter(({ kind }) => kind === 'folder').length).toBe(2);
});

test('a file removed and made anew under its name is another file, and the old bytes are kept [R14]', async () => {
  const { lab, ada } = await labWith(TREE);
  const colleague = lab.service.colleague(0);
  colleague.removeFile(idOf(lab, 'c.csv'));
  colleague.createFile(lab.root, 'c.csv', bytes('another three'));
  for (let turn = 0; turn < 3; turn++) await lab.syncTwice(ada);
  expect(Object.values(ada.texts()).sort()).toEqual(['another three', 'one', 'two']);
  expect(lab.there()).toEqual({ ...TREE, 'c.csv': 'another three' });
  expect(ada.stored()).toContain('three');
});

test('a file that moved to a folder listed before it left is moved here, not removed [R15]', async () => {
  const { lab, ada } = await labWith(TREE);
  const file = idOf(lab, 'c.csv');
  const inode = ada.disk.tree.find(`${FOLDER}/c.csv`);
  lab.service.colleague(0).moveFile(file, idOf(lab, 'raw/deep'));
  const without = (answer: Json): unknown => {
    const total = Array.isArray(answer) ? {} : { totalCount: null };
    const left = rows(answer, all => all.filter(({ id }) => id !== file));
    return Array.isArray(left) ? left : { ...(left as Json), ...total };
  };
  lab.trouble = request => (isList(request) ? altered(lab, request.url, without) : null);
  for (let turn = 0; turn < 3; turn++) expect(await lab.syncTwice(ada)).toMatchObject({ removed: 0 });
  lab.trouble = () => null;
  expect(await lab.sync(ada)).toMatchObject({ moved: 1, received: 0, removed: 0 });
  expect(ada.disk.tree.find(`${FOLDER}/raw/deep/c.csv`)).toBe(inode);
  expect(ada.stored()).toEqual([]);
});

test('an edit of the same size with an older date is fetched [R18]', async () => {
  const { lab, ada } = await labWith(TREE);
  lab.service.colleague(0).editFile(idOf(lab, 'c.csv'), bytes('THREE'));
  const older = (row: Json): Json =>
    row['name'] === 'c.csv' ? { ...row, updatedAt: '1999-01-01T00:00:00.000Z' } : row;
  lab.trouble = request => {
    if (isList(request)) return altered(lab, request.url, answer => rows(answer, all => all.map(older)));
    return request.method === 'GET' && /\/files\/[^/]+$/.test(request.url) ? altered(lab, request.url, older) : null;
  };
  await lab.sync(ada);
  expect(ada.texts()).toEqual({ ...TREE, 'c.csv': 'THREE' });
});

test('folders that contain each other in a circle end the look, and remove nothing [R21]', async () => {
  const { lab, ada } = await labWith(TREE);
  const [raw, deep] = [idOf(lab, 'raw'), idOf(lab, 'raw/deep')];
  const row = { id: raw, name: 'raw', parentFolderId: deep };
  const circle = (answer: Json): unknown => rows(answer, all => [...all, row]);
  lab.trouble = ({ method, url }) =>
    method === 'GET' && url.includes(`/folders/${deep}/children`) ? altered(lab, url, circle) : null;
  await expectNothingRemoved(lab, ada);
});

test('a large folder moved at the service is moved here without fetching a byte [R23]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  const files = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`raw/f${index}.csv`, `text ${index}`]));
  lab.save(ada, { ...files, 'done/x.csv': 'x' });
  await lab.sync(ada);
  lab.service.colleague(0).moveFolder(idOf(lab, 'raw'), idOf(lab, 'done'));
  expect(await lab.sync(ada)).toMatchObject({ received: 0, removed: 0, guarded: false });
  const moved = Object.fromEntries(Object.entries(files).map(([path, text]) => [`done/${path}`, text]));
  expect(ada.texts()).toEqual({ ...moved, 'done/x.csv': 'x' });
});

test('what the service renames after every upload comes to rest under its new name [S12]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'one' });
  await lab.sync(ada);
  lab.service.colleague(0).renameFile(idOf(lab, 'a.csv'), 'tidy a.csv');
  expect(await lab.sync(ada)).toMatchObject({ sent: 0, received: 0, moved: 1 });
  expect(await lab.sync(ada)).toMatchObject({ sent: 0, received: 0, moved: 0 });
  expect(ada.texts()).toEqual({ 'tidy a.csv': 'one' });
  expect(lab.there()).toEqual({ 'tidy a.csv': 'one' });
});

test.each([
  ['after a download', 'here'],
  ['after an upload', 'there'],
] as const)('two edits within one second that share one time both arrive, %s [R19]', async (_, first) => {
  const lab = new QuietLab();
  lab.service.change({ timesIn: 'seconds' });
  const colleague = lab.service.colleague(0);
  lab.clock.advanceBy(1000 - (lab.clock.now() % 1000));
  if (first === 'here') colleague.createFile(lab.root, 'a.csv', bytes('one'));
  const ada = await lab.computer('Ada');
  if (first === 'there') lab.save(ada, { 'a.csv': 'one' });
  await lab.sync(ada);
  for (const text of ['two', 'three']) {
    colleague.editFile(idOf(lab, 'a.csv'), bytes(text));
    await lab.sync(ada);
  }
  // The colleague edits once more within the same second, after the last poll in it.
  colleague.editFile(idOf(lab, 'a.csv'), bytes('four'));
  lab.clock.advanceBy(5000);
  await lab.sync(ada);
  expect(ada.texts()).toEqual({ 'a.csv': 'four' });
  lab.save(ada, { 'a.csv': 'five' });
  lab.clock.advanceBy(5000);
  expect(await lab.sync(ada)).toMatchObject({ sent: 1, conflicted: [], blocked: [] });
  lab.clock.advanceBy(5000);
  await lab.sync(ada);
  colleague.editFile(idOf(lab, 'a.csv'), bytes('six'));
  await lab.sync(ada);
  expect(ada.texts()).toEqual({ 'a.csv': 'six' });
});

test('a version refused for one that no list ever showed is found all the same [R19]', async () => {
  const { lab, ada } = await labWith(TREE);
  const id = idOf(lab, 'c.csv');
  const stuck = (row: Json): Json =>
    row['id'] === id ? { ...row, updatedAt: ada.journal.items.byRemoteId('m1', id as never)?.remote?.updatedAt } : row;
  lab.service.colleague(0).editFile(id, bytes('theirs'));
  lab.trouble = request =>
    isList(request) ? altered(lab, request.url, answer => rows(answer, all => all.map(stuck))) : null;
  expect(await lab.sync(ada)).toMatchObject({ received: 0 });
  lab.save(ada, { 'c.csv': 'mine' });
  for (let turn = 0; turn < 3; turn++) {
    await lab.sync(ada);
    lab.clock.advanceBy(60_000);
  }
  expect(Object.values(ada.texts()).sort()).toEqual(['mine', 'one', 'theirs', 'two']);
  expect(Object.values(lab.there()).sort()).toEqual(['mine', 'one', 'theirs', 'two']);
});

test('a service without room says so of what is sent; what comes goes on, and it is sent once there is room', async () => {
  const { lab, ada } = await labWith(TREE);
  const full = instead(507, { messages: ['Quota exceeded'] });
  lab.trouble = ({ method, url }) => (method === 'GET' || url.includes('confirm') ? null : full);
  lab.save(ada, { 'd.csv': 'new', 'e.csv': 'new', 'f.csv': 'new', 'g.csv': 'new' });
  lab.service.colleague(0).createFile(lab.root, 'theirs.csv', bytes('theirs'));
  const { stopped, blocked } = await lab.sync(ada);
  expect(stopped).toBeNull();
  expect(blocked.map(({ path }) => path)).toEqual(['d.csv', 'e.csv', 'f.csv', 'g.csv']);
  expect(blocked[0]?.text).toContain('The service has no room left for this');
  expect(ada.texts()).toMatchObject({ 'theirs.csv': 'theirs' });
  lab.trouble = () => null;
  lab.clock.advanceBy(300_000);
  expect(await lab.sync(ada)).toMatchObject({ sent: 4, blocked: [] });
});
