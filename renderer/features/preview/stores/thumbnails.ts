import { create } from 'zustand';

import { endingOf } from '../../../../shared/name-ending.ts';
import { UnreadableError } from '../../../../shared/preview/unreadable.ts';
import { MIB } from '../../../../shared/units.ts';
import { onAccountChange } from '../../../state/session.ts';
import { ByteBudget } from './byte-budget.ts';

// Small pictures of files, in the memory of this page alone: the address of a browser's page is another one with each start of
// Benchtop, so that what its storage kept would never be found again and never go; and pictures of data would stay in the
// browser's profile after signing out, on computers that several people share. Making one again takes a tenth of a second.

/** A file of a list. */
export interface ThumbnailFile {
  readonly id: string;
  readonly name: string;
  /** Another text whenever its bytes may be others. */
  readonly stamp: string;
}

/** A picture that was made, or that is there already. */
export interface MadeThumbnail {
  /** Names the bytes that it is of, and how they were read. */
  readonly content: string;
  /** Null: that of the content is kept already. */
  readonly picture: Blob | null;
}

/**
 * Makes the picture of a file whose bytes are on this computer; null: there is none to be made. `has` says whether that of a
 * content is kept. @throws UnreadableError when the file is broken or too large to be drawn in passing.
 */
export type ThumbnailMaker = (
  file: ThumbnailFile,
  context: { readonly has: (content: string) => boolean; readonly signal: AbortSignal },
) => Promise<MadeThumbnail | null>;

/** All pictures together, as they are packed. */
const MOST_BYTES = 24 * MIB;
/** Files that are known to have none. */
const MOST_WITHOUT = 5000;
/** Lists that are still being scrolled are not asked for: they rest this long before. */
const REST_MS = 150;

/** The addresses of the pictures that are kept, by line. */
export const useThumbnails = create<{ readonly addresses: ReadonlyMap<string, string> }>(() => ({
  addresses: new Map(),
}));

/** Pictures, stacks and pages. */
const PICTURES = new Set('png jpg jpeg gif webp avif bmp svg tif tiff pdf'.split(' '));
const TABLES = new Set('csv tsv tab'.split(' '));

/** Whether a picture may be made of a file of this name. @param isSmall one that is seen in a line. */
export function mayHaveThumbnail(name: string, isSmall: boolean): boolean {
  const ending = endingOf(name);
  return PICTURES.has(ending) || (!isSmall && TABLES.has(ending));
}

/** The key of a file in `useThumbnails`. */
export function lineOf({ id, name, stamp }: ThumbnailFile): string {
  return `${id} ${stamp} ${name}`;
}

interface Wanted {
  readonly file: ThumbnailFile;
  readonly line: string;
  readonly make: ThumbnailMaker;
}

const pictures = new ByteBudget<string>(MOST_BYTES, forget);
/** The lines that show a content. */
const linesOf = new Map<string, Set<string>>();
const contentOf = new Map<string, string>();
const without = new Set<string>();
const queue: Wanted[] = [];
let running: { readonly line: string; readonly leaving: AbortController } | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/** A file is in sight. @returns what ends that: a picture that is not made yet is not made then. */
export function wantThumbnail(file: ThumbnailFile, make: ThumbnailMaker): () => void {
  const line = lineOf(file);
  const content = contentOf.get(line);
  if (content !== undefined) pictures.use(content);
  if (content !== undefined || without.has(line)) return () => undefined;
  queue.push({ file, line, make });
  rest();
  return () => {
    const at = queue.findIndex(each => each.line === line);
    if (at !== -1) queue.splice(at, 1);
    if (running?.line === line) running.leaving.abort();
  };
}

/** Forgets all pictures: another person, or none, is signed in. */
export function forgetThumbnails(): void {
  running?.leaving.abort();
  pictures.clear();
  without.clear();
}

onAccountChange(forgetThumbnails);

function rest(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void makeNext(), REST_MS);
}

/** One after the other, each when the window has nothing else to do. */
async function makeNext(): Promise<void> {
  if (running !== null) return;
  const wanted = queue.shift();
  if (wanted === undefined) return;
  const { file, line, make } = wanted;
  const leaving = new AbortController();
  running = { line, leaving };
  try {
    const made = await make(file, { has: content => pictures.use(content) !== null, signal: leaving.signal });
    if (leaving.signal.aborted) return;
    if (made === null) noteWithout(line);
    else await keep(line, made);
  } catch (thrown) {
    // What only broke off, such as the pipe to Benchtop, is tried again when the file comes into sight again.
    if (thrown instanceof UnreadableError && !leaving.signal.aborted) noteWithout(line);
  } finally {
    running = null;
    whenIdle(() => void makeNext());
  }
}

function whenIdle(then: () => void): void {
  if (typeof requestIdleCallback === 'undefined') setTimeout(then, 0);
  else requestIdleCallback(then, { timeout: 1000 });
}

async function keep(line: string, { content, picture }: MadeThumbnail): Promise<void> {
  const address = picture === null ? pictures.use(content) : URL.createObjectURL(picture);
  if (address === null) return;
  if (picture !== null) await unpacked(address);
  linesOf.set(content, (linesOf.get(content) ?? new Set()).add(line));
  contentOf.set(line, content);
  if (picture !== null) pictures.keep(content, address, picture.size);
  if (contentOf.has(line))
    useThumbnails.setState(({ addresses }) => ({ addresses: new Map(addresses).set(line, address) }));
}

/** Unpacks a picture before it is shown, so that nothing flashes. @throws UnreadableError when the browser cannot. */
async function unpacked(address: string): Promise<void> {
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
  } catch {
    URL.revokeObjectURL(address);
    throw new UnreadableError('');
  }
}

function noteWithout(line: string): void {
  if (without.size >= MOST_WITHOUT) without.clear();
  without.add(line);
}

function forget(content: string, address: string): void {
  const lines = linesOf.get(content) ?? new Set();
  linesOf.delete(content);
  for (const line of lines) contentOf.delete(line);
  useThumbnails.setState(({ addresses }) => ({
    addresses: new Map([...addresses].filter(([line]) => !lines.has(line))),
  }));
  URL.revokeObjectURL(address);
}
