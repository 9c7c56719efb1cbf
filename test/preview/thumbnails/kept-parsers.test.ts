import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Parser, type WorkerLike } from '../../../renderer/features/preview/stores/parser.ts';
import type { Asks, Question } from '../../../renderer/features/preview/stores/protocol.ts';
import { KeptParsers } from '../../../renderer/features/preview/thumbnail/kept-parsers.ts';
import { UnreadableError } from '../../../shared/preview/unreadable.ts';

type Reads = { read: (name: string) => string };
type Kind = 'pdf' | 'stack';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Workers in our hands, in the order in which they were started. */
function stage() {
  const workers: (WorkerLike & { kind: Kind; isEnded: boolean; asked: Question[] })[] = [];
  const parsers = new KeptParsers<Kind>(kind => {
    const worker = {
      kind,
      isEnded: false,
      asked: [] as Question[],
      onmessage: null,
      onerror: null,
      postMessage: (question: Question) => void worker.asked.push(question),
      terminate: () => void (worker.isEnded = true),
    };
    workers.push(worker);
    return new Parser<Asks>(worker);
  });
  const read = (kind: Kind, leaving = new AbortController()): Promise<string> => {
    const asked = parsers.ask<Reads, string>(kind, leaving.signal, parser => parser.ask('read', 'a file'));
    return asked.catch((thrown: unknown) => (thrown instanceof Error ? thrown.name : 'thrown'));
  };
  /** The worker answers its newest question. */
  const answer = (at: number, data: object = { output: 'read' }): void => {
    const worker = workers[at];
    worker?.onmessage?.({ data: { number: worker.asked.at(-1)?.number, ...data } } as MessageEvent);
  };
  return { workers, read, answer, running: () => workers.filter(({ isEnded }) => !isEnded).map(({ kind }) => kind) };
}

test('files of several kinds by turns are read by one worker of each kind', async () => {
  const { workers, read, answer, running } = stage();
  for (const [kind, at] of [
    ['pdf', 0],
    ['stack', 1],
    ['pdf', 0],
    ['stack', 1],
  ] as const) {
    const reading = read(kind);
    answer(at);
    expect(await reading).toBe('read');
  }
  expect(workers).toHaveLength(2);
  expect(running()).toEqual(['pdf', 'stack']);
});

test('a worker that nothing was asked of for five seconds is ended', async () => {
  const { read, answer, running } = stage();
  const reading = read('pdf');
  answer(0);
  await reading;
  await vi.advanceTimersByTimeAsync(4900);
  expect(running()).toEqual(['pdf']);
  await vi.advanceTimersByTimeAsync(200);
  expect(running()).toEqual([]);
});

test('a file that has left the list costs its worker only when reading it takes longer than a second more', async () => {
  const { read, answer, running } = stage();
  const [soon, late] = [new AbortController(), new AbortController()];
  const reading = read('pdf', soon);
  soon.abort();
  await vi.advanceTimersByTimeAsync(900);
  answer(0);
  expect(await reading).toBe('read');
  expect(running()).toEqual(['pdf']);
  const other = read('pdf', late);
  late.abort();
  await vi.advanceTimersByTimeAsync(1100);
  expect(await other).toBe('AbortError');
  expect(running()).toEqual([]);
});

test('a worker that a file broke reads no other one', async () => {
  const { workers, read, answer, running } = stage();
  const reading = read('pdf');
  answer(0, { reason: 'It is damaged.' });
  expect(await reading).toBe(new UnreadableError('').name);
  expect(running()).toEqual([]);
  void read('pdf');
  expect(workers).toHaveLength(2);
});
