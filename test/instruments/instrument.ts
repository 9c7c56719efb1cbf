import {
  appendFileSync,
  mkdirSync,
  openSync,
  closeSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { SECOND } from '../../shared/units.ts';
import type { Dice } from '../sim/dice.ts';

/** Something an instrument does, at a moment of simulated time (ms since the epoch). */
export interface Deed {
  readonly at: number;
  readonly act: (disk: InstrumentDisk) => void;
}

/** What one instrument does for one run, in order of time. */
export interface Performance {
  readonly kind: Kind;
  readonly deeds: readonly Deed[];
  /** Times that files were written again after they had counted as finished. */
  readonly lateChanges: number;
}

export const KINDS = [
  'many files',
  'appending',
  'preallocating',
  'renaming at the end',
  'with a lock file',
  'crashing midway',
  'changed later',
  'renamed later',
  'replaced at once',
  'single file',
] as const;
export type Kind = (typeof KINDS)[number] | 'thousands';

/** A folder in which instruments write. Each write has a time of its own, as it has on a real clock. */
export class InstrumentDisk {
  readonly folder: string;
  readonly #seen: (path: string) => void;
  readonly #now: () => number;
  #ticks = 0;

  /** @param seen hears of each file that is as it is to be read by anybody. */
  constructor(folder: string, now: () => number, seen: (path: string) => void) {
    this.folder = folder;
    this.#now = now;
    this.#seen = seen;
  }

  write(path: string, bytes: Uint8Array): void {
    mkdirSync(dirname(this.#at(path)), { recursive: true });
    writeFileSync(this.#at(path), bytes);
    this.#stamp(path);
  }

  append(path: string, bytes: Uint8Array): void {
    appendFileSync(this.#at(path), bytes);
    this.#stamp(path);
  }

  /** Writes into the midst of a file. */
  fill(path: string, at: number, bytes: Uint8Array): void {
    const file = openSync(this.#at(path), 'r+');
    writeSync(file, bytes, 0, bytes.length, at);
    closeSync(file);
    this.#stamp(path);
  }

  rename(from: string, to: string): void {
    renameSync(this.#at(from), this.#at(to));
    if (statSync(this.#at(to)).isFile()) this.#seen(to);
  }

  remove(path: string): void {
    rmSync(this.#at(path), { force: true });
  }

  #at(path: string): string {
    return join(this.folder, path);
  }

  #stamp(path: string): void {
    const seconds = (this.#now() + (this.#ticks++ % 1000) / 1000) / 1000;
    utimesSync(this.#at(path), seconds, seconds);
    this.#seen(path);
  }
}

/** How long after its last write everything counts as finished, and more. */
const LONG_AFTER_MS = 200 * SECOND;

/** What an instrument does for a run of this name. */
export function perform(
  dice: Dice,
  { kind, name, startAt }: { kind: Kind; name: string; startAt: number },
): Performance {
  let at = startAt;
  let lateChanges = 0;
  const deeds: Deed[] = [];
  const then = (ms: number, act: Deed['act']): void => void deeds.push({ at: (at += ms), act });
  const some = (most: number): Uint8Array => content(dice, 1 + dice.below(most));
  const gap = (): number => 500 + dice.below(8 * SECOND);
  const files = (count: number, most: number, between: () => number): void => {
    for (let file = 0; file < count; file++) {
      const bytes = some(most);
      const folder = dice.chance(0.3) ? 'details/' : '';
      then(between(), disk => disk.write(`${name}/${folder}f${String(file).padStart(5, '0')}.dat`, bytes));
    }
  };
  switch (kind) {
    case 'thousands':
      files(5000, 400, () => dice.below(20));
      break;
    case 'single file': {
      const bytes = some(50_000);
      then(0, disk => disk.write(`${name}.csv`, bytes));
      break;
    }
    case 'many files':
    case 'renamed later':
    case 'changed later':
      files(5 + dice.below(30), 20_000, gap);
      break;
    default:
      appendingLike(kind);
  }
  if (kind === 'renamed later') then(LONG_AFTER_MS, disk => disk.rename(name, `${name} final`));
  if (kind === 'changed later') {
    const bytes = some(20_000);
    lateChanges = 1;
    then(LONG_AFTER_MS, disk => disk.write(`${name}/late.dat`, bytes));
    then(LONG_AFTER_MS, disk => disk.append(`${name}/late.dat`, bytes));
  }
  return { kind, deeds, lateChanges };

  function appendingLike(how: Kind): void {
    const path = `${name}/acquisition.raw`;
    const pieces = 3 + dice.below(20);
    const most = dice.chance(0.15) ? 200_000 : 20_000;
    const written = how === 'renaming at the end' ? `${name}/acquisition.raw.tmp` : path;
    if (how === 'with a lock file')
      then(0, disk => disk.write(`${name}/.~lock.acquisition#`, content(dice.fork(), 20)));
    if (how === 'preallocating') then(0, disk => disk.write(path, new Uint8Array(pieces * 10_000)));
    else then(0, disk => disk.write(written, some(most)));
    const stopAt = how === 'crashing midway' ? Math.floor(pieces / 2) : pieces;
    for (let piece = 0; piece < stopAt; piece++) {
      const bytes = how === 'preallocating' ? content(dice, 10_000) : some(most);
      then(gap(), disk =>
        how === 'preallocating' ? disk.fill(path, piece * 10_000, bytes) : disk.append(written, bytes),
      );
    }
    if (how === 'crashing midway') return;
    if (how === 'renaming at the end') then(gap(), disk => disk.rename(written, path));
    if (how === 'replaced at once') {
      const bytes = some(most);
      then(gap(), disk => {
        disk.write(`${name}/new.tmp`, bytes);
        disk.rename(`${name}/new.tmp`, path);
      });
    }
    const settings = dice.chance(0.5) ? new TextEncoder().encode('<settings/>\n') : some(500);
    then(gap(), disk => disk.write(`${name}/settings.xml`, settings));
    if (how === 'with a lock file') then(gap(), disk => disk.remove(`${name}/.~lock.acquisition#`));
  }
}

function content(dice: Dice, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 4) {
    const word = Math.floor(dice.next() * 2 ** 32);
    for (let byte = 0; byte < 4 && at + byte < length; byte++) bytes[at + byte] = (word >>> (8 * byte)) & 255;
  }
  return bytes;
}
