import { FaultError } from '../../../shared/fault.ts';
import type { HashedFile, Root } from '../../ports/disk.ts';
import { Burst } from './burst.ts';
import type { DiskThread } from './disk-thread.ts';

/** So many files are hashed by one question: some milliseconds, of which a question and its answer are a small part. */
const TOGETHER = 16;
/** While so many files wait, the second thread takes some, too. */
const MANY_WAITING = 8;
/** So many small files are hashed in the time that the second thread takes to start. */
const WORTH_A_THREAD = 256;

interface WaitingFile {
  readonly root: Root;
  readonly path: string;
  readonly resolve: (hashed: HashedFile | null) => void;
  readonly reject: (thrown: unknown) => void;
}

/** The small files of a root that wait to be hashed: a thread that has hashed its last ones takes the next together. */
export class HashQueue {
  readonly #first: DiskThread;
  readonly #second: DiskThread;
  readonly #burst = new Burst(WORTH_A_THREAD);
  readonly #waiting: WaitingFile[] = [];
  readonly #atWork = new Set<DiskThread>();

  /** @param second is started when many files wait. */
  constructor(first: DiskThread, second: DiskThread) {
    this.#first = first;
    this.#second = second;
  }

  /** See `Disk.hash`. */
  hash(root: Root, path: string): Promise<HashedFile | null> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ root, path, resolve, reject });
      this.#give(this.#first);
      if (this.#waiting.length < MANY_WAITING) return;
      const isWorthIt = this.#burst.oneMore();
      if (isWorthIt || this.#second.isRunning) this.#give(this.#second);
    });
  }

  /** What waits is told that the disk was closed, and no thread is started for it. */
  close(): void {
    for (const { reject } of this.#waiting.splice(0))
      reject(new FaultError({ kind: 'bug', detail: 'The disk was closed.' }));
  }

  #give(thread: DiskThread): void {
    if (this.#atWork.has(thread) || this.#waiting.length === 0) return;
    this.#atWork.add(thread);
    void this.#hashNext(thread, this.#next());
  }

  /** Of one root as it is known now: its marker may have been written again. */
  #next(): readonly WaitingFile[] {
    const [{ root } = { root: null }] = this.#waiting;
    const other = this.#waiting.findIndex(each => each.root !== root);
    return this.#waiting.splice(0, Math.min(TOGETHER, other === -1 ? TOGETHER : other));
  }

  async #hashNext(thread: DiskThread, files: readonly WaitingFile[]): Promise<void> {
    const [first] = files;
    if (first === undefined) return;
    try {
      const answers = await thread.ask('hashTogether', [first.root, files.map(({ path }) => path)]);
      this.#goOn(thread);
      for (const [at, { resolve, reject }] of files.entries()) {
        const answer = answers[at] ?? null;
        if (answer !== null && 'fault' in answer) reject(new FaultError(answer.fault));
        else resolve(answer);
      }
    } catch (thrown) {
      this.#goOn(thread);
      for (const { reject } of files) reject(thrown);
    }
  }

  /** The thread has work again before anyone hears what it answered. */
  #goOn(thread: DiskThread): void {
    this.#atWork.delete(thread);
    this.#give(thread);
  }
}
