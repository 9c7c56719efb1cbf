import type { Computer } from './computer.ts';
import { FOLDER } from './computer.ts';
import type { FakeService } from './fake-service.ts';
import type { Ledger } from './ledger.ts';

/** What must hold, with the run it is about. */
export interface Checked {
  readonly service: FakeService;
  /** The service's folder that is mirrored. */
  readonly root: string;
  readonly computers: readonly Computer[];
  readonly ledger: Ledger;
}

/** At every instant: no file anywhere holds anything but what somebody wrote, whole (I5). */
export function mustBeWhole({ service, root, computers, ledger }: Checked): void {
  for (const computer of computers)
    for (const [path, text] of Object.entries(computer.texts()))
      if (!ledger.isKnown(text))
        throw new Error(`I5: ${computer.name} holds '${path}' with a content nobody wrote: '${text}'`);
  for (const [path, text] of serviceFiles(service, root))
    if (!ledger.isKnown(text))
      throw new Error(`I5: the service holds '${path}' with a content nobody wrote: '${text}'`);
}

/** At every rest: what was there at an earlier rest is still within reach: here, there, in the history or in a store (I1). */
export function mustBeWithinReach({ service, computers, ledger }: Checked): void {
  const reachable = new Set<string>();
  for (const computer of computers)
    for (const text of [...Object.values(computer.texts()), ...computer.stored()]) reachable.add(text);
  for (const version of service.sights.history()) reachable.add(textOf(version.bytes));
  for (const text of ledger.settled) if (!reachable.has(text)) throw new Error(`I1: '${text}' is lost`);
}

/** At rest: what nobody gave up is in somebody's folder, once; both sides are equal; nothing is left over (I2, I9). */
export function mustBeSettled(checked: Checked): void {
  const { service, root, computers, ledger } = checked;
  const there = serviceFiles(service, root);
  const counts = new Map<string, number>();
  for (const [, text] of there) counts.set(text, (counts.get(text) ?? 0) + 1);
  const older = olderStatesOfCopies(checked);
  for (const text of ledger.live)
    if (!counts.has(text) && !older.has(text))
      throw new Error(`I1: nobody gave up '${text}', but it is in no folder; ${whereabouts(checked, text)}`);
  // What somebody removed while others moved it comes back for each of them: at most once a computer.
  const live = new Set(ledger.live);
  const most = (text: string): number => (live.has(text) ? 1 : computers.length);
  for (const [text, count] of counts)
    if (count > most(text)) throw new Error(`I9: '${text}' is ${count} times at the service`);
  for (const computer of computers) {
    mustBeEqual(computer, there, foldersOf(service, root));
    const left = computer.journal.mirrors.all().flatMap(mirror => computer.journal.intents.all(mirror.id));
    if (left.length > 0) throw new Error(`An intent is left at ${computer.name}: ${JSON.stringify(left[0]?.work)}`);
    const staged = computer.disk.tree.find(`${FOLDER}/.benchtop/stage`);
    if (staged?.kind === 'folder' && staged.names.size > 0)
      throw new Error(`Something is left staged at ${computer.name}`);
    mustBeListed(computer);
  }
}

/** States of conflict copies that gave way to newer ones, are said in the history and are versions at the service (P4). */
function olderStatesOfCopies({ service, computers }: Checked): ReadonlySet<string> {
  const kept = new Set<string | null>();
  for (const { journal } of computers)
    for (const { verb, version } of journal.history.page(null, 10_000)) if (verb === 'kept') kept.add(version);
  const versions = service.sights.history().filter(({ versionId }) => kept.has(versionId));
  return new Set(versions.map(({ bytes }) => textOf(bytes)));
}

/** Once the product has started, nothing is in the store unlisted, and nothing is listed that is not there. */
export function mustBeListed({ name, disk, journal }: Computer): void {
  const listed = new Set(journal.store.all().map(file => file.name));
  for (const file of disk.stored.keys())
    if (!listed.has(file)) throw new Error(`I1: '${file}' is in the store of ${name} without a row`);
  for (const file of listed)
    if (!disk.stored.has(file)) throw new Error(`I1: the store of ${name} lists '${file}', which is not in it`);
}

/** For the message: where a content can still be found. */
function whereabouts({ service, computers }: Checked, text: string): string {
  const stores = computers
    .filter(computer => computer.stored().includes(text))
    .map(({ name }) => `in the store of ${name}`);
  const versions = service.sights.history().filter(version => textOf(version.bytes) === text);
  const files = new Map(service.sights.files().map(file => [file.id, file]));
  const history = versions.map(
    ({ fileId, number }) =>
      `version ${number} of ${files.get(fileId)?.name}${files.get(fileId)?.removed === true ? ' (removed)' : ''}`,
  );
  return [...stores, ...history].join(', ') || 'it is nowhere';
}

/** Same contents in same-named places; a number that tells namesakes apart here is no difference. */
function mustBeEqual(
  computer: Computer,
  there: readonly (readonly [string, string])[],
  foldersThere: readonly string[],
): void {
  const line = ([path, text]: readonly [string, string]): string => `'${plain(path)}' (${text})`;
  const filesHere = Object.entries(computer.texts()).map(line);
  const filesThere = there.map(line);
  const missing = filesThere.find(file => !filesHere.includes(file));
  if (missing !== undefined) throw new Error(`I2: ${missing} is at the service but not at ${computer.name}`);
  const extra = filesHere.find(file => !filesThere.includes(file));
  if (extra !== undefined) throw new Error(`I2: ${extra} is at ${computer.name} but not at the service`);
  if (filesHere.length !== filesThere.length)
    throw new Error(`I2: ${filesThere.length} files at the service, ${filesHere.length} at ${computer.name}`);
  const foldersHere = foldersIn(computer).map(plain).sort();
  const wanted = foldersThere.map(plain).sort();
  if (JSON.stringify(foldersHere) !== JSON.stringify(wanted))
    throw new Error(
      `I2: the folders differ: ${JSON.stringify(wanted)} at the service, ${JSON.stringify(foldersHere)} at ${computer.name}`,
    );
}

/** Without the numbers that tell namesakes apart. */
function plain(path: string): string {
  return path.replaceAll(/(?: \(\d+\))+(?=\.[^/.]*(?:\/|$)|\/|$)/g, '');
}

export function serviceFiles(service: FakeService, root: string): readonly (readonly [string, string])[] {
  return service.sights
    .tree(root)
    .flatMap(entry => (entry.kind === 'file' ? [[entry.path, textOf(entry.bytes)] as const] : []));
}

function foldersOf(service: FakeService, root: string): readonly string[] {
  return service.sights.tree(root).flatMap(entry => (entry.kind === 'folder' ? [entry.path] : []));
}

function foldersIn(computer: Computer): readonly string[] {
  const found: string[] = [];
  const visit = (path: string): void => {
    const node = computer.disk.tree.find(path);
    if (node?.kind !== 'folder') return;
    for (const [name, child] of node.names) {
      if (child.kind !== 'folder' || name === '.benchtop') continue;
      found.push(`${path}/${name}`.slice(FOLDER.length + 1));
      visit(`${path}/${name}`);
    }
  };
  visit(FOLDER);
  return found;
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
