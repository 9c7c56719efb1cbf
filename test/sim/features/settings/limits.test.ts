import { expect, test } from 'vitest';

import { HOUR, MINUTE } from '../../../../shared/units.ts';
import { bytes, idOf } from '../../lab/altered-answers.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

const NONE = { upBytesPerSecond: 0, downBytesPerSecond: 0, hours: null };
const text = (length: number, letter: string): string => letter.repeat(length);

/** How long something takes in the simulated world, in milliseconds. */
async function timed(lab: QuietLab, work: () => Promise<unknown>): Promise<number> {
  const from = lab.clock.elapsed();
  await work();
  return lab.clock.elapsed() - from;
}

test('new files, versions and downloads take the time that the limits say, all together', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  await lab.sync(ada);
  await lab.call(ada, 'limits.set', { upBytesPerSecond: 10_000, downBytesPerSecond: 5000, hours: null });
  lab.save(ada, { 'a.csv': text(300_000, 'a'), 'b.csv': text(300_000, 'b') });
  const sending = await timed(lab, () => lab.sync(ada));
  expect(sending).toBeGreaterThanOrEqual(60_000);
  expect(sending).toBeLessThan(62_000);
  lab.save(ada, { 'a.csv': text(300_000, 'c') });
  // Base64 makes four bytes of three.
  const editing = await timed(lab, () => lab.sync(ada));
  expect(editing).toBeGreaterThanOrEqual(40_000);
  expect(editing).toBeLessThan(42_000);
  lab.service.colleague(0).createFile(lab.root, 'd.csv', bytes(text(300_000, 'd')));
  const receiving = await timed(lab, () => lab.sync(ada));
  expect(receiving).toBeGreaterThanOrEqual(60_000);
  expect(receiving).toBeLessThan(62_000);
  expect(ada.texts()).toEqual(lab.there());
});

test('a limit that a person changes is felt by what is under way, and holds at its hours only', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  await lab.sync(ada);
  // It is 15:03 on the wall.
  await lab.call(ada, 'limits.set', { ...NONE, upBytesPerSecond: 1000, hours: { from: 16 * 60, to: 17 * 60 } });
  lab.save(ada, { 'a.csv': text(600_000, 'a') });
  expect(await timed(lab, () => lab.sync(ada))).toBeLessThan(1000);
  await lab.pass(HOUR);
  lab.save(ada, { 'b.csv': text(600_000, 'b') });
  const taken = await timed(lab, async () => {
    const syncing = ada.app.handlers['sync.once'](null);
    await lab.pass(MINUTE);
    expect(lab.there()).not.toHaveProperty('b.csv');
    await lab.call(ada, 'limits.set', NONE);
    await lab.drive(syncing);
  });
  expect(taken).toBeLessThan(MINUTE + 5000);
  expect(idOf(lab, 'b.csv')).not.toBe('');
});

test('a slow transfer is kept alive by many small pieces, and a restart keeps the limit', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada');
  await lab.call(ada, 'limits.set', { ...NONE, downBytesPerSecond: 1000 });
  await lab.drive(ada.start());
  expect(await lab.call(ada, 'limits.get', null)).toEqual({ ...NONE, downBytesPerSecond: 1000 });
  lab.service.colleague(0).createFile(lab.root, 'a.csv', bytes(text(200_000, 'a')));
  const taken = await timed(lab, () => lab.sync(ada));
  expect(taken).toBeGreaterThanOrEqual(200_000);
  expect(ada.texts()['a.csv']).toHaveLength(200_000);
});

test.each([1, 3, 8])('never more files are sent or downloaded side by side than a person allows: %i', async most => {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada', { parallelTransfers: String(most) });
  const many = (what: string): Record<string, string> =>
    Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`${what} ${at}.csv`, `${what} ${at}`]));
  const reach = { PUT: 0, GET: 0 };
  const open = { PUT: new Set<string>(), GET: new Set<string>() };
  lab.scheduler.mischief = ({ label, when }) => {
    const [, verb, url] = /^http (PUT|GET) (\/objects\/[^:]+)/.exec(label) ?? [];
    if (verb !== 'PUT' && verb !== 'GET') return undefined;
    if (when === 'before' && !label.endsWith(': answer')) open[verb].add(url ?? '');
    reach[verb] = Math.max(reach[verb], open[verb].size);
    if (when === 'after' && label.endsWith(': answer')) open[verb].delete(url ?? '');
    return undefined;
  };
  lab.save(ada, many('mine'));
  await lab.sync(ada);
  for (const [name, content] of Object.entries(many('theirs')))
    lab.service.colleague(0).createFile(lab.root, name, bytes(content));
  await lab.syncTwice(ada);
  expect(Object.keys(ada.texts())).toHaveLength(40);
  for (const met of [reach.PUT, reach.GET]) {
    expect(met).toBeLessThanOrEqual(most);
    expect(met).toBeGreaterThanOrEqual(Math.min(most, 2));
  }
});
