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
import type { Dice } from '../sim/fakes/dice.ts';

/** Something an instrument does, at a moment of simulated time (ms since the epoch). */
export interface Deed {
  readonly at: number;
  readonly act: (disk: InstrumentDisk) => void;
}

/** What one instrument does for one run, in order of time. */
export interface Performance {
  readonly kind: Kind;
  readonly name: string;
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
  'renamed and copied',
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

  /** @param seen hears of each file once it has the content that readers are to get. */
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
  const script = new Script(dice, name, startAt);
  if (kind === 'thousands') script.files(5000, 400, () => dice.below(20));
  else if (kind === 'single file') script.single();
  else if (isOfManyFiles(kind)) script.files(5 + dice.below(30), 20_000, () => script.gap());
  else script.acquire(kind);
  if (kind === 'renamed later') script.next(LONG_AFTER_MS, disk => disk.rename(name, `${name} final`));
  if (kind === 'renamed and copied') script.renameAndCopy();
  if (kind === 'changed later') script.changeLater();
  return { kind, name, deeds: script.deeds, lateChanges: kind === 'changed later' ? 1 : 0 };
}

const OF_MANY_FILES = ['many files', 'renamed later', 'renamed and copied', 'changed later'] as const;
type OfManyFiles = (typeof OF_MANY_FILES)[number];

function isOfManyFiles(kind: Kind): kind is OfManyFiles {
  return OF_MANY_FILES.some(each => each === kind);
}

type Acquiring = Exclude<Kind, 'thousands' | 'single file' | OfManyFiles>;

/** Deeds one after the other. */
class Script {
  readonly deeds: Deed[] = [];
  readonly #dice: Dice;
  readonly #name: string;
  #at: number;

  constructor(dice: Dice, name: string, startAt: number) {
    this.#dice = dice;
    this.#name = name;
    this.#at = startAt;
  }

  next(ms: number, act: Deed['act']): void {
    this.deeds.push({ at: (this.#at += ms), act });
  }

  gap(): number {
    return 500 + this.#dice.below(8 * SECOND);
  }

  single(): void {
    const bytes = this.#some(50_000);
    this.next(0, disk => disk.write(`${this.#name}.csv`, bytes));
  }

  files(count: number, most: number, between: () => number): void {
    for (let file = 0; file < count; file++) {
      const bytes = this.#some(most);
      const folder = this.#dice.chance(0.3) ? 'details/' : '';
      const path = `${this.#name}/${folder}f${String(file).padStart(5, '0')}.dat`;
      this.next(between(), disk => disk.write(path, bytes));
    }
  }

  /** The run has another name, and a copy of one of its files stands elsewhere, between two looks. */
  renameAndCopy(): void {
    const bytes = this.#some(20_000);
    this.next(this.gap(), disk => disk.write(`${this.#name}/settings.dat`, bytes));
    this.next(LONG_AFTER_MS, disk => {
      disk.rename(this.#name, `${this.#name} final`);
      disk.write(`${this.#name} copies/settings.dat`, bytes);
    });
  }

  changeLater(): void {
    const bytes = this.#some(20_000);
    this.next(LONG_AFTER_MS, disk => disk.write(`${this.#name}/late.dat`, bytes));
    this.next(LONG_AFTER_MS, disk => disk.append(`${this.#name}/late.dat`, bytes));
  }

  /** One large file that comes into being over some time, with its settings beside it. */
  acquire(kind: Acquiring): void {
    const path = `${this.#name}/acquisition.raw`;
    const lock = `${this.#name}/.~lock.acquisition#`;
    const most = this.#dice.chance(0.15) ? 200_000 : 20_000;
    if (kind === 'with a lock file') this.next(0, disk => disk.write(lock, new Uint8Array(20)));
    if (kind === 'preallocating') this.#preallocate(path);
    else this.#append(kind === 'renaming at the end' ? `${path}.tmp` : path, most, kind === 'crashing midway');
    if (kind === 'crashing midway') return;
    if (kind === 'renaming at the end') this.next(this.gap(), disk => disk.rename(`${path}.tmp`, path));
    if (kind === 'replaced at once') this.#replace(path, most);
    const settings = this.#dice.chance(0.5) ? new TextEncoder().encode('<settings/>\n') : this.#some(500);
    this.next(this.gap(), disk => disk.write(`${this.#name}/settings.xml`, settings));
    if (kind === 'with a lock file') this.next(this.gap(), disk => disk.remove(lock));
  }

  #append(path: string, most: number, isCut: boolean): void {
    const pieces = 3 + this.#dice.below(20);
    const first = this.#some(most);
    this.next(0, disk => disk.write(path, first));
    for (let piece = 0; piece < (isCut ? pieces / 2 : pieces); piece++) {
      const bytes = this.#some(most);
      this.next(this.gap(), disk => disk.append(path, bytes));
    }
  }

  #preallocate(path: string): void {
    const pieces = 3 + this.#dice.below(20);
    this.next(0, disk => disk.write(path, new Uint8Array(pieces * PIECE_BYTES)));
    for (let piece = 0; piece < pieces; piece++) {
      const bytes = content(this.#dice, PIECE_BYTES);
      this.next(this.gap(), disk => disk.fill(path, piece * PIECE_BYTES, bytes));
    }
  }

  #replace(path: string, most: number): void {
    const bytes = this.#some(most);
    this.next(this.gap(), disk => {
      disk.write(`${path}.new.tmp`, bytes);
      disk.rename(`${path}.new.tmp`, path);
    });
  }

  #some(most: number): Uint8Array {
    return content(this.#dice, 1 + this.#dice.below(most));
  }
}

const PIECE_BYTES = 10_000;

function content(dice: Dice, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 4) {
    const word = Math.floor(dice.next() * 2 ** 32);
    for (let byte = 0; byte < 4 && at + byte < length; byte++) bytes[at + byte] = (word >>> (8 * byte)) & 255;
  }
  return bytes;
}
