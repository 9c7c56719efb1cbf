import { expect, test, vi } from 'vitest';

import { MarkdownReader } from '../../renderer/markdown/markdown-reader.ts';
import type { WorkerLike } from '../../renderer/features/preview/stores/parser.ts';
import type { Question } from '../../renderer/features/preview/stores/protocol.ts';

const STAY = new AbortController().signal;

/** Workers that answer with the text itself; `bomb` is never answered. */
function bench() {
  const workers: { isEnded: boolean }[] = [];
  const asked: string[] = [];
  const start = (): WorkerLike => {
    const worker: WorkerLike & { isEnded: boolean } = {
      isEnded: false,
      onmessage: null,
      onerror: null,
      postMessage({ number, input }: Question) {
        const text = new TextDecoder().decode((input as { bytes: Uint8Array }).bytes);
        asked.push(text);
        const data = { number, output: { tree: { type: 'root', children: [] }, isCut: false, text } };
        if (text !== 'bomb') setTimeout(() => worker.onmessage?.({ data } as MessageEvent), 1);
      },
      terminate: () => void (worker.isEnded = true),
    };
    workers.push(worker);
    return worker;
  };
  return { reader: new MarkdownReader(start, 1000), workers, asked };
}

test('a text over which the worker is ended is not read again, and those after it are', async () => {
  vi.useFakeTimers();
  const { reader, workers, asked } = bench();
  const all = ['one', 'bomb', 'two'].map(text => reader.read(text, STAY));
  await vi.advanceTimersByTimeAsync(2000);
  vi.useRealTimers();
  expect((await Promise.all(all)).map(each => each === null)).toEqual([false, true, false]);
  expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false]);
  expect(await reader.read('bomb', STAY)).toBeNull();
  expect(asked).toEqual(['one', 'bomb', 'two']);
});

test('what nobody wants any more when its turn comes is passed over, and read when it is wanted', async () => {
  const { reader, asked } = bench();
  const leaving = new AbortController();
  const first = reader.read('one', STAY);
  const second = reader.read('two', leaving.signal);
  leaving.abort();
  await Promise.all([first, second]);
  expect(asked).toEqual(['one']);
  expect(await reader.read('two', STAY)).not.toBeNull();
});
