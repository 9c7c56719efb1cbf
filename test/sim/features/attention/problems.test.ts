import { expect, test } from 'vitest';

import type { Computer } from '../../world/computer.ts';
import { FOLDER } from '../../world/computer.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

/** A file that the service does not accept. */
async function refused(): Promise<{ lab: QuietLab; ada: Computer; id: string }> {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  lab.save(ada, { 'setup.exe': 'MZ' });
  await lab.sync(ada);
  const [problem] = await lab.call(ada, 'problems.list', null);
  expect(problem).toMatchObject({ mirror: 'm1', path: 'setup.exe', reason: 'refused', until: null, skipped: false });
  return { lab, ada, id: problem?.id ?? '' };
}

test('a skipped problem calls for nobody and is tried again when the file changes', async () => {
  const { lab, ada, id } = await refused();
  await lab.call(ada, 'problems.skip', { id });
  const report = await lab.sync(ada);
  expect(report).toMatchObject({ blocked: [], held: [{ path: 'setup.exe', reason: 'skipped', until: null }] });
  expect(await lab.call(ada, 'sync.status', null)).toMatchObject({ attention: 0, state: 'waiting' });
  expect(await lab.call(ada, 'problems.list', null)).toMatchObject([{ id, skipped: true }]);
  lab.save(ada, { 'setup.exe': 'MZ, edited' });
  expect(await lab.sync(ada)).toMatchObject({ blocked: [{ path: 'setup.exe' }], held: [] });
});

test.each([['one'], ['all']])('what a person retries is tried at once, also when it was skipped (%s)', async which => {
  const { lab, ada, id } = await refused();
  await lab.call(ada, 'problems.skip', { id });
  expect(await lab.call(ada, 'problems.retry', { id: which === 'one' ? id : null })).toEqual({ count: 1 });
  expect(await lab.call(ada, 'problems.list', null)).toEqual([]);
  expect(await lab.sync(ada)).toMatchObject({ blocked: [{ path: 'setup.exe' }] });
});

test('a mirror that has stopped is listed, cannot be skipped, and goes on when its folder is back', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  await lab.sync(ada);
  ada.disk.tree.rename(FOLDER, '/home/elsewhere');
  await lab.sync(ada);
  expect(await lab.call(ada, 'problems.list', null)).toMatchObject([{ id: 'm1', path: '', reason: 'root-lost' }]);
  await expect(lab.call(ada, 'problems.skip', { id: 'm1' })).rejects.toThrow('stopped as a whole');
  ada.disk.tree.rename('/home/elsewhere', FOLDER);
  expect(await lab.call(ada, 'problems.retry', { id: 'm1' })).toEqual({ count: 1 });
  expect(await lab.sync(ada)).toMatchObject({ blocked: [] });
  expect(await lab.call(ada, 'problems.list', null)).toEqual([]);
});

test('something that a look found can be left alone, and is said again when a person wants it', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  ada.disk.tree.write(`${FOLDER}/disk.img`, 'holes').isHollow = true;
  expect(await lab.sync(ada)).toMatchObject({ blocked: [{ path: 'disk.img' }] });
  await lab.call(ada, 'problems.skip', { id: 'm1:disk.img' });
  expect(await lab.sync(ada)).toMatchObject({ blocked: [], held: [{ path: 'disk.img', reason: 'skipped' }] });
  await lab.call(ada, 'problems.retry', { id: null });
  expect(await lab.sync(ada)).toMatchObject({ blocked: [{ path: 'disk.img' }], held: [] });
});

test('a problem that is not there is said to be unknown, with where to look', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  for (const call of ['problems.skip', 'problems.retry'] as const)
    await expect(lab.call(ada, call, { id: 'item:99' })).rejects.toThrow('benchtop problems list');
});
