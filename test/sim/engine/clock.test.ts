import { expect, test } from 'vitest';

import { FOLDER } from '../world/computer.ts';
import type { Computer } from '../world/computer.ts';
import { instead } from '../lab/altered-answers.ts';
import { QuietLab } from '../lab/quiet-lab.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

const many = (from: number, to: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: to - from }, (_, index) => [`f${from + index}.csv`, `text ${from + index}`]));

async function labWith(
  files: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ lab: QuietLab; ada: Computer }> {
  const lab = new QuietLab();
  const ada = await lab.computer('Ada', settings);
  lab.save(ada, files);
  await lab.sync(ada);
  lab.clock.advanceBy(HOUR);
  await lab.sync(ada);
  return { lab, ada };
}

test.each([['back', -YEAR] as const, ['ahead', YEAR] as const])(
  'a clock that jumps a year %s does not keep a failed file from being tried again [C14]',
  async (_, jump) => {
    const { lab, ada } = await labWith({ 'a.csv': 'one' });
    lab.trouble = ({ method }) => (method === 'POST' ? instead(500, { messages: ['Later.'] }) : null);
    lab.save(ada, { 'a.csv': 'two' });
    expect(await lab.sync(ada)).toMatchObject({ sent: 0 });
    lab.trouble = () => null;
    ada.skewMs = jump;
    lab.clock.advanceBy(600_000);
    expect(await lab.sync(ada)).toMatchObject({ sent: 1, blocked: [] });
  },
);

test.each([['back', -YEAR] as const, ['ahead', HOUR] as const])(
  'a removal waits for its hold, no more and no less, when the clock jumps %s [C14]',
  async (_, jump) => {
    const { lab, ada } = await labWith({ 'a.csv': 'one', 'b.csv': 'two' }, { deleteHoldSeconds: '60' });
    lab.remove(ada, 'a.csv');
    expect(await lab.sync(ada)).toMatchObject({ held: [{ path: 'a.csv' }] });
    ada.skewMs = jump;
    lab.clock.advanceBy(30_000);
    expect(await lab.sync(ada)).toMatchObject({ removed: 0, held: [{ path: 'a.csv' }] });
    lab.clock.advanceBy(31_000);
    expect(await lab.sync(ada)).toMatchObject({ removed: 1, held: [] });
  },
);

test('a clock that was set back while nothing ran does not freeze what waits [C14]', async () => {
  const { lab, ada } = await labWith({ 'a.csv': 'one', 'b.csv': 'two' }, { deleteHoldSeconds: '60' });
  lab.remove(ada, 'a.csv');
  expect(await lab.sync(ada)).toMatchObject({ held: [{ path: 'a.csv' }] });
  ada.skewMs = -YEAR;
  await lab.drive(ada.start());
  expect(await lab.sync(ada)).toMatchObject({ removed: 0, held: [{ path: 'a.csv' }] });
  lab.clock.advanceBy(61_000);
  expect(await lab.sync(ada)).toMatchObject({ removed: 1, held: [] });
});

test.each([['back', -YEAR] as const, ['ahead', 2 * DAY] as const])(
  'removals in slices are added up although the clock jumps %s in between [C14, P30]',
  async (_, jump) => {
    const { lab, ada } = await labWith(many(0, 40), { guardItems: '10', guardPercent: '100' });
    for (const path of Object.keys(many(0, 8))) lab.remove(ada, path);
    expect(await lab.sync(ada)).toMatchObject({ removed: 8, guarded: false });
    ada.skewMs = jump;
    lab.clock.advanceBy(60_000);
    for (const path of Object.keys(many(8, 16))) lab.remove(ada, path);
    expect(await lab.sync(ada)).toMatchObject({ removed: 0, guarded: true });
  },
);

test.each([['back', -YEAR] as const, ['ahead', YEAR] as const])(
  'a removal at the service needs two looks a while apart, whatever the clock says: %s [C14]',
  async (_, jump) => {
    const { lab, ada } = await labWith({ 'a.csv': 'one', 'b.csv': 'two' }, { pollSeconds: '30' });
    const file = lab.service.sights.tree(lab.root).find(({ path }) => path === 'a.csv');
    lab.service.colleague(0).removeFile(file?.id ?? '');
    await lab.sync(ada);
    ada.skewMs = jump;
    lab.clock.advanceBy(1000);
    await lab.sync(ada);
    expect(ada.texts()).toEqual({ 'a.csv': 'one', 'b.csv': 'two' });
    lab.clock.advanceBy(30_000);
    await lab.sync(ada);
    expect(ada.texts()).toEqual({ 'b.csv': 'two' });
  },
);

