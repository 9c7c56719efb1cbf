import { join } from 'node:path';

import type { ServiceClient } from '../end-to-end/service-client.ts';
import { filesBelow } from '../end-to-end/benchtop.ts';
import type { Book } from './written-contents.ts';
import { textsIn } from './machine.ts';
import type { Machine } from './machine.ts';
import { listing } from './people.ts';

/** How the activity begins to say that a copy went into another one. */
const FOLDED = 'an older state of this copy';

/** What is judged, once everything is at rest. */
export interface Rest {
  readonly book: Book;
  readonly machines: readonly Machine[];
  readonly owner: ServiceClient;
  /** The folder at the service. */
  readonly root: string;
  /** The service's data directory: every version that ever was lies there as a file. */
  readonly serviceData: string;
  readonly hadRemovals: boolean;
}

/**
 * Holds a history to its promises: no content torn or out of reach, every content that was not given up is in the
 * folders, none twice, all trees equal.
 * @returns contents that went with a removal that one person made while another edited; they are within reach.
 */
export async function judge(rest: Rest): Promise<number> {
  const { book, machines, owner, root } = rest;
  const there = [...(await owner.files(root))].map(([path, { text }]) => [path, text] as const);
  mustBeWhole(book, 'the service', there);
  const folders = [...(await owner.folders(root)).keys()];
  for (const machine of machines) {
    const here = [...(await filesBelow(machine.folder))];
    mustBeWhole(book, machine.name, here);
    mustBeEqual(machine.name, { here, there });
    const both = [listing(machine.folder).folders, folders].map(paths => JSON.stringify(paths.map(plain).toSorted()));
    if (both[0] !== both[1]) throw new Error(`I2: folders at ${machine.name} ${both[0]}, at the service ${both[1]}`);
  }
  await mustHaveOneNameEach(machines);
  const races = await mustBeWithinReach(rest, there);
  mustBeOnce(rest, there);
  for (const [, content] of there) book.settle(content);
  return races;
}

type Files = readonly (readonly [path: string, content: string])[];

function mustBeWhole(book: Book, where: string, files: Files): void {
  for (const [path, content] of files)
    if (book.textOf(content) === null)
      throw new Error(`I5: '${path}' at ${where} holds what nobody wrote: ${content.slice(0, 80)}`);
}

function mustBeEqual(name: string, { here, there }: { here: Files; there: Files }): void {
  const lines = (files: Files): string[] =>
    files.map(([path, content]) => `${plain(path)} ${content.split('\n', 1)[0]}`).toSorted();
  const [ours, theirs] = [lines(here), lines(there)];
  if (JSON.stringify(ours) !== JSON.stringify(theirs))
    throw new Error(`I2: ${name} has ${JSON.stringify(ours)}, the service has ${JSON.stringify(theirs)}`);
}

/** Namesakes too: a name means the same file on every computer. */
async function mustHaveOneNameEach(machines: readonly Machine[]): Promise<void> {
  const lists = await Promise.all(
    machines.map(async ({ folder }) =>
      [...(await filesBelow(folder))].toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ),
  );
  const [first = '', ...others] = lists.map(files =>
    JSON.stringify(files.map(([path, content]) => `${path} ${content.split('\n', 1)[0]}`)),
  );
  for (const other of others) if (other !== first) throw new Error(`I2: one computer has ${first}, another ${other}`);
}

async function mustBeWithinReach(rest: Rest, there: Files): Promise<number> {
  const { book, machines, serviceData, hadRemovals } = rest;
  const known = (contents: readonly string[]): readonly (string | null)[] =>
    contents.map(content => book.textOf(content));
  const inFolders = new Set(known(there.map(([, content]) => content)));
  const stores = await Promise.all(machines.map(machine => machine.stored()));
  const versions = await textsIn(join(serviceData, 'content', 'objects'));
  const reachable = new Set([...inFolders, ...known(stores.flat()), ...known(versions)]);
  for (const text of [...book.settled, ...book.live])
    if (!reachable.has(text)) throw new Error(`I1: '${text}' is lost`);
  const folded = await foldedTexts(rest);
  const missing = book.live.filter(text => !inFolders.has(text) && !folded.has(text));
  // RACE: the service knows no condition for removals, so an edit made in that very moment goes with the file.
  if (missing.length > 0 && !hadRemovals)
    throw new Error(`I1: nobody gave up '${missing[0]}' or removed anything, but it is in no folder`);
  // The text is gone already: it must not count as a race of the next rest.
  for (const text of missing) book.overtake(text);
  return missing.length;
}

/**
 * A file that conflicts again gets no second copy: the newer bytes become a version of the first one (P4), and what that
 * was is an older version of it, which the activity names. It must be there.
 */
async function foldedTexts({ book, machines, owner }: Rest): Promise<ReadonlySet<string | null>> {
  const texts = new Set<string | null>();
  for (const machine of machines) {
    const page = await machine.call('activity.page', { before: null, limit: 500 });
    for (const { mirror, cause, fileId, versionId } of page)
      if (mirror === machine.mirror && cause.startsWith(FOLDED) && fileId !== null && versionId !== null)
        // A person may have removed the copy since: then this excuses nothing.
        texts.add(book.textOf(await owner.version(fileId, versionId).catch(() => '')));
  }
  return texts;
}

/** A file that one person removed while others moved it comes back for each of them: at most once per computer. */
function mustBeOnce({ book, machines }: Rest, there: Files): void {
  const counts = new Map<string, number>();
  for (const [, content] of there) {
    const text = book.textOf(content) ?? '';
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const live = new Set(book.live);
  for (const [text, count] of counts)
    if (count > (live.has(text) ? 1 : machines.length))
      throw new Error(`I9: '${text}' is ${count} times at the service`);
}

/** Without what tells namesakes apart here (` (2)`) and in our listing of the service (` #2`). */
function plain(path: string): string {
  return path
    .split('/')
    .map(name => name.replace(/ #\d+$/, '').replaceAll(/(?: \(\d+\))+(?=\.[^.]*$|$)/g, ''))
    .join('/');
}
