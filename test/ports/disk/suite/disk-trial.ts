import { expect, test } from 'vitest';

import type { FaultOf, FaultKind } from '../../../../shared/fault.ts';
import { FaultError } from '../../../../shared/fault.ts';
import type { Disk, Entry, Placement, Root } from '../../../../main/ports/disk.ts';

/** What a person, or another program, does to the folder behind our back. Paths are inside the root. */
export interface Person {
  /** Writes in place, or creates the file; makes missing folders. */
  write(path: string, text: string): void;
  /** Puts a new file in the place of the old one. */
  save(path: string, text: string): void;
  read(path: string): string | null;
  rename(from: string, to: string): void;
  remove(path: string): void;
  mkdir(path: string): void;
  /** Puts a symbolic link there; `target` is inside the root, or absolute. */
  symlink(path: string, target: string): void;
  hardLink(from: string, to: string): void;
  /** A program that keeps a file open for writing, even when it is renamed. */
  holdOpen(path: string): { append(text: string): void; close(): void };
  stored(name: string): string | null;
  storedNames(): readonly string[];
  /** Names in `.benchtop/stage`. */
  stagedNames(): readonly string[];
  /** Puts a file into `.benchtop/stage` as a crash would have left it. */
  leaveStaged(name: string, text: string): void;
  /** A second name in `.benchtop/stage` for a file of the tree. */
  leaveLinked(path: string, name: string): void;
}

/** A disk on trial. */
export interface DiskOnTrial {
  readonly disk: Disk;
  readonly root: Root;
  readonly person: Person;
  /** Whether the file system can give a file two names; without, an old file is kept as a copy. */
  readonly hasLinks: boolean;
  /** Makes a call and acts when the new file has just taken the place of `path`, before the call ends. */
  atTheLastInstant<T>(path: string, act: () => void, call: () => Promise<T>): Promise<T>;
  /** Ends it and cleans up. */
  readonly end: () => Promise<void>;
}

/** One behaviour: a sentence, and its proof on a fresh disk with an empty marked root. */
export type Trial = readonly [name: string, run: (on: DiskOnTrial) => Promise<void>];

/** Makes a test of each trial; names begin with the kind of disk. */
export function declareTrials(kind: string, trials: readonly Trial[], begin: () => Promise<DiskOnTrial>): void {
  test.each(trials)(`${kind}: %s`, (_, run) => expectToHold(run, begin));
}

async function expectToHold(run: Trial[1], begin: () => Promise<DiskOnTrial>): Promise<void> {
  const on = await begin();
  try {
    await run(on);
  } finally {
    await on.end();
  }
}

/** The old file's bytes are at the service. */
export const NOWHERE = { to: 'nowhere' } as const;
/** The store name given for bytes that slip in at the last instant. */
export const LATE = 'late-1';
/** SHA-256 of `abc` and of nothing (FIPS 180-2, appendix B.1). */
export const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
export const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Placing a staged file where nothing may be. */
export function fresh(staged: string, path: string): Placement {
  return { staged, path, expected: null, old: NOWHERE, lateStoreName: LATE };
}

/** Stages a text whole. */
export async function stage({ disk, root }: Pick<DiskOnTrial, 'disk' | 'root'>, name: string, text: string) {
  const staging = await disk.stage(root, name);
  await staging.write(Buffer.from(text));
  return staging.finish();
}

/** What is at a path; it must be there. */
export async function entryOf({ disk, root }: Pick<DiskOnTrial, 'disk' | 'root'>, path: string): Promise<Entry> {
  const entry = await disk.entry(root, path);
  if (entry === null) throw new Error(`Nothing at ${path}`);
  return entry;
}

/** The call must fail with this kind of fault. */
export async function expectKind(call: Promise<unknown>, kind: FaultKind): Promise<void> {
  const thrown: unknown = await call.then(
    value => new Error(`Expected ${kind}, but it gave ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!(thrown instanceof FaultError)) throw thrown;
  expect(thrown.fault.kind).toBe(kind);
}

/** The call must fail with exactly this fault. */
export async function expectFault<K extends FaultKind>(call: Promise<unknown>, fault: FaultOf<K>): Promise<void> {
  const thrown: unknown = await call.then(
    value => new Error(`Expected ${fault.kind}, but it gave ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!(thrown instanceof FaultError)) throw thrown;
  expect(thrown.fault).toEqual(fault);
}

/** All the bytes as text. */
export async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString('utf8');
}