test('a file that was being written when the clock was set back is sent when it has come to rest [C14]', async () => {
  const { lab, ada } = await labWith({ 'a.csv': 'one' }, { settleMs: '600000' });
  lab.save(ada, { 'a.csv': 'two' });
  expect(await lab.sync(ada)).toMatchObject({ sent: 0, held: [{ path: 'a.csv', reason: 'settling' }] });
  ada.skewMs = -YEAR;
  lab.clock.advanceBy(660_000);
  expect(await lab.sync(ada)).toMatchObject({ sent: 1, held: [] });
});

test('a pause of an hour does not last a year because the clock was set back [C14]', async () => {
  const { lab, ada } = await labWith({ 'a.csv': 'one' });
  ada.app.start();
  const pass = (ms: number): Promise<void> => lab.pass(ms);
  await pass(10_000);
  await lab.call(ada, 'sync.pause', { mirror: null, untilMs: lab.clock.now() + HOUR });
  ada.skewMs = -YEAR;
  lab.save(ada, { 'a.csv': 'two' });
  await pass(50 * 60_000);
  expect(lab.there()).toEqual({ 'a.csv': 'one' });
  await pass(15 * 60_000);
  expect(lab.there()).toEqual({ 'a.csv': 'two' });
});

test('a clock that is a year ahead for an hour empties nothing out of the store [C14]', async () => {
  const { lab, ada } = await labWith({ 'a.csv': 'one', 'b.csv': 'two' });
  lab.remove(ada, 'a.csv');
  await lab.sync(ada);
  for (const jump of [YEAR, YEAR, 0]) {
    ada.skewMs = jump;
    await lab.drive(ada.start());
    await lab.sync(ada);
    lab.clock.advanceBy(HOUR);
  }
  expect(ada.stored()).toEqual(['one']);
});

test('what lies in the store goes after thirty days of a clock that can be believed', async () => {
  const { lab, ada } = await labWith({ 'a.csv': 'one', 'b.csv': 'two' });
  lab.remove(ada, 'a.csv');
  await lab.sync(ada);
  for (let day = 0; day < 31; day++) {
    lab.clock.advanceBy(DAY);
    await lab.sync(ada);
  }
  expect(ada.stored()).toEqual(['one']);
  await lab.drive(ada.start());
  expect(ada.stored()).toEqual([]);
});

/** A daemon that looks once a day by itself. */
async function dozing(): Promise<{ lab: QuietLab; ada: Computer; pass: (ms: number) => Promise<void> }> {
  const { lab, ada } = await labWith({ 'a.csv': 'one', 'b.csv': 'two' }, { pollSeconds: '86400' });
  ada.app.start();
  const pass = (ms: number): Promise<void> => lab.pass(ms);
  await pass(10_000);
  return { lab, ada, pass };
}

test.each(['stands still', 'goes on'] as const)(
  'after a sleep of eight hours, in which the steady clock %s, both sides are looked at and watched again [W19]',
  async steady => {
    const { lab, ada, pass } = await dozing();
    // The watcher of the folder is gone after the sleep.
    ada.disk.tree.onTouch = () => undefined;
    lab.save(ada, { 'a.csv': 'edited here' });
    const theirs = lab.service.sights.tree(lab.root).find(({ path }) => path === 'b.csv');
    lab.service.colleague(0).editFile(theirs?.id ?? '', new TextEncoder().encode('edited there'));
    if (steady === 'goes on') lab.clock.advanceBy(8 * HOUR);
    else ada.skewMs = 8 * HOUR;
    await pass(60_000);
    expect(lab.there()).toEqual({ 'a.csv': 'edited here', 'b.csv': 'edited there' });
    expect(ada.texts()).toEqual(lab.there());
    ada.disk.tree.write(`${FOLDER}/a.csv`, 'again');
    ada.disk.tree.write(`${FOLDER}/a.csv`, 'again and again');
    await pass(10_000);
    expect(lab.there()['a.csv']).toBe('again and again');
  },
);

test('when the network is back, both sides are looked at, not only what was to be sent [W19]', async () => {
  const { lab, ada, pass } = await dozing();
  lab.trouble = () => ({ kind: 'no-connection' });
  lab.save(ada, { 'a.csv': 'edited here' });
  await pass(30_000);
  expect(await lab.call(ada, 'sync.status', null)).toMatchObject({ state: 'offline' });
  const theirs = lab.service.sights.tree(lab.root).find(({ path }) => path === 'b.csv');
  lab.service.colleague(0).editFile(theirs?.id ?? '', new TextEncoder().encode('edited there'));
  await pass(600_000);
  expect(await lab.call(ada, 'sync.status', null)).toMatchObject({ state: 'offline' });
  lab.trouble = () => null;
  await pass(360_000);
  expect(lab.there()).toEqual({ 'a.csv': 'edited here', 'b.csv': 'edited there' });
  expect(ada.texts()).toEqual(lab.there());
});
