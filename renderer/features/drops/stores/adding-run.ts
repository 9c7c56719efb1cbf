import type { Done } from '../../../state/edit.ts';
import type { Collected } from './pick-files.ts';
import { sendBytes } from './send-bytes.ts';

/** How far everything is that is being added. */
export interface AddingProgress {
  /** Null: to several folders. */
  readonly folder: string | null;
  readonly doneFiles: number;
  readonly files: number;
  readonly doneBytes: number;
  readonly sizeBytes: number;
}

/** Files on their way at once: this computer only copies. */
const AT_ONCE = 3;
const SHOW_EVERY_MS = 250;

/** Drops that are added together: they share their places on the way, their progress and what is said at the end. */
export class Run {
  readonly #show: (progress: AddingProgress | null) => void;
  readonly #stopping = new AbortController();
  readonly #folders = new Set<string>();
  readonly #outcomes = new Map<string, Done>();
  readonly #under = new Map<Collected, number>();
  readonly #waiting: (() => void)[] = [];
  readonly tickets: string[] = [];
  #free = AT_ONCE;
  #members = 0;
  #files = 0;
  #sizeBytes = 0;
  #doneFiles = 0;
  #doneBytes = 0;
  #shownAt = 0;

  constructor(show: (progress: AddingProgress | null) => void) {
    this.#show = show;
  }

  get isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  stop(): void {
    this.#stopping.abort();
  }

  join({ ticket, folder }: { readonly ticket: string; readonly folder: string }, files: readonly Collected[]): void {
    this.tickets.push(ticket);
    this.#members += 1;
    this.#folders.add(folder);
    this.#files += files.length;
    this.#sizeBytes += files.reduce((sum, { file }) => sum + file.size, 0);
    this.#tell();
  }

  /** @returns whether it was the last. */
  leave(): boolean {
    this.#members -= 1;
    if (this.#members === 0) this.#show(null);
    return this.#members === 0;
  }

  told(ticket: string, done: Done): void {
    this.#outcomes.set(ticket, done);
  }

  isTold(ticket: string): boolean {
    return this.#outcomes.has(ticket);
  }

  /** What came of all of them. */
  outcome(): Done {
    const all = [...this.#outcomes.values()];
    return { text: all.map(({ text }) => text).join(' '), notes: all.flatMap(({ notes = [] }) => notes) };
  }

  /** Sends one file when its turn comes; none any more once it was stopped. */
  async send(ticket: string, one: Collected): Promise<void> {
    await this.#turn();
    try {
      if (this.isStopped) return;
      await sendBytes(ticket, one, {
        signal: this.#stopping.signal,
        onBytes: bytes => {
          this.#under.set(one, bytes);
          if (performance.now() - this.#shownAt > SHOW_EVERY_MS) this.#tell();
        },
      });
    } catch {
      // The engine has it in its report, or it was stopped.
    } finally {
      this.#under.delete(one);
      this.#doneFiles += 1;
      this.#doneBytes += one.file.size;
      this.#tell();
      this.#free += 1;
      this.#waiting.shift()?.();
    }
  }

  async #turn(): Promise<void> {
    while (this.#free === 0) await new Promise<void>(resolve => this.#waiting.push(resolve));
    this.#free -= 1;
  }

  #tell(): void {
    this.#shownAt = performance.now();
    const under = [...this.#under.values()].reduce((sum, bytes) => sum + bytes, 0);
    const [folder, ...others] = this.#folders;
    this.#show({
      folder: others.length === 0 ? (folder ?? null) : null,
      doneFiles: this.#doneFiles,
      files: this.#files,
      doneBytes: Math.min(this.#doneBytes + under, this.#sizeBytes),
      sizeBytes: this.#sizeBytes,
    });
  }
}
