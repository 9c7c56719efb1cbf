import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { MIB } from '../../../shared/units.ts';
import type { Ledger } from '../../ports/ledger.ts';
import { flushFolder } from '../disk/flush.ts';
import { diskFault } from '../disk/system-error.ts';

/** A file is followed by the next one beyond this size, in bytes. */
const MOST_BYTES = 32 * MIB;
const TAIL_BYTES = MIB;
const NAME = /^audit-\d{6}\.jsonl$/;

/**
 * Lines in files `audit-000001.jsonl`, `audit-000002.jsonl` and so on in a folder, each of which only grows. Nothing is
 * ever renamed or removed.
 * @param folder absolute; made when it is first needed.
 */
export function createLedger(folder: string): Ledger {
  return new NodeLedger(folder);
}

class NodeLedger implements Ledger {
  readonly #folder: string;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async *lines(): AsyncIterable<string> {
    for (const name of await this.#names()) {
      const path = join(this.#folder, name);
      // A last line without its end was cut off; `append` ends it before it goes on.
      const endsWell = await endsWithLine(path);
      let held: string | null = null;
      for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
        if (held !== null) yield held;
        held = line === '' ? null : line;
      }
      if (held !== null && endsWell) yield held;
    }
  }

  async last(): Promise<string | null> {
    for (const name of (await this.#names()).toReversed()) {
      const text = await tailOf(join(this.#folder, name));
      const whole = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
      const line = whole.findLast(each => each !== '' && isWhole(each));
      if (line !== undefined) return line;
    }
    return null;
  }

  append(lines: readonly string[]): Promise<void> {
    const result = this.#turn.then(() => this.#append(lines));
    this.#turn = result.catch(() => undefined);
    return result;
  }

  async #append(lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const name = (await this.#names()).at(-1) ?? nameOf(1);
      const isDone = await appendTo(join(this.#folder, name), lines);
      if (!isDone) await appendTo(join(this.#folder, nameOf(Number(name.slice(6, 12)) + 1)), lines);
      await flushFolder(this.#folder);
    } catch (error) {
      throw diskFault(error, this.#folder);
    }
  }

  async #names(): Promise<readonly string[]> {
    const names = await readdir(this.#folder).catch(() => []);
    return names.filter(name => NAME.test(name)).toSorted();
  }
}

function nameOf(number: number): string {
  return `audit-${String(number).padStart(6, '0')}.jsonl`;
}

/** @returns false when the file is full and nothing was written. */
async function appendTo(path: string, lines: readonly string[]): Promise<boolean> {
  const file = await open(path, 'a+', 0o600);
  try {
    const { size } = await file.stat();
    if (size > MOST_BYTES) return false;
    const cut = size > 0 && (await lastByte(file, size)) !== NEW_LINE ? '\n' : '';
    await file.appendFile(`${cut}${lines.join('\n')}\n`);
    await file.sync();
    return true;
  } finally {
    await file.close();
  }
}

const NEW_LINE = 10;

async function lastByte(file: FileHandle, size: number): Promise<number> {
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] ?? NEW_LINE;
}

async function endsWithLine(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    return size > 0 && (await lastByte(file, size)) === NEW_LINE;
  } finally {
    await file.close();
  }
}

async function tailOf(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const length = Math.min(size, TAIL_BYTES);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString('utf8');
  } finally {
    await file.close();
  }
}

/** A line in the midst that a crash cut off is no JSON. */
function isWhole(line: string): boolean {
  return line.startsWith('{') && line.endsWith('}');
}
