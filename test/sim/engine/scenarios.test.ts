import { expect, test } from 'vitest';

import { FOLDER } from '../world/computer.ts';
import { instead } from '../lab/altered-answers.ts';
import { QuietLab } from '../lab/quiet-lab.ts';
import { shownFolder } from '../lab/shown-folder.ts';

const many = (count: number, name = 'f'): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}.csv`, `${name} ${index}`]));

test('a removal here waits for its hold, is undone by putting the file back, and is sent when the hold is over', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada', { deleteHoldSeconds: '60' });
  lab.save(ada, { 'a.csv': 'one', 'b.csv': 'two' });
  await lab.sync(ada);
  lab.clock.advanceBy(3_600_000);
  lab.remove(ada, 'a.csv');
  lab.remove(ada, 'b.csv');
  const report = await lab.sync(ada);
  expect(report.held.map(({ path, reason }) => [path, reason])).toEqual([
    ['a.csv', 'removal-hold'],
    ['b.csv', 'removal-hold'],
  ]);
  lab.save(ada, { 'a.csv': 'one' });
  lab.clock.advanceBy(61_000);
  expect(await lab.sync(ada)).toMatchObject({ removed: 1, held: [] });
  expect(lab.there()).toEqual({ 'a.csv': 'one' });
  expect(ada.stored()).toEqual(['two']);
});

test('sixty removals here are asked about; keep brings the files back', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, many(60));
  await lab.sync(ada);
  for (const path of Object.keys(many(60))) lab.remove(ada, path);
  expect(await lab.sync(ada)).toMatchObject({ removed: 0, guarded: true });
  const [guard] = await lab.call(ada, 'guards.list', null);
  const why = 'You are asked because 60 items would go: more than 50 (guardItems).';
  expect(guard).toMatchObject({ direction: 'here', items: 60, of: 60, why });
  await lab.call(ada, 'guards.answer', { id: guard?.id ?? '', answer: 'keep' });
  expect(await lab.sync(ada)).toMatchObject({ received: 60, removed: 0, guarded: false });
  expect(ada.texts()).toEqual(many(60));
});

test('sixty removals here are asked about, also after a restart; remove carries them out through the store', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, many(60));
  await lab.sync(ada);
  for (const path of Object.keys(many(60))) lab.remove(ada, path);
  await lab.sync(ada);
  await lab.drive(ada.start());
  expect(await lab.sync(ada)).toMatchObject({ removed: 0, guarded: true });
  const [guard] = await lab.call(ada, 'guards.list', null);
  await lab.call(ada, 'guards.answer', { id: guard?.id ?? '', answer: 'remove' });
  expect(await lab.sync(ada)).toMatchObject({ removed: 60, guarded: false });
  expect(lab.there()).toEqual({});
  expect([...ada.stored()].sort()).toEqual(Object.values(many(60)).sort());
  expect(await lab.call(ada, 'guards.list', null)).toEqual([]);
});

test.each([null, 'remove'] as const)(
  'a question about many removals is none about what came back since, and an answer to it (%s) neither',
  async answer => {
    const lab = new QuietLab();
    const ada = await lab.computer('Ada', { guardItems: '10', guardPercent: '100' });
    lab.save(ada, { ...many(12), ...many(30, 'other') });
    await lab.sync(ada);
    lab.clock.advanceBy(3_600_000);
    for (const path of Object.keys(many(12))) lab.remove(ada, path);
    expect(await lab.sync(ada)).toMatchObject({ removed: 0, guarded: true });
    const [{ text } = { text: '' }] = (await lab.call(ada, 'attention.list', null)).items;
    expect(text).toMatch(/You are asked because 12 items would go: more than 10 \(guardItems\)\.$/);
    // All of them come back with an edit, but for one that cannot be read at the service.
    const files = lab.service.sights.tree(lab.root).filter(({ path }) => path.startsWith('f'));
    for (const { id, path } of files) lab.service.colleague(0).editFile(id, new TextEncoder().encode(`${path} edited`));
    const stuck = files.find(({ path }) => path === 'f11.csv')?.id ?? '';
    lab.trouble = ({ url }) => (url.includes(`${stuck}/versions`) ? instead(403, {}) : null);
    await lab.sync(ada);
    const [guard] = await lab.call(ada, 'guards.list', null);
    expect(guard).toMatchObject({ direction: 'here', items: 1 });
    if (answer !== null) await lab.call(ada, 'guards.answer', { id: guard?.id ?? '', answer });
    lab.clock.advanceBy(3_600_000);
    for (const path of Object.keys(many(11))) lab.remove(ada, path);
    expect(await lab.sync(ada)).toMatchObject({ removed: 0, guarded: true });
    expect(Object.keys(lab.there())).toHaveLength(42);
  },
);

test('removals in slices are added up over a day [P30]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada', { guardItems: '10', guardPercent: '100' });
  lab.save(ada, many(40));
  await lab.sync(ada);
  for (let index = 0; index < 8; index++) lab.remove(ada, `f${index}.csv`);
  expect(await lab.sync(ada)).toMatchObject({ removed: 8, guarded: false });
  lab.clock.advanceBy(3_600_000);
  for (let index = 8; index < 16; index++) lab.remove(ada, `f${index}.csv`);
  expect(await lab.sync(ada)).toMatchObject({ removed: 0, guarded: true });
});

test('sixty files removed at the service stay here until somebody decides; kept ones are not sent until edited', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, many(60));
  await lab.sync(ada);
  const colleague = lab.service.colleague(0);
  for (const entry of lab.service.sights.tree(lab.root)) colleague.removeFile(entry.id);
  expect(await lab.syncTwice(ada)).toMatchObject({ removed: 0, guarded: true });
  const [guard] = await lab.call(ada, 'guards.list', null);
  expect(guard).toMatchObject({ direction: 'service', items: 60 });
  await lab.call(ada, 'guards.answer', { id: guard?.id ?? '', answer: 'keep' });
  expect(await lab.sync(ada)).toMatchObject({ sent: 0, removed: 0, guarded: false });
  expect(ada.texts()).toEqual(many(60));
  lab.save(ada, { 'f0.csv': 'edited' });
  expect(await lab.sync(ada)).toMatchObject({ sent: 1 });
  expect(lab.there()).toEqual({ 'f0.csv': 'edited' });
});

test('an upload mirror sends new files and edits, writes and removes nothing here, and sends no removal', async () => {
  const lab = new QuietLab();
  const pc = await lab.computer('Plate reader', {}, 'upload');
  lab.save(pc, { 'run 1.csv': 'one', 'run 2.csv': 'two' });
  await lab.sync(pc);
  const colleague = lab.service.colleague(0);
  colleague.createFile(lab.root, 'not for here.txt', new TextEncoder().encode('theirs'));
  const second = lab.service.sights.tree(lab.root).find(({ path }) => path === 'run 2.csv');
  colleague.editFile(second?.id ?? '', new TextEncoder().encode('annotated'));
  lab.remove(pc, 'run 1.csv');
  expect(await lab.sync(pc)).toMatchObject({ sent: 0, received: 0, removed: 0 });
  expect(pc.texts()).toEqual({ 'run 2.csv': 'two' });
  lab.save(pc, { 'run 2.csv': 'two and more' });
  expect(await lab.sync(pc)).toMatchObject({ sent: 1, received: 0 });
  expect(lab.there()).toEqual({ 'run 1.csv': 'one', 'run 2.csv': 'two and more', 'not for here.txt': 'theirs' });
  expect(lab.service.sights.versionsOf(second?.id ?? '').map(({ bytes }) => new TextDecoder().decode(bytes))).toEqual([
    'two',
    'annotated',
    'two and more',
  ]);
});

test('a download mirror sends nothing; an edit here stays as a sibling, a removal here is downloaded again', async () => {
  const lab = new QuietLab();
  const colleague = lab.service.colleague(0);
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
  const sop = colleague.createFile(lab.root, 'sop.md', encode('v1'));
  colleague.createFile(lab.root, 'other.md', encode('other'));
  const pc = await lab.computer('Analysis', {}, 'download');
  await lab.sync(pc);
  lab.save(pc, { 'sop.md': 'my notes', 'mine.txt': 'mine' });
  lab.remove(pc, 'other.md');
  expect(await lab.sync(pc)).toMatchObject({ sent: 0, received: 1 });
  colleague.editFile(sop, encode('v2'));
  expect(await lab.sync(pc)).toMatchObject({ sent: 0 });
  expect(Object.values(pc.texts()).sort()).toEqual(['mine', 'my notes', 'other', 'v2']);
  expect(pc.texts()['sop.md']).toBe('v2');
  expect(lab.there()).toEqual({ 'sop.md': 'v2', 'other.md': 'other' });
});

test('a folder that is gone halts its mirror, and nothing is removed at the service [W9, W10]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'one' });
  await lab.sync(ada);
  ada.disk.tree.remove(FOLDER);
  expect((await lab.sync(ada)).blocked).toMatchObject([{ reason: 'root-lost' }]);
  ada.disk.tree.mkdir(FOLDER);
  expect((await lab.sync(ada)).blocked).toMatchObject([{ reason: 'root-lost' }]);
  expect(lab.there()).toEqual({ 'a.csv': 'one' });
});

test('a folder that cannot be read is not an empty folder [W8]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'raw/a.csv': 'one', 'b.csv': 'two' });
  await lab.sync(ada);
  ada.disk.tree.refuse(`${FOLDER}/raw`, 'EACCES');
  lab.save(ada, { 'b.csv': 'more' });
  expect(await lab.sync(ada)).toMatchObject({
    sent: 1,
    removed: 0,
    held: [],
    blocked: [{ path: 'raw', reason: 'disk-refused' }],
  });
  ada.disk.tree.refuse(`${FOLDER}/raw`, null);
  expect(await lab.sync(ada)).toMatchObject({ sent: 0, removed: 0, blocked: [] });
  expect(lab.there()).toEqual({ 'raw/a.csv': 'one', 'b.csv': 'more' });
});

test('a refused file is said once and does not stop the others [T18]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  let asked = 0;
  lab.trouble = ({ method, url }) => {
    if (method === 'POST' && /\/files\/upload/.test(url)) asked += 1;
    return null;
  };
  lab.save(ada, { 'setup.exe': 'x', 'a.csv': 'one' });
  expect(await lab.sync(ada)).toMatchObject({ sent: 1, blocked: [{ path: 'setup.exe', reason: 'refused' }] });
  const before = asked;
  for (let day = 0; day < 7; day++) {
    lab.clock.advanceBy(86_400_000);
    await lab.sync(ada);
  }
  expect(asked).toBe(before);
});

test('access that is refused for a folder freezes it: nothing is removed here [R4]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'raw/a.csv': 'one' });
  await lab.sync(ada);
  const raw = lab.service.sights.tree(lab.root).find(({ path }) => path === 'raw')?.id ?? '';
  const refusal = {
    status: 403,
    body: JSON.stringify({ errorCode: 'FORBIDDEN', messages: ['No.'] }),
    headers: { 'content-type': 'application/json' },
  };
  lab.trouble = ({ url }) => (url.includes(`/folders/${raw}`) ? { kind: 'instead', answer: refusal } : null);
  for (let turn = 0; turn < 4; turn++) expect(await lab.syncTwice(ada)).toMatchObject({ removed: 0 });
  expect(ada.texts()).toEqual({ 'raw/a.csv': 'one' });
});

test('a captive portal is as good as no answer: nothing happens, and it ends as temporary [T26]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'one' });
  const portal = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' };
  lab.trouble = () => ({ kind: 'instead', answer: portal });
  expect(await lab.sync(ada)).toMatchObject({ sent: 0, stopped: { kind: 'offline' } });
  lab.trouble = () => null;
  expect(await lab.sync(ada)).toMatchObject({ sent: 1, stopped: null });
});

test('a conflict is resolved with mine, theirs or both, and no answer costs a byte', async () => {
  for (const keep of ['mine', 'theirs', 'both'] as const) {
    const lab = new QuietLab();
    const ada = await lab.computer('Ada');
    lab.save(ada, { 'a.csv': 'base' });
    await lab.sync(ada);
    const file = lab.service.sights.tree(lab.root)[0]?.id ?? '';
    lab.service.colleague(0).editFile(file, new TextEncoder().encode('theirs'));
    lab.save(ada, { 'a.csv': 'mine' });
    const report = await lab.sync(ada);
    expect(report.conflicted).toMatchObject([{ path: 'a.csv' }]);
    await lab.call(ada, 'conflicts.resolve', { id: report.conflicted[0]?.id ?? '', keep });
    await lab.sync(ada);
    expect(await lab.sync(ada)).toMatchObject({ sent: 0, received: 0, removed: 0, conflicted: [] });
    const copy = Object.keys(ada.texts()).find(path => path !== 'a.csv') ?? '';
    const expected = {
      mine: { 'a.csv': 'mine' },
      theirs: { 'a.csv': 'theirs' },
      both: { 'a.csv': 'theirs', [copy]: 'mine' },
    }[keep];
    expect(ada.texts()).toEqual(expected);
    expect(lab.there()).toEqual(expected);
    expect(ada.stored().includes('mine')).toBe(keep !== 'both');
  }
});

test('the extraction state of a file that is looked at is followed until it is done', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'a.csv': 'well;value' });
  await lab.sync(ada);
  const state = async (): Promise<string | null | undefined> => {
    const view = await shownFolder(lab, ada);
    return view.rows[0]?.extraction;
  };
  ada.app.start();
  expect(await state()).toBe('pending');
  await lab.pass(60_000);
  expect(await state()).toBe('done');
});

test('names that no path may hold come here under look-alikes and keep their own name there [R10, X1]', async () => {
  const lab = new QuietLab();
  const colleague = lab.service.colleague(0);
  colleague.createFile(lab.root, '8/11 plate.csv', new TextEncoder().encode('slash'));
  colleague.createFile(lab.root, '..', new TextEncoder().encode('dots'));
  colleague.createFile(lab.root, 'twin.csv', new TextEncoder().encode('first'));
  colleague.createFile(lab.root, 'twin.csv', new TextEncoder().encode('second'));
  const ada = await lab.computer('Ada');
  await lab.sync(ada);
  expect(Object.values(ada.texts()).sort()).toEqual(['dots', 'first', 'second', 'slash']);
  expect(Object.keys(ada.texts()).filter(path => path.includes('/'))).toEqual([]);
  const before = ada.texts();
  expect(await lab.sync(ada)).toMatchObject({ sent: 0, received: 0, moved: 0 });
  expect(ada.texts()).toEqual(before);
  lab.save(ada, { '8\u221511 plate.csv': 'edited' });
  await lab.sync(ada);
  expect(lab.service.sights.tree(lab.root).find(({ path }) => path === '8/11 plate.csv')).toMatchObject({
    kind: 'file',
  });
  expect(lab.there()['8/11 plate.csv']).toBe('edited');
});
