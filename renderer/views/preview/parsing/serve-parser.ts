import { previewTexts } from '../../../../shared/text/preview-pane.ts';
import { type Answer, type Asks, type Question, UnreadableError } from './protocol.ts';

/** As much of a worker's own scope as is used. Its types are not those of a page. */
interface WorkerScope {
  addEventListener(name: 'message', listener: (event: { readonly data: Question }) => void): void;
  postMessage(answer: Answer): void;
}

/** Answers questions in a worker, one after the other. Whatever a parser throws becomes a sentence. */
export function serveParser(asks: Asks): void {
  const scope = globalThis as unknown as WorkerScope;
  scope.addEventListener('message', ({ data: { number, name, input } }) => {
    try {
      const ask = asks[name] as ((input: unknown) => unknown) | undefined;
      scope.postMessage({ number, output: ask?.(input) });
    } catch (thrown) {
      const reason = thrown instanceof UnreadableError ? thrown.message : previewTexts.stopped.broke;
      scope.postMessage({ number, reason });
    }
  });
}
