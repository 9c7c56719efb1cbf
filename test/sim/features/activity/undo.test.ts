import { expect, test } from 'vitest';

import type { MirrorMode } from '../../../../shared/features/mirrors/model.ts';
import type { Computer } from '../../world/computer.ts';
import { FOLDER } from '../../world/computer.ts';
import { bytes, idOf, versionsOf } from '../../lab/altered-answers.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

/** Files in step on both sides for a good while. */
async function inStep(files: Readonly<Record<string, string>>, settings = {}, mode: MirrorMode = 'two-way') {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada', settings, mode);
  lab.save(ada, files);
  await lab.sync(ada);
  lab.clock.advanceBy(3_600_000);
  return { lab, ada };
}

const undo = (lab: QuietLab, ada: Computer, id: string | null = null) => lab.call(ada, 'activity.undo', { id });
const list = (lab: QuietLab, ada: Computer) => lab.call(ada, 'activity.undoable', { limit: 100 });

/** Syncs until nothing is left, removals among it. */
async function settle(lab: QuietLab, ada: Computer): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    await lab.sync(ada);
    lab.clock.advanceBy(60_000);
  }
}

test('a version that came from the service is undone: the one before it is the newest again, on both sides', async () => {
  const { lab, ada } = await inStep({ 'a.csv': 'one' });
  const file = idOf(lab, 'a.csv');
  lab.service.colleague(0).editFile(file, bytes('theirs'));
  await lab.sync(ada);
  expect(ada.texts()).toEqual({ 'a.csv': 'theirs' });
  expect(await list(lab, ada)).toMatchObject([{ path: 'a.csv', verb: 'received' }]);
  expect(await undo(lab, ada)).toMatchObject({ path: 'a.csv', mirror: 'm1' });
  await settle(lab, ada);
  expect(ada.texts()).toEqual({ 'a.csv': 'one' });
  expect(versionsOf(lab, file)).toEqual(['one', 'theirs', 'one']);
});

test('a version that was sent is undone, and that again', async () => {
  const { lab, ada } = await inStep({ 'a.csv': 'one' });
  lab.save(ada, { 'a.csv': 'two' });
  await lab.sync(ada);
  expect(await list(lab, ada)).toMatchObject([{ path: 'a.csv', verb: 'sent' }]);
  await undo(lab, ada);
  await settle(lab, ada);
  expect([ada.texts()['a.csv'], lab.there()['a.csv']]).toEqual(['one', 'one']);
  await undo(lab, ada);
  await settle(lab, ada);
  expect([ada.texts()['a.csv'], lab.there()['a.csv']]).toEqual(['two', 'two']);
  expect(versionsOf(lab, idOf(lab, 'a.csv'))).toEqual(['one', 'two', 'one', 'two']);
});

test('an undo that would go over a later change is refused, on either side, and changes nothing', async () => {
  const { lab, ada } = await inStep({ 'a.csv': 'one', 'b.csv': 'one' });
  lab.save(ada, { 'a.csv': 'two', 'b.csv': 'two' });
  await lab.sync(ada);
  const [b, a] = (await list(lab, ada)).toSorted((x, y) => y.path.localeCompare(x.path));
  lab.service.colleague(0).editFile(idOf(lab, 'a.csv'), bytes('theirs'));
  await expect(undo(lab, ada, a?.id ?? '')).rejects.toThrow('changed at the service since');
  lab.save(ada, { 'b.csv': 'three' });
  lab.trouble = ({ method }) => (method === 'POST' ? { kind: 'no-connection' } : null);
  await lab.sync(ada);
  lab.trouble = () => null;
  await expect(undo(lab, ada, b?.id ?? '')).rejects.toThrow('changed here since');
  lab.clock.advanceBy(3_600_000);
  await settle(lab, ada);
  expect(lab.there()).toEqual({ 'a.csv': 'theirs', 'b.csv': 'three' });
});

