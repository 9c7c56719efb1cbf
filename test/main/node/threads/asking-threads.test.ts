import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { AskingThreads } from '../../../../main/node/threads/asking-threads.ts';
import type { DiskThread } from '../../../../main/node/threads/disk-thread.ts';

type Answering = Pick<DiskThread, 'ask' | 'close'>;

/** Threads that answer only when they are told to. */
class Threads {
  readonly waiting: (() => void)[] = [];
  started = 0;

  readonly start = (): Answering => {
    this.started += 1;
    const ask = (): Promise<null> => new Promise(resolve => this.waiting.push(() => resolve(null)));
    return { ask: ask as unknown as DiskThread['ask'], close: () => Promise.resolve() };
  };

  async answerAll(): Promise<void> {
    await settled();
    for (; this.waiting.length > 0; await settled()) for (const answer of this.waiting.splice(0)) answer();
  }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

/** What became of each question so far: null while it is open. */
function asked(threads: AskingThreads<Answering>, count: number): (string | null)[] {
  const outcomes: (string | null)[] = Array.from({ length: count }, () => null);
  for (let which = 0; which < count; which += 1)
    threads.ask('answer', [`/folder ${which}`], `/folder ${which}`).then(
      () => (outcomes[which] = 'answered'),
      (thrown: unknown) => (outcomes[which] = String(thrown)),
    );
  return outcomes;
}

test('questions that are answered share one thread', async () => {
  const threads = new Threads();
  const outcomes = asked(new AskingThreads(threads.start), 10);
  await threads.answerAll();
  expect([outcomes, threads.started]).toEqual([Array.from({ length: 10 }, () => 'answered'), 1]);
});

test('threads that get no answer are left behind, up to a bound, and beyond it nothing is asked', async () => {
  const threads = new Threads();
  const asking = new AskingThreads(threads.start);
  const outcomes = asked(asking, 20);
  await settled();
  expect(threads.started).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(threads.started).toBe(16);
  expect(outcomes.filter(outcome => outcome === null)).toHaveLength(16);
  expect(outcomes.filter(outcome => outcome !== null)).toEqual(
    Array.from({ length: 4 }, () => 'FaultError: disk-refused'),
  );
  await threads.answerAll();
  expect(outcomes.filter(outcome => outcome === 'answered')).toHaveLength(16);
  const later = asked(asking, 1);
  await threads.answerAll();
  expect([later, threads.started]).toEqual([['answered'], 16]);
});

test('where many volumes hang at once, one that answers is asked within two seconds', async () => {
  const threads = new Threads();
  const asking = new AskingThreads(threads.start);
  asked(asking, 12);
  const [outcome] = [asked(asking, 1)];
  await vi.advanceTimersByTimeAsync(1750);
  // The last one that was asked.
  threads.waiting.at(-1)?.();
  await settled();
  expect([threads.waiting.length, outcome]).toEqual([13, ['answered']]);
});

test('a thread that has answered is given away once, one that has not is kept', async () => {
  const threads = new Threads();
  const asking = new AskingThreads(threads.start);
  expect(asking.giveIdle()).toBeNull();
  asked(asking, 1);
  await settled();
  expect(asking.giveIdle()).toBeNull();
  await threads.answerAll();
  expect(asking.giveIdle()).not.toBeNull();
  expect(asking.giveIdle()).toBeNull();
  const later = asked(asking, 1);
  await threads.answerAll();
  expect([later, threads.started]).toEqual([['answered'], 2]);
});
