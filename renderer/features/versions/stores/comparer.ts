import type { Take } from '../../../../shared/diff/choice.ts';
import type { Joined, Versions, Wish } from '../../../../shared/diff/comparison.ts';
import { badRequest } from '../../../../shared/fault.ts';
import { versionWindowWords } from '../../../../shared/features/versions/window-text.ts';
import { isReadFirst } from '../../../../shared/preview/kind.ts';
import { UnreadableError } from '../../../../shared/preview/unreadable.ts';
import { SECOND } from '../../../../shared/units.ts';
import { startWorker } from '../../../state/start-worker.ts';
import { Hdf5Versions, isHdf5 } from './hdf5-versions.ts';
import type { Compared, ComparingAnswer, ComparingQuestion, PlanePictures } from './comparing-answers.ts';
// The build makes a file of the worker, and its address the default.
// oxlint-disable-next-line import/default
import address from './comparing-worker.ts?worker&url';
// Another one with what reads files in it, which is large.
// oxlint-disable-next-line import/default
import reading from './reading-worker.ts?worker&url';

/** A comparison is given up after this long. */
const LONGEST_MS = 10 * SECOND;

/** As much of a worker as is used. */
export interface ComparingWorker {
  postMessage(question: ComparingQuestion): void;
  terminate(): void;
  onmessage: ((event: { readonly data: ComparingAnswer }) => void) | null;
  onerror: ((event: { preventDefault(): void }) => void) | null;
}

let start: (isRead: boolean) => ComparingWorker = isRead =>
  startWorker(isRead ? reading : address) as unknown as ComparingWorker;

/** Has comparisons made by something else than the window's own worker. For tests. */
export function compareWith(other: (isRead: boolean) => ComparingWorker): void {
  start = other;
}

/** Compares in a worker, so that no content can stop the window; it is ended when it takes too long. */
export class Comparer {
  readonly #isRead: boolean;
  readonly #hdf5: Hdf5Versions | null;
  #worker: ComparingWorker | null = null;
  #number = 0;
  #stop: ((error: Error) => void) | null = null;

  /** @param name of the file: some have to be read before they can be compared. */
  constructor(name: string) {
    this.#hdf5 = isHdf5(name) ? new Hdf5Versions() : null;
    this.#isRead = this.#hdf5 === null && isReadFirst(name);
  }

  async compare(versions: Versions, wish: Wish): Promise<Compared> {
    const read = await this.#hdf5?.read(versions).catch((thrown: unknown) => {
      throw badRequest(thrown instanceof UnreadableError ? thrown.message : versionWindowWords.broke);
    });
    const question = { number: ++this.#number, ask: 'compare', versions, wish } as const;
    const answer = await this.#ask(read === undefined ? question : { ...question, read });
    if ('compared' in answer) return answer.compared;
    throw badRequest(versionWindowWords.broke);
  }

  async show(page: number): Promise<Compared['view']> {
    const answer = await this.#ask({ number: ++this.#number, ask: 'show', page });
    if ('view' in answer) return answer.view;
    throw badRequest(versionWindowWords.broke);
  }

  /** One plane of both versions, from 0. */
  async plane(at: number): Promise<PlanePictures> {
    const answer = await this.#ask({ number: ++this.#number, ask: 'plane', at });
    if ('planes' in answer) return answer.planes;
    throw badRequest(versionWindowWords.broke);
  }

  async join(choices: ReadonlyMap<number, Take>): Promise<Joined> {
    const answer = await this.#ask({ number: ++this.#number, ask: 'join', choices: [...choices] });
    if ('joined' in answer) return answer.joined;
    throw badRequest(versionWindowWords.broke);
  }

  /** The comparison is closed. */
  end(): void {
    this.#stop?.(badRequest(versionWindowWords.broke));
    this.#worker?.terminate();
    this.#worker = null;
    this.#hdf5?.end();
  }

  #ask(question: ComparingQuestion): Promise<ComparingAnswer> {
    const worker = (this.#worker ??= start(this.#isRead));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#stop?.(badRequest(versionWindowWords.tooLong));
        this.end();
      }, LONGEST_MS);
      this.#stop = error => {
        clearTimeout(timer);
        this.#stop = null;
        reject(error);
      };
      worker.onmessage = ({ data }) => {
        if (data.number !== question.number) return;
        clearTimeout(timer);
        this.#stop = null;
        resolve(data);
      };
      worker.onerror = event => {
        event.preventDefault();
        this.end();
      };
      worker.postMessage(question);
    });
  }
}