test.each([['file'], ['folder']])('a %s that a colleague moved goes back, and follows at the service', async kind => {
  const { lab, ada } = await inStep({ 'raw/a.csv': 'one', 'old/b.csv': 'two' });
  const colleague = lab.service.colleague(0);
  if (kind === 'file') colleague.moveFile(idOf(lab, 'raw/a.csv'), idOf(lab, 'old'));
  else colleague.renameFolder(idOf(lab, 'raw'), 'new');
  await settle(lab, ada);
  expect(ada.texts()).not.toHaveProperty(['raw/a.csv']);
  expect(await undo(lab, ada)).toMatchObject({ text: `It is back as '${kind === 'file' ? 'raw/a.csv' : 'raw'}'.` });
  await settle(lab, ada);
  expect(ada.texts()).toEqual({ 'raw/a.csv': 'one', 'old/b.csv': 'two' });
  expect(lab.there()).toEqual({ 'raw/a.csv': 'one', 'old/b.csv': 'two' });
});

test('a rename made here is undone; a place that is taken meanwhile is not taken from anybody', async () => {
  const { lab, ada } = await inStep({ 'a.csv': 'one' });
  const file = idOf(lab, 'a.csv');
  ada.disk.tree.rename(`${FOLDER}/a.csv`, `${FOLDER}/b.csv`);
  await settle(lab, ada);
  expect(lab.there()).toEqual({ 'b.csv': 'one' });
  const [moved] = await list(lab, ada);
  lab.save(ada, { 'a.csv': 'another' });
  await expect(undo(lab, ada, moved?.id ?? '')).rejects.toThrow('Something else is where');
  lab.remove(ada, 'a.csv');
  await undo(lab, ada, moved?.id ?? '');
  await settle(lab, ada);
  expect([ada.texts(), lab.there()]).toEqual([{ 'a.csv': 'one' }, { 'a.csv': 'one' }]);
  expect(idOf(lab, 'a.csv')).toBe(file);
  await expect(undo(lab, ada, moved?.id ?? '')).rejects.toThrow('undone already');
});

test('what was removed at the service and therefore here comes back, as a new file, and replaces nothing', async () => {
  const { lab, ada } = await inStep({ 'a.csv': 'one', 'b.csv': 'two' });
  lab.service.colleague(0).removeFile(idOf(lab, 'a.csv'));
  await settle(lab, ada);
  expect(ada.texts()).toEqual({ 'b.csv': 'two' });
  lab.save(ada, { 'a.csv': 'newer' });
  await undo(lab, ada);
  await settle(lab, ada);
  expect(ada.texts()).toEqual({ 'a.csv': 'newer', 'a (2).csv': 'one', 'b.csv': 'two' });
  expect(lab.there()).toEqual(ada.texts());
});

test('what was removed here and therefore at the service comes back on both sides', async () => {
  const { lab, ada } = await inStep({ 'a.csv': 'one', 'b.csv': 'two' });
  lab.remove(ada, 'a.csv');
  await settle(lab, ada);
  expect(lab.there()).toEqual({ 'b.csv': 'two' });
  expect(await undo(lab, ada)).toMatchObject({ text: "It is back as 'a.csv'." });
  await settle(lab, ada);
  expect([ada.texts(), lab.there()]).toEqual([
    { 'a.csv': 'one', 'b.csv': 'two' },
    { 'a.csv': 'one', 'b.csv': 'two' },
  ]);
});

test('a folder that was removed here comes back with everything that was in it', async () => {
  const { lab, ada } = await inStep({ 'raw/a.csv': 'one', 'raw/deep/b.csv': 'two', 'c.csv': 'three' });
  lab.remove(ada, 'raw');
  await settle(lab, ada);
  expect(lab.there()).toEqual({ 'c.csv': 'three' });
  expect((await list(lab, ada)).filter(({ verb }) => verb === 'removed')).toMatchObject([{ path: 'raw' }]);
  await undo(lab, ada);
  await settle(lab, ada);
  expect(lab.there()).toEqual({ 'raw/a.csv': 'one', 'raw/deep/b.csv': 'two', 'c.csv': 'three' });
  expect(ada.texts()).toEqual(lab.there());
});

