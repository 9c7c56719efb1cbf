import { spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { insideOpened } from '../setup/on-posix.ts';
import type { Book } from './written-contents.ts';
import type { Story } from './story.ts';

/**
 * How a person's programs touch files while the daemon does, too: never a check first and an act after it, because the
 * daemon may have put another file there in between. A file that an act takes away is read where no other program reaches
 * it, and exactly that was given up. A text that is missing after that was lost by the daemon.
 */
export interface Person {
  /** A folder outside the mirrored one, on the same volume, where no other program looks. */
  readonly bin: string;
  readonly book: Book;
  readonly story: Story;
}

/** In place, as an instrument does: one file, opened once, read, emptied and written. */
export function saveInPlace({ book, story }: Person, path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const file = openOrMake(path);
  try {
    const old = readFileSync(file, 'utf8');
    const over = old === '' ? 'nothing' : heldBy(book, path, old);
    book.giveUp(old);
    if (old !== '') ftruncateSync(file);
    writeSync(file, content, 0);
    const isStill = fstatSync(file).ino === statSync(path, { throwIfNoEntry: false })?.ino;
    story.tell(`  in place, ${book.textOf(content)} over ${over}${isStill ? '' : ', into a file that was replaced'}`);
  } finally {
    closeSync(file);
  }
}

function openOrMake(path: string): number {
  for (;;) {
    try {
      return openSync(path, 'r+');
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
    }
    try {
      return openSync(path, 'wx+');
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}

/** A backup that was there for longer than this may well have been seen, and its end be taken for a removal. */
const UNSEEN_MS = 2;

/**
 * As an office program does: writes beside it, makes what is there the backup, gives the new file its name, and lets the
 * backup go. All in the folder that was opened, even if the daemon moves it during the save.
 * @returns whether others may take that for a removal.
 */
export function saveBeside(person: Person, path: string, content: string): boolean {
  mkdirSync(dirname(path), { recursive: true });
  const folder = openSync(dirname(path), constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    return saveInto(person, insideOpened(folder, basename(path)), content);
  } finally {
    closeSync(folder);
  }
}

function saveInto(person: Person, path: string, content: string): boolean {
  const [beside, backup] = [`${path}.tmp`, `${path}~`];
  const over: string[] = [];
  let began = 0;
  writeFileSync(beside, content);
  try {
    // Another program may be quicker in giving a file the name: then that file becomes the backup, too.
    while (!takesName(beside, path)) {
      began ||= performance.now();
      // An older backup is not written over unread.
      over.push(...unlessGone(() => takeAway(person, backup)));
      unlessGone(() => [renameSync(path, backup)]);
    }
    over.push(...unlessGone(() => takeAway(person, backup)));
  } finally {
    unlinkSync(beside);
  }
  const ms = began === 0 ? 0 : performance.now() - began;
  person.story.tell(
    `  beside, ${person.book.textOf(content)} over ${over.join(', ') || 'nothing'} (${ms.toFixed(1)} ms)`,
  );
  return ms > UNSEEN_MS;
}

/** Gives a file another name, which must be free. */
function takesName(file: string, path: string): boolean {
  try {
    linkSync(file, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** What an act gave, or nothing when another program was quicker and the item is gone. */
function unlessGone<T>(deed: () => readonly T[]): readonly T[] {
  try {
    return deed();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Moves or renames a file or folder, if the new name is free when it happens. */
export function moveTo(from: string, to: string): void {
  // Node's rename replaces what is there; this one asks the system not to (RENAME_NOREPLACE).
  const { stderr, status } = spawnSync('mv', ['-n', '-T', '--', from, to], { encoding: 'utf8' });
  if (status !== 0) throw Object.assign(new Error(stderr), { code: stderr.trim() });
}

/**
 * Takes a file or folder out of the mirrored folder, as a desktop's bin does, and gives up all texts that were in it then.
 * @returns the texts that were given up.
 */
export function takeAway({ bin, book }: Person, path: string): readonly string[] {
  mkdirSync(bin, { recursive: true });
  const taken = join(bin, 'taken');
  renameSync(path, taken);
  const texts = contentsOf(taken).map(content => {
    book.giveUp(content);
    return heldBy(book, path, content);
  });
  rmSync(taken, { recursive: true });
  return texts;
}

function contentsOf(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [readFileSync(path, 'utf8')];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}

/** A reader found a content that no person ever wrote. */
export class Torn extends Error {}

/** Reads a file, which must be whole. */
export function read(book: Book, path: string): void {
  heldBy(book, path, readFileSync(path, 'utf8'));
}

/** An empty file is one that a program has just begun to write. */
function heldBy(book: Book, path: string, content: string): string {
  if (content === '') return 'an empty file';
  const text = book.textOf(content);
  if (text === null) throw new Torn(`I5: ${path} holds what nobody wrote: ${content.slice(0, 80)}`);
  return text;
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
