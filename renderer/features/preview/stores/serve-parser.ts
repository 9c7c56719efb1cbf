import { previewTexts } from '../../../../shared/features/preview/pane-text.ts';
import type { Answer, Asks, Question } from './protocol.ts';
import { UnreadableError } from '../../../../shared/preview/unreadable.ts';

/** As much of a worker's own scope as is used. Its types are not those of a page. */
interface WorkerScope {
  addEventListener(name: 'message', listener: (event: { readonly data: Question }) => void): void;
  postMessage(answer: Answer, transfer?: readonly Transferable[]): void;
}

/** Answers questions in a worker, one after the other. An error that a parser throws becomes a sentence. */
export function serveParser(asks: Asks): void {
  const scope = globalThis as unknown as WorkerScope;
  let before: Promise<void> = Promise.resolve();
  scope.addEventListener('message', ({ data }) => {
    before = before.then(() => answer(scope, asks, data));
  });
}

async function answer(scope: WorkerScope, asks: Asks, { number, name, input }: Question): Promise<void> {
  try {
    const ask = asks[name] as ((input: unknown) => unknown) | undefined;
    const output = await ask?.(input);
    scope.postMessage({ number, output }, picturesIn(output));
  } catch (thrown) {
    const reason = thrown instanceof UnreadableError ? thrown.message : previewTexts.stopped.broke;
    scope.postMessage({ number, reason });
  }
}

/** Drawn pictures are handed over, not copied. */
function picturesIn(output: unknown): readonly Transferable[] {
  if (typeof ImageBitmap === 'undefined' || typeof output !== 'object' || output === null) return [];
  return Object.values(output).filter(value => value instanceof ImageBitmap);
}
