import { answerComparing, type ComparingQuestion } from './comparing-answers.ts';

/** As much of a worker's own scope as is used. Its types are not those of a page. */
interface WorkerScope {
  addEventListener(name: 'message', listener: (event: { readonly data: ComparingQuestion }) => void): void;
  postMessage(answer: unknown): void;
}

const scope = globalThis as unknown as WorkerScope;
const answer = answerComparing();

scope.addEventListener('message', ({ data }) => scope.postMessage(answer(data)));
