import { closeSync, futimesSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import { MIB } from '../../../shared/units.ts';
import { seeded } from '../../service/sample/seeded.ts';
import { planTree } from './plan.ts';
import type { TreeWish } from './plan.ts';

/** What was written. */
export interface Written {
  readonly files: number;
  readonly folders: number;
  readonly bytes: number;
}

/**
 * Writes a tree into a folder, which is made; about 20,000 files a second. No two files have the same content, and none of
 * it can be made smaller by packing.
 */
export function writeTree(folder: string, wish: TreeWish): Written {
  const planned = planTree(wish);
  const content = new Contents(wish.seed);
  let [files, bytes] = [0, 0];
  for (const { path, files: within } of planned) {
    const place = join(folder, path);
    mkdirSync(place, { recursive: true });
    for (const { name, sizeBytes, modifiedMs } of within) {
      const file = openSync(join(place, name), 'wx');
      for (const part of content.of(files, sizeBytes)) writeSync(file, part);
      futimesSync(file, modifiedMs / 1000, modifiedMs / 1000);
      closeSync(file);
      files += 1;
      bytes += sizeBytes;
    }
  }
  return { files, folders: planned.length - 1, bytes };
}

/** Writes one file of so many bytes; each number makes another content. */
export function writeLarge(path: string, sizeBytes: number, number: number): void {
  const file = openSync(path, 'w');
  for (const part of new Contents(1).of(number + 1, sizeBytes)) writeSync(file, part);
  closeSync(file);
}

/** Contents out of one block of noise: each begins with its number and goes on at a place of its own. */
export class Contents {
  readonly #noise: Uint8Array;

  constructor(seed: number) {
    const chance = seeded(seed);
    const words = Uint32Array.from({ length: MIB / 2 }, () => Math.floor(chance.next() * 2 ** 32));
    this.#noise = new Uint8Array(words.buffer);
  }

  /** The parts of content `number`, together `sizeBytes` long. They are only valid until the next call. */
  *of(number: number, sizeBytes: number): Generator<Uint8Array> {
    const head = new TextEncoder().encode(`${number}\n`).subarray(0, sizeBytes);
    yield head;
    let from = (number * 7919) % MIB;
    for (let left = sizeBytes - head.length; left > 0;) {
      const part = this.#noise.subarray(from, from + left);
      yield part;
      left -= part.length;
      from = 0;
    }
  }
}
