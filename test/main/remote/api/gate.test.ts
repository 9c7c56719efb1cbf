import { expect, test } from 'vitest';

import { Gate } from '../../../../main/remote/api/gate.ts';
import { MINUTE, SECOND } from '../../../../shared/units.ts';
import { FakeClock } from '../../../sim/fakes/fake-clock.ts';

/** Calls that stay inside until they are let out, behind a gate. */
class Crowd {
  readonly clock = new FakeClock();
  readonly waits: (number | null)[] = [];
  readonly gate: Gate;
  readonly inside: (() => void)[] = [];
  #done: Promise<unknown>[] = [];

  constructor(most: number) {
    this.gate = new Gate(this.clock.portFor(), most, until => this.waits.push(until));
  }

  async come(count: number): Promise<void> {
    for (let one = 0; one < count; one++)
      this.#done.push(this.gate.pass(() => new Promise<void>(resolve => this.inside.push(resolve))));
    await settled();
  }

  /** Lets the first ones out, and in the waiting ones that may follow. */
  async leave(count: number): Promise<void> {
    for (const out of this.inside.splice(0, count)) out();
    await settled();
  }

  async everybodyLeaves(): Promise<void> {
    for (let round = 0; round < 100 && this.inside.length > 0; round++) await this.leave(this.inside.length);
    await Promise.all(this.#done);
    this.#done = [];
  }
}

/** Promises settle between two turns of the event loop. */
function settled(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}

test('no more than so many calls are inside, and everyone gets a turn', async () => {
  const crowd = new Crowd(3);
  await crowd.come(10);
  expect(crowd.inside).toHaveLength(3);
  await crowd.leave(1);
  expect(crowd.inside).toHaveLength(3);
  await crowd.everybodyLeaves();
  expect(crowd.inside).toHaveLength(0);
});

test('a call that fails makes room for the next', async () => {
  const gate = new Gate(new FakeClock().portFor(), 1, () => undefined);
  const failing = gate.pass(() => Promise.reject(new Error('no')));
  const next = gate.pass(() => Promise.resolve('yes'));
  await expect(failing).rejects.toThrow('no');
  await expect(next).resolves.toBe('yes');
});

test('while the service wants a pause nobody goes, and then half as many do', async () => {
  const crowd = new Crowd(8);
  crowd.gate.pause(5 * SECOND);
  await crowd.come(8);
  expect(crowd.inside).toHaveLength(0);
  crowd.clock.advanceBy(5 * SECOND - 1);
  await settled();
  expect(crowd.inside).toHaveLength(0);
  crowd.clock.advanceBy(1);
  await settled();
  expect(crowd.inside).toHaveLength(4);
  await crowd.everybodyLeaves();
});

test('a longer pause replaces a shorter one, a shorter one changes nothing', async () => {
  const crowd = new Crowd(1);
  crowd.gate.pause(10 * SECOND);
  crowd.gate.pause(1 * SECOND);
  await crowd.come(1);
  crowd.clock.advanceBy(9 * SECOND);
  await settled();
  expect(crowd.inside).toHaveLength(0);
  crowd.clock.advanceBy(1 * SECOND);
  await settled();
  expect(crowd.inside).toHaveLength(1);
  await crowd.everybodyLeaves();
});

test('calls that were refused together halve once what goes at once, and are told of once', async () => {
  const crowd = new Crowd(16);
  const now = crowd.clock.now();
  for (let call = 0; call < 16; call++) {
    crowd.gate.pause(5 * SECOND);
    crowd.clock.advanceBy(1);
  }
  await crowd.come(16);
  crowd.clock.advanceBy(5 * SECOND);
  await settled();
  expect(crowd.inside).toHaveLength(8);
  expect(crowd.waits.filter(until => until !== null)).toEqual([now + 5 * SECOND]);
  await crowd.everybodyLeaves();
});

test('at least one call goes however often the service wants a pause, and one more with each quiet minute', async () => {
  const crowd = new Crowd(8);
  for (let time = 0; time < 10; time++) crowd.gate.pause(0);
  await crowd.come(3);
  expect(crowd.inside).toHaveLength(1);
  await crowd.everybodyLeaves();
  crowd.clock.advanceBy(2 * MINUTE);
  await crowd.come(20);
  expect(crowd.inside).toHaveLength(3);
  await crowd.everybodyLeaves();
  crowd.clock.advanceBy(60 * MINUTE);
  await crowd.come(20);
  expect(crowd.inside).toHaveLength(8);
  await crowd.everybodyLeaves();
});

test('calls that stood in line while the service recovered go side by side again', async () => {
  const crowd = new Crowd(8);
  for (let time = 0; time < 3; time++) crowd.gate.pause(0);
  await crowd.come(20);
  crowd.clock.advanceBy(60 * MINUTE);
  await crowd.leave(1);
  expect(crowd.inside).toHaveLength(8);
});

test('people are told until when everybody waits, and when it goes on', async () => {
  const crowd = new Crowd(1);
  const now = crowd.clock.now();
  crowd.gate.pause(5 * SECOND);
  await crowd.come(1);
  crowd.clock.advanceBy(5 * SECOND);
  await settled();
  expect(crowd.waits).toEqual([now + 5 * SECOND, null]);
  await crowd.everybodyLeaves();
});

test('who gives up while everybody waits makes room', async () => {
  const clock = new FakeClock();
  const gate = new Gate(clock.portFor(), 1, () => undefined);
  gate.pause(MINUTE);
  const giving = new AbortController();
  const given = gate.pass(() => Promise.resolve('never'), giving.signal);
  await settled();
  giving.abort(new Error('given up'));
  await expect(given).rejects.toThrow('given up');
  const other = gate.pass(() => Promise.resolve('mine'));
  clock.advanceBy(MINUTE);
  await settled();
  clock.advanceBy(MINUTE);
  await expect(other).resolves.toBe('mine');
});

test('who comes while the service wants more than a minute is told how long at once, and waits for a shorter time', async () => {
  const clock = new FakeClock();
  const gate = new Gate(clock.portFor(), 1, () => undefined);
  gate.pause(10 * MINUTE);
  clock.advanceBy(2 * MINUTE);
  const told = { fault: { kind: 'busy', retryAfterMs: 8 * MINUTE } };
  await expect(gate.pass(() => Promise.resolve('yes'))).rejects.toMatchObject(told);
  clock.advanceBy(8 * MINUTE);
  await expect(gate.pass(() => Promise.resolve('yes'))).resolves.toBe('yes');
});
