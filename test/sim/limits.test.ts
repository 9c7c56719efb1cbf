import { expect, test } from 'vitest';

import { HOUR, MINUTE } from '../../shared/units.ts';
import { bytes, idOf } from './hazards/altered.ts';
import { QuietLab } from './quiet-lab.ts';

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
  await lab.drive(lab.clock.portFor().sleep(HOUR));
  lab.save(ada, { 'b.csv': text(600_000, 'b') });
  const taken = await timed(lab, async () => {
    const syncing = ada.app.handlers['sync.once'](null);
    await lab.drive(lab.clock.portFor().sleep(MINUTE));
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
