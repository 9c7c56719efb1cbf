import { expect, test } from 'vitest';

import { Dice } from '../../sim/fakes/dice.ts';
import { FakeClock } from '../../sim/fakes/fake-clock.ts';
import { createFakeWatcher } from '../../sim/fakes/fake-watcher.ts';
import { FakeTree } from '../../sim/fakes/fake-tree.ts';
import { type Moment, Scheduler } from '../../sim/fakes/scheduler.ts';

function world(seed: number): Scheduler {
  return new Scheduler(new Dice(seed), new FakeClock());
}

/** Three workers, each doing five steps with sleeps between, on one device; the order in which it all happened. */
async function orderOf(seed: number): Promise<string> {
  const scheduler = world(seed);
  const device = scheduler.device('bench');
  const clock = scheduler.clock.portFor(device);
  const order: string[] = [];
  const work = async (name: string): Promise<void> => {
    for (let count = 0; count < 5; count += 1) {
      await device.step(`${name} ${count}`, () => order.push(`${name}${count}`));
      if (count % 2 === 0) await clock.sleep(10 * count);
    }
  };
  let isOver = false;
  void Promise.all(['a', 'b', 'c'].map(work)).then(() => (isOver = true));
  expect(await scheduler.run(() => isOver)).toBe('done');
  return order.join(' ');
}

test('the same seed gives the same order, another seed another one', async () => {
  const orders = await Promise.all([1, 2, 3, 4, 5].map(orderOf));
  expect(await Promise.all([1, 2, 3, 4, 5].map(orderOf))).toEqual(orders);
  expect(new Set(orders).size).toBe(5);
});

test('dice give the same numbers for the same seed, spread evenly, and well-formed UUIDs', () => {
  const draw = (seed: number): number[] => {
    const dice = new Dice(seed);
    return Array.from({ length: 1000 }, () => dice.next());
  };
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
  const mean = draw(7).reduce((sum, number) => sum + number, 0) / 1000;
  expect(mean).toBeGreaterThan(0.45);
  expect(mean).toBeLessThan(0.55);
  const dice = new Dice(7);
  const uuids = Array.from({ length: 100 }, () => dice.uuid());
  expect(new Set(uuids).size).toBe(100);
  for (const uuid of uuids)
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(dice.shuffle([1, 2, 3, 4]))).toEqual(new Set([1, 2, 3, 4]));
});

test('time moves only when nothing else can happen', async () => {
  const scheduler = world(1);
  const device = scheduler.device('bench');
  const times: number[] = [];
  const note = (): void => void times.push(scheduler.clock.elapsed());
  void scheduler.clock.portFor(device).sleep(1000).then(note);
  for (let count = 0; count < 3; count += 1) void device.step('work', note);
  expect(await scheduler.run(() => times.length === 4)).toBe('done');
  expect(times).toEqual([0, 0, 0, 1000]);
});

test('in a hurry, time may move although something could still be done', async () => {
  const scheduler = world(1);
  scheduler.hurry = 0.5;
  const device = scheduler.device('bench');
  const order: string[] = [];
  void scheduler.clock
    .portFor(device)
    .sleep(1000)
    .then(() => order.push('slept'));
  for (let count = 0; count < 20; count += 1) void device.step('work', () => order.push('worked'));
  await scheduler.run(() => order.length === 21);
  expect(order.at(-1)).toBe('worked');
});

test('a run ends idle when nothing can ever happen again, and exhausted after too many steps', async () => {
  const scheduler = world(1);
  expect(await scheduler.run(() => false)).toBe('idle');
  const device = scheduler.device('bench');
  const forever = async (): Promise<never> => {
    for (;;) await device.step('again', () => undefined);
  };
  void forever();
  expect(await scheduler.run(() => false, 100)).toBe('exhausted');
  expect(scheduler.waiting()).toEqual(['bench: again']);
});

test('a dead device does nothing any more, and others go on', async () => {
  const scheduler = world(1);
  const [dead, alive] = [scheduler.device('dead'), scheduler.device('alive')];
  const done: string[] = [];
  void dead.step('before', () => done.push('dead'));
  void scheduler.clock
    .portFor(dead)
    .sleep(5)
    .then(() => done.push('dead woke'));
  void alive.step('work', () => done.push('alive'));
  dead.crash();
  void dead.step('after', () => done.push('dead too'));
  expect(await scheduler.run(() => false)).toBe('idle');
  expect(done).toEqual(['alive']);
});

test('each step has a moment before and after; a failure before has no effect, one after has', async () => {
  const scheduler = world(1);
  const device = scheduler.device('bench');
  const moments: Moment[] = [];
  const effects: string[] = [];
  scheduler.mischief = moment => {
    moments.push(moment);
    return moment.label === `fails ${moment.when}` ? { do: 'fail', error: new Error('EIO') } : undefined;
  };
  const settled = Promise.allSettled(
    ['works', 'fails before', 'fails after'].map(label => device.step(label, () => effects.push(label))),
  );
  await scheduler.run(() => false);
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(effects.toSorted()).toEqual(['fails after', 'works']);
  expect(moments.filter(({ label }) => label === 'works').map(({ when }) => when)).toEqual(['before', 'after']);
});

test('a crash after a step: it happened, but nobody is told', async () => {
  const scheduler = world(1);
  const device = scheduler.device('bench');
  scheduler.mischief = ({ when }) => (when === 'after' ? { do: 'crash' } : undefined);
  const seen: string[] = [];
  void device.step('work', () => seen.push('happened')).then(() => seen.push('told'));
  expect(await scheduler.run(() => false)).toBe('idle');
  expect([seen, device.isAlive]).toEqual([['happened'], false]);
});

test('hints may be lost with a word, or without one', async () => {
  const scheduler = world(1);
  const tree = new FakeTree();
  const device = scheduler.device('bench');
  tree.mkdir('/root');
  const watcher = createFakeWatcher(tree, device, folder =>
    folder.endsWith('loud') ? 'overflow' : folder.endsWith('quiet') ? 'drop' : 'deliver',
  );
  const hints: (string | null)[] = [];
  await watcher.watch('/root', ({ folder }) => hints.push(folder));
  for (const folder of ['loud', 'quiet', 'plain']) tree.write(`/root/${folder}/a.csv`, '1');
  await scheduler.run(() => false);
  expect(hints).toContain(null);
  expect(hints).toContain('plain');
  expect(hints).not.toContain('quiet');
});
