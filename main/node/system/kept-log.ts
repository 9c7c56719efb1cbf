import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

import { MIB } from '../../../shared/units.ts';
import type { LogBook } from '../../ports/log.ts';
import type { LineSink } from './pino-log.ts';

/** As much of what was written before is read back. */
const MOST_BYTES = 4 * MIB;
/** More lines are not kept at hand; older ones are in the files. */
const MOST_LINES = 20_000;

/**
 * Writes log lines to a file and keeps the newest in memory. The file is read back only on demand: few commands need it.
 */
export class KeptLog implements LineSink, LogBook {
  readonly #file: LineSink;
  readonly #path: string;
  readonly #listeners = new Set<() => void>();
  #lines: string[] | null = null;
  #first = 1;
  #count = 0;

  /** @param file where lines go: the one in `dataDirectory`. */
  constructor(file: LineSink, dataDirectory: string) {
    this.#file = file;
    this.#path = join(dataDirectory, 'logs', 'benchtop.log');
  }

  write(line: string): void {
    this.#file.write(line);
    this.#count += 1;
    if (this.#lines !== null) this.#keep(this.#lines, line);
    for (const listener of this.#listeners) listener();
  }

  read(): { readonly first: number; readonly lines: readonly string[] } {
    this.#lines ??= this.#readBack();
    return { first: this.#first, lines: this.#lines };
  }

  count(): number {
    return this.#count;
  }

  onLine(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #keep(lines: string[], line: string): void {
    lines.push(line.trimEnd());
    // Not at each line: moving them all is dear.
    const tooMany = lines.length - MOST_LINES;
    if (tooMany < MOST_LINES / 10) return;
    lines.splice(0, tooMany);
    this.#first += tooMany;
  }

  /** What is in the files includes what this run wrote. */
  #readBack(): string[] {
    const newest = tailOf(this.#path, MOST_BYTES);
    const older = newest.length < MOST_BYTES ? tailOf(`${this.#path}.1`, MOST_BYTES - newest.length) : '';
    const lines = `${older}${newest}`.split('\n').filter(line => line !== '');
    return lines.slice(-MOST_LINES);
  }
}

/** The whole lines at the end of a file; nothing when it cannot be read. */
function tailOf(path: string, mostBytes: number): string {
  let file: number | null = null;
  try {
    file = openSync(path, 'r');
    const { size } = fstatSync(file);
    const from = Math.max(0, size - mostBytes);
    const bytes = Buffer.alloc(size - from);
    const read = readSync(file, bytes, 0, bytes.length, from);
    const text = bytes.toString('utf8', 0, read);
    return from === 0 ? text : text.slice(text.indexOf('\n') + 1);
  } catch {
    return '';
  } finally {
    if (file !== null) closeSync(file);
  }
}
