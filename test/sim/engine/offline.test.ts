import { expect, test } from 'vitest';

import { FOLDER } from '../world/computer.ts';
import type { Computer } from '../world/computer.ts';
import { idOf } from '../lab/altered-answers.ts';
import { QuietLab } from '../lab/quiet-lab.ts';
import { shownFolder } from '../lab/shown-folder.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const TREE = { 'raw/a.csv': 'one', 'raw/b.csv': 'two', 'c.csv': 'three', 'd.csv': 'four' };

/** A daemon in step whose network then goes; `pass` lets time go by. */
async function withoutNetwork(): Promise<{ lab: QuietLab; ada: Computer; pass: (ms: number) => Promise<void> }> {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada', { pollSeconds: '60' });
  lab.save(ada, TREE);
  await lab.sync(ada);
  lab.clock.advanceBy(HOUR);
  await lab.sync(ada);
  lab.trouble = () => ({ kind: 'no-connection' });
  return { lab, ada, pass: ms => lab.pass(ms) };
}

async function rowsOf(lab: QuietLab, ada: Computer, folder: string | null): Promise<readonly (readonly string[])[]> {
  const view = await shownFolder(lab, ada, folder);
  return view.rows.map(({ name, badge }) => [name, badge] as const).toSorted(([a], [b]) => a.localeCompare(b));
}

test('a program that starts without the service shows all it knew, and when it was checked', async () => {
  const { lab, ada, pass } = await withoutNetwork();
  const checked = new Date(lab.clock.now()).toISOString();
  lab.clock.advanceBy(8 * HOUR);
  await lab.drive(ada.start());
  ada.app.start();
  await pass(10 * MINUTE);
  expect(await lab.call(ada, 'sync.status', null)).toMatchObject({
    state: 'offline',
    mirrors: [{ checkedAt: checked }],
  });
  const view = await shownFolder(lab, ada);
  expect(view.checkedAt).toBe(checked);
  expect(await rowsOf(lab, ada, null)).toEqual([
    ['c.csv', 'local'],
    ['d.csv', 'local'],
    ['raw', 'local'],
  ]);
  const raw = view.rows.find(({ name }) => name === 'raw')?.id ?? '';
  expect(await rowsOf(lab, ada, raw)).toEqual([
    ['a.csv', 'local'],
    ['b.csv', 'local'],
  ]);
  expect((await lab.call(ada, 'activity.page', { before: null, limit: 50 })).length).toBeGreaterThan(3);
  expect(await lab.call(ada, 'mirrors.list', null)).toMatchObject([{ id: 'm1', state: 'active' }]);
});

test('what is done here without the service is shown as waiting, and all of it goes out when the service is back', async () => {
  const { lab, ada, pass } = await withoutNetwork();
  const ids = { a: idOf(lab, 'raw/a.csv'), c: idOf(lab, 'c.csv') };
  await lab.drive(ada.start());
  ada.app.start();
  await pass(MINUTE);
  lab.save(ada, { 'c.csv': 'edited', 'new/deep/x.csv': 'new', 'new/y.csv': 'newer' });
  ada.disk.tree.rename(`${FOLDER}/raw`, `${FOLDER}/measured`);
  ada.disk.tree.rename(`${FOLDER}/measured/a.csv`, `${FOLDER}/measured/A1.csv`);
  lab.remove(ada, 'd.csv');
  await pass(20 * MINUTE);
  expect(lab.there()).toEqual(TREE);
  expect(await rowsOf(lab, ada, null)).toEqual([
    ['c.csv', 'queuedUp'],
    ['d.csv', expect.any(String)],
    ['measured', expect.any(String)],
    ['new', 'queuedUp'],
  ]);
  lab.trouble = () => null;
  await pass(20 * MINUTE);
  const expected = {
    'c.csv': 'edited',
    'measured/A1.csv': 'one',
    'measured/b.csv': 'two',
    'new/deep/x.csv': 'new',
    'new/y.csv': 'newer',
  };
  expect([lab.there(), ada.texts()]).toEqual([expected, expected]);
  // Moved and edited, not removed and created as new files.
  expect([idOf(lab, 'measured/A1.csv'), idOf(lab, 'c.csv')]).toEqual([ids.a, ids.c]);
  expect(ada.stored()).toEqual(['four']);
  expect(await lab.call(ada, 'sync.status', null)).toMatchObject({ state: 'upToDate', attention: 0 });
});

test('what was done here and there meanwhile is merged when the service is back', async () => {
  const { lab, ada, pass } = await withoutNetwork();
  ada.app.start();
  lab.save(ada, { 'raw/a.csv': 'edited here', 'c.csv': 'mine' });
  await pass(HOUR);
  const colleague = lab.service.colleague(0);
  colleague.editFile(idOf(lab, 'raw/b.csv'), new TextEncoder().encode('edited there'));
  colleague.editFile(idOf(lab, 'c.csv'), new TextEncoder().encode('theirs'));
  colleague.removeFile(idOf(lab, 'd.csv'));
  await pass(HOUR);
  lab.trouble = () => null;
  await pass(30 * MINUTE);
  const texts = ada.texts();
  expect(texts).toMatchObject({ 'raw/a.csv': 'edited here', 'raw/b.csv': 'edited there', 'c.csv': 'theirs' });
  expect(Object.values(texts).toSorted()).toEqual(['edited here', 'edited there', 'mine', 'theirs']);
  expect(lab.there()).toEqual(texts);
  expect(ada.stored()).toEqual(['four']);
});

test('without the service nothing is counted as failed, and it is tried ever more rarely', async () => {
  const { lab, ada, pass } = await withoutNetwork();
  let asked = 0;
  lab.trouble = () => {
    asked += 1;
    return { kind: 'no-connection' };
  };
  ada.app.start();
  lab.save(ada, { 'c.csv': 'edited' });
  await pass(12 * HOUR);
  expect(asked).toBeLessThan(12 * 60);
  expect(await lab.call(ada, 'problems.list', null)).toEqual([]);
  lab.trouble = () => null;
  await pass(10 * MINUTE);
  expect(lab.there()['c.csv']).toBe('edited');
});