test('a removal that waits is undone before it happens, also of a folder with everything in it', async () => {
  const { lab, ada } = await inStep({ 'a.csv': 'one', 'raw/b.csv': 'two' }, { deleteHoldSeconds: '600' });
  lab.remove(ada, 'a.csv');
  lab.remove(ada, 'raw');
  await lab.sync(ada);
  const held = (await list(lab, ada)).filter(({ verb }) => verb === 'removing');
  expect(held.map(({ path }) => path).toSorted()).toEqual(['a.csv', 'raw']);
  for (const { id } of held) await undo(lab, ada, id);
  lab.clock.advanceBy(3_600_000);
  await settle(lab, ada);
  expect([ada.texts(), lab.there()]).toEqual([
    { 'a.csv': 'one', 'raw/b.csv': 'two' },
    { 'a.csv': 'one', 'raw/b.csv': 'two' },
  ]);
  await expect(undo(lab, ada, held[0]?.id ?? '')).rejects.toThrow('does not wait any more');
});

test('removals that wait for an answer are undone one by one; the others still wait', async () => {
  const files = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`f${index}.csv`, `f ${index}`]));
  const { lab, ada } = await inStep(files);
  for (const path of Object.keys(files)) lab.remove(ada, path);
  expect(await lab.sync(ada)).toMatchObject({ guarded: true });
  const [first] = await list(lab, ada);
  await undo(lab, ada, first?.id ?? '');
  expect(await lab.sync(ada)).toMatchObject({ guarded: true, removed: 0, received: 1 });
  expect(await lab.call(ada, 'guards.list', null)).toMatchObject([{ items: 19 }]);
});

test.each(['mine', 'theirs'] as const)('a conflict that was settled for %s gives back what was stored', async keep => {
  const { lab, ada } = await inStep({ 'a.csv': 'one' });
  lab.service.colleague(0).editFile(idOf(lab, 'a.csv'), bytes('theirs'));
  lab.save(ada, { 'a.csv': 'mine' });
  await settle(lab, ada);
  const [conflict] = await lab.call(ada, 'conflicts.list', null);
  await lab.call(ada, 'conflicts.resolve', { id: conflict?.id ?? '', keep });
  await settle(lab, ada);
  expect(Object.values(ada.texts())).toEqual([keep]);
  const resolved = (await list(lab, ada)).find(({ verb }) => verb === 'resolved');
  await undo(lab, ada, resolved?.id ?? '');
  await settle(lab, ada);
  expect(ada.texts()['a.csv']).toBe('theirs');
  expect(Object.values(ada.texts()).toSorted()).toEqual(['mine', 'theirs']);
  expect(lab.there()).toEqual(ada.texts());
});

test('space that was freed is undone by downloading again', async () => {
  const { lab, ada } = await inStep({ 'a.csv': 'one' });
  await lab.call(ada, 'files.free', { paths: [`${FOLDER}/a.csv`] });
  await undo(lab, ada);
  await settle(lab, ada);
  expect(ada.texts()).toEqual({ 'a.csv': 'one' });
});

test('the history says what can be undone and what was, also after a restart', async () => {
  const { lab, ada } = await inStep({ 'a.csv': 'one' });
  lab.save(ada, { 'a.csv': 'two' });
  await lab.sync(ada);
  await lab.drive(ada.start());
  const [edited, created] = await lab.call(ada, 'activity.page', { before: null, limit: 2 });
  expect([edited?.undo, created?.undo]).toEqual(['possible', null]);
  await undo(lab, ada);
  const page = await lab.call(ada, 'activity.page', { before: null, limit: 10 });
  expect(page.find(({ id }) => id === edited?.id)?.undo).toBe('done');
  await expect(undo(lab, ada, String(created?.id))).rejects.toThrow('cannot be undone');
  await expect(undo(lab, ada, '999')).rejects.toThrow('benchtop undo list');
  await expect(undo(lab, ada)).rejects.toThrow('nothing to undo');
});

test('in a mirror that only downloads nothing is undone that would change the service', async () => {
  const lab = new QuietLab();
  const colleague = lab.service.colleague(0);
  const file = colleague.createFile(lab.root, 'a.csv', bytes('one'));
  const ada = await lab.computer('Ada', {}, 'download');
  await settle(lab, ada);
  colleague.editFile(file, bytes('two'));
  await settle(lab, ada);
  await expect(undo(lab, ada)).rejects.toThrow('only downloads');
  expect(versionsOf(lab, file)).toEqual(['one', 'two']);
});
