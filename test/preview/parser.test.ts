import { expect, test, vi } from 'vitest';

import { Parser, type WorkerLike } from '../../renderer/features/preview/stores/parser.ts';
import type { Question } from '../../renderer/features/preview/stores/protocol.ts';
import { UnreadableError } from '../../shared/preview/unreadable.ts';
import { serveParser } from '../../renderer/features/preview/stores/serve-parser.ts';

type Asks = { double: (input: number) => number };

/** A worker in our hands. */
function hand() {
  const asked: Question[] = [];
  const worker: WorkerLike & { isEnded: boolean } = {
    isEnded: false,
    onmessage: null,
    onerror: null,
    postMessage: question => void asked.push(question),
    terminate: () => void (worker.isEnded = true),
  };
  const answer = (data: object): void => worker.onmessage?.({ data } as MessageEvent);
  return { worker, asked, answer };
}

test('an answer finds its question, whatever the order', async () => {
  const { worker, asked, answer } = hand();
  const parser = new Parser<Asks>(worker);
  const both = [parser.ask('double', 2), parser.ask('double', 4)];
  for (const { number, input } of asked.toReversed()) answer({ number, output: (input as number) * 2 });
  expect(await Promise.all(both)).toEqual([4, 8]);
});

/** The sentence that a question ended with; heard from the beginning, so that it is never unheard of. */
const reasonOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'it was answered',
    (error: unknown) => String(error),
  );

test('a worker that takes too long is ended, and whatever was asked hears why [S22]', async () => {
  vi.useFakeTimers();
  const { worker } = hand();
  const parser = new Parser<Asks>(worker);
  const both = [reasonOf(parser.ask('double', 2)), reasonOf(parser.ask('double', 3))];
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  for (const reason of await Promise.all(both)) expect(reason).toContain('took too long');
  expect(worker.isEnded).toBe(true);
  expect(await reasonOf(parser.ask('double', 4))).toContain('took too long');
});

test('a worker that breaks, such as for want of memory, is said to have broken [S22]', async () => {
  const { worker } = hand();
  const asked = reasonOf(new Parser<Asks>(worker).ask('double', 2));
  worker.onerror?.({ preventDefault: () => undefined } as ErrorEvent);
  expect(await asked).toContain('needed too much memory');
});

test('a reason in words is passed on', async () => {
  const { worker, answer } = hand();
  const asked = reasonOf(new Parser<Asks>(worker).ask('double', 2));
  answer({ number: 1, reason: 'It is damaged.' });
  expect(await asked).toContain('It is damaged.');
});

test('a worker answers one question after the other, however long each takes, and whatever is thrown', async () => {
  const heard: ((event: { data: Question }) => void)[] = [];
  const answers: unknown[] = [];
  vi.stubGlobal('addEventListener', (_: string, listener: (event: { data: Question }) => void) => heard.push(listener));
  vi.stubGlobal('postMessage', (answer: unknown) => answers.push(answer));
  serveParser({
    slow: (input: number) => Promise.resolve(input).then(value => value * 2),
    damaged: () => Promise.reject(new UnreadableError('It is damaged.')),
    broken: () => {
      throw new RangeError('far too long');
    },
    quick: (input: number) => input,
  });
  for (const [at, name] of ['slow', 'damaged', 'broken', 'quick'].entries())
    heard[0]?.({ data: { number: at, name, input: at + 1 } });
  await vi.waitFor(() => expect(answers.length).toBe(4));
  vi.unstubAllGlobals();
  expect(answers).toEqual([
    { number: 0, output: 2 },
    { number: 1, reason: 'It is damaged.' },
    { number: 2, reason: expect.stringContaining('was stopped') },
    { number: 3, output: 4 },
  ]);
});
