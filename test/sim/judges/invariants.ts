import { toLocalName } from '../../../main/core/names/local-names.ts';
import { keyOn } from '../../../main/core/names/volume-names.ts';
import type { MirrorMode } from '../../../shared/features/mirrors/model.ts';
import type { Computer } from '../world/computer.ts';
import { FOLDER } from '../world/computer.ts';
import type { FakeService } from '../service/fake-service.ts';
import type { Ledger } from '../world/ledger.ts';
import { mustHaveItsNames } from '../world/same-names.ts';

/** What must hold, with the run it is about. */
export interface Checked {
  readonly service: FakeService;
  /** The service's folder that is mirrored. */
  readonly root: string;
  readonly computers: readonly Computer[];
  readonly ledger: Ledger;
  /** What was renamed while the records were set back cannot be known again: then it may be there twice. */
  readonly mayDouble?: boolean;
  /** How each computer mirrors, in turn; two-way where nothing else is said. */
  readonly modes?: readonly MirrorMode[];
  /** Whether a colleague works at the service; true by default. */
  readonly hasColleague?: boolean;
  /** Whether unfinished downloads may be left until the next start. */
  readonly mayLeaveStaged?: boolean;
}

const CONFLICT = ' (conflict, ';

/** At every instant: each file anywhere holds exactly a text that an actor wrote, whole (I5). */
export function mustBeWhole({ service, root, computers, ledger }: Checked): void {
  for (const computer of computers)
    for (const [path, text] of Object.entries(computer.texts()))
      if (!ledger.isKnown(text))
        throw new Error(`I5: ${computer.name} holds '${path}' with a content nobody wrote: '${text}'`);
  for (const [path, text] of serviceFiles(service, root))
    if (!ledger.isKnown(text))
      throw new Error(`I5: the service holds '${path}' with a content nobody wrote: '${text}'`);
}

/**
 * At every rest: what was there at an earlier rest is still within reach: here, there, in the history or in a store (I1).
 * The service gives versions of a removed file to no one. Of one that a computer of ours removed, that computer must have
 * kept them; what others remove goes with its history.
 */
export function mustBeWithinReach({ service, computers, ledger }: Checked): void {
  const ours = new Set(computers.flatMap(({ witness }) => [...witness.removedFiles]));
  const isLeft = new Set(service.sights.files().flatMap(({ id, removed }) => (removed && ours.has(id) ? [id] : [])));
  const reachable = new Set<string>();
  for (const computer of computers)
    for (const text of [...Object.values(computer.texts()), ...computer.stored()]) reachable.add(text);
  for (const { fileId, bytes } of service.sights.history()) if (!isLeft.has(fileId)) reachable.add(textOf(bytes));
  for (const text of ledger.settled) if (!reachable.has(text)) throw new Error(`I1: '${text}' is lost`);
}

/** At every instant: nothing is touched outside the mirrored folder (I7), and no edge was misused (I4, I12). */
export function mustBeContained({ computers }: Checked): void {
  for (const { name, disk, witness } of computers) {
    const home = disk.tree.find('/home');
    const beside = home?.kind === 'folder' ? [...home.names.keys()].sort().join(' ') : '';
    // Our own records are beside the people's folders.
    const tops = disk.tree.top.names.size - (disk.tree.top.names.has('data') ? 1 : 0);
    if (beside !== 'lab other' || disk.tree.read('/home/other/keep.txt') !== 'not ours' || tops > 1)
      throw new Error(`I7: something outside of the folder of ${name} is not as it was: ${beside}`);
    const [first] = witness.found;
    if (first !== undefined) throw new Error(first);
  }
}

/** At rest a sync costs two requests for each folder, and a detail where a list tells too little (I8). */
export function mostRequestsAtRest(service: FakeService, root: string): number {
  const things = service.sights.tree(root);
  const folders = things.filter(({ kind }) => kind === 'folder').length + 1;
  return 2 * folders + things.length - folders + 4;
}

/** A sync at rest finds nothing to do, changes nothing, and asks no more than so many times (I3, I8). */
export async function mustDoNothing(computer: Computer, most: number, sync: () => Promise<boolean>): Promise<void> {
  const { all, changing } = computer.witness.requests;
  if (await sync()) throw new Error(`I3: ${computer.name} still finds something to do`);
  const { requests } = computer.witness;
  if (requests.changing !== changing) throw new Error(`I3: ${computer.name} changes something at rest`);
  const asked = requests.all - all;
  if (asked > most) throw new Error(`I8: ${computer.name} asks ${asked} times at rest, more than ${most}`);
}

/** At rest: each text that was not given up is in a folder, once; both sides are equal; nothing is left over (I2, I9). */
export function mustBeSettled(checked: Checked): void {
  const { service, root, computers, modes = [] } = checked;
  const there = {
    files: serviceFiles(service, root),
    folders: foldersOf(service, root),
    ever: service.sights.history().map(({ bytes }) => textOf(bytes)),
  };
  mustHaveAllOnce(checked, there);
  for (const [index, computer] of computers.entries()) {
    mustBeEqual(computer, modes[index] ?? 'two-way', { ...there, ledger: checked.ledger });
    mustHaveNoTwins(computer);
    if ((modes[index] ?? 'two-way') === 'two-way') mustHaveItsNames(computer, service, root);
    mustHaveNothingLeft(computer, checked);
    mustBeListed(computer, checked.mayLeaveStaged);
  }
  mustHaveNoSelfConflict(checked);
}

function mustHaveAllOnce(checked: Checked, { files, ever }: There): void {
  const { computers, ledger, modes = [] } = checked;
  const counts = new Map<string, number>();
  for (const [, text] of files) counts.set(text, (counts.get(text) ?? 0) + 1);
  const elsewhere = new Set([...olderStatesOfCopies(checked), ...broughtBack(checked), ...hidden(checked)]);
  // One way, what is older may stay where it is, and what is on top at the service was put there over the other.
  const isOneWay = modes.slice(0, computers.length).some(mode => mode !== 'two-way');
  const atComputers = computers.flatMap(computer => Object.values(computer.texts()));
  for (const text of isOneWay ? [...atComputers, ...ever] : []) elsewhere.add(text);
  for (const text of ledger.live)
    if (!counts.has(text) && !elsewhere.has(text))
      throw new Error(`I1: nobody gave up '${text}', but it is in no folder; ${whereabouts(checked, text)}`);
  // A file that one person removed while others moved it comes back for each of them: at most once per computer.
  const live = new Set(ledger.live);
  const twice = keptByBoth(checked);
  const most = (text: string): number =>
    (live.has(text) ? 1 : computers.length * Math.max(ledger.restedOf(text), 1)) +
    (twice.has(text) ? 1 : 0) +
    ledger.extrasOf(text) +
    ledger.backupsOf(text);
  for (const [text, count] of counts)
    if (count > most(text) && checked.mayDouble !== true)
      throw new Error(`I9: '${text}' is ${count} times at the service`);
}

function mustHaveNothingLeft(computer: Computer, { mayLeaveStaged = false }: Checked): void {
  const left = computer.journal.mirrors.all().flatMap(mirror => computer.journal.intents.all(mirror.id));
  if (left.length > 0) throw new Error(`An intent is left at ${computer.name}: ${JSON.stringify(left[0]?.work)}`);
  const staged = computer.disk.tree.find(`${FOLDER}/.benchtop/stage`);
  if (staged?.kind === 'folder' && staged.names.size > 0 && !mayLeaveStaged)
    throw new Error(`Something is left staged at ${computer.name}`);
}

/** A single computer without a colleague never finds itself in conflict (I10), but with what was wanted back. */
function mustHaveNoSelfConflict({ computers, ledger, hasColleague = true }: Checked): void {
  const [only, other] = computers;
  if (only === undefined || other !== undefined || hasColleague) return;
  const copy = Object.keys(only.texts()).find(
    path => path.includes(CONFLICT) && !ledger.wasWantedBack(path.replace(/ \(conflict, [^/]*\)(?=[^/]*$)/, '')),
  );
  if (copy !== undefined) throw new Error(`I10: ${only.name} is in conflict with itself: '${copy}'`);
}

/** No two names of a folder are the same to any system (I11). */
function mustHaveNoTwins(computer: Computer): void {
  const seen = new Set<string>();
  for (const path of [...Object.keys(computer.texts()), ...foldersIn(computer)]) {
    const key = keyOn(computer.disk.tree.names, path);
    if (seen.has(key)) throw new Error(`I11: two things at ${computer.name} are called '${path}'`);
    seen.add(key);
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

/** Backups put in the place of their originals are older states: they may be where everybody finds them, in a listed history. */
function broughtBack({ service, root, ledger }: Checked): readonly string[] {
  const there = service.sights.tree(root).flatMap(entry => (entry.kind === 'file' ? [entry.id] : []));
  const versions = there.flatMap(id => service.sights.versionsOf(id));
  return versions.map(({ bytes }) => textOf(bytes)).filter(text => ledger.wasBroughtBack(text));
}

/** Texts in histories that no key here may read: where the service does not check the base, one edit may go over another. */
function hidden({ service, ledger }: Checked): readonly string[] {
  const versions = service.sights.history().filter(({ fileId }) => ledger.isHistoryHidden(fileId));
  return versions.map(({ bytes }) => textOf(bytes));
}

/**
 * Texts that went over another one and under a third, before the first was put back on top of all: where the service does
 * not check the base, who wrote them and who went over them keep them beside the file, and neither can know of the other.
 */
function keptByBoth({ service }: Checked): ReadonlySet<string> {
  const files = new Map<string, string[]>();
  if (service.refusesStaleVersions) return new Set();
  for (const { fileId, bytes } of service.sights.history()) {
    const texts = files.get(fileId);
    if (texts === undefined) files.set(fileId, [textOf(bytes)]);
    else texts.push(textOf(bytes));
  }
  const isKeptTwice = (text: string, at: number, texts: readonly string[]): boolean =>
    at > 0 && texts.indexOf(text) === at && texts.lastIndexOf(texts[at - 1] ?? '') > at + 1;
  return new Set([...files.values()].flatMap(texts => texts.filter(isKeptTwice)));
}

/** Once the product has started, nothing is in the store unlisted, and nothing is listed that is not there. */
export function mustBeListed({ name, disk, journal }: Computer, mayBeUnsure = false): void {
  const listed = new Set(journal.trash.all().map(file => file.name));
  for (const file of disk.stored.keys())
    if (!listed.has(file)) throw new Error(`I1: '${file}' is in the store of ${name} without a row`);
  // Where the store could not even be listed, a row may stay that claims no bytes: nothing relies on it.
  const claimed = journal.trash.all().filter(({ sha256 }) => !mayBeUnsure || sha256 !== null);
  for (const { name: file } of claimed)
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

interface There {
  readonly files: readonly (readonly [string, string])[];
  readonly folders: readonly string[];
  /** Every content that any version ever had. */
  readonly ever: readonly string[];
}

interface Told extends There {
  readonly ledger: Ledger;
}

/** Same contents in same-named places; a number that tells namesakes apart here is no difference. */
function mustBeEqual(computer: Computer, mode: MirrorMode, there: Told): void {
  if (mode !== 'two-way') return mustHaveCome(computer, mode, there);
  const line = ([path, text]: readonly [string, string]): string => `'${plain(path.normalize('NFC'))}' (${text})`;
  const filesHere = Object.entries(computer.texts()).map(line);
  const { names } = computer.disk.tree;
  const pathHere = (path: string): string =>
    path
      .split('/')
      .map(name => toLocalName(name, names))
      .join('/');
  const filesThere = there.files.map(([path, text]) => line([pathHere(path), text]));
  const missing = filesThere.find(file => !filesHere.includes(file));
  if (missing !== undefined) throw new Error(`I2: ${missing} is at the service but not at ${computer.name}`);
  const extra = filesHere.find(file => !filesThere.includes(file));
  if (extra !== undefined) throw new Error(`I2: ${extra} is at ${computer.name} but not at the service`);
  if (filesHere.length !== filesThere.length)
    throw new Error(`I2: ${filesThere.length} files at the service, ${filesHere.length} at ${computer.name}`);
  const foldersHere = foldersIn(computer)
    .map(path => plain(path.normalize('NFC')))
    .sort();
  const wanted = there.folders.map(path => plain(pathHere(path).normalize('NFC'))).sort();
  if (JSON.stringify(foldersHere) !== JSON.stringify(wanted))
    throw new Error(
      `I2: the folders differ: ${JSON.stringify(wanted)} at the service, ${JSON.stringify(foldersHere)} at ${computer.name}`,
    );
}

/** One way only contents travel: names and places are everybody's own. */
function mustHaveCome(computer: Computer, mode: 'upload' | 'download', there: Told): void {
  const textsHere = Object.values(computer.texts());
  const textsThere = there.files.map(([, text]) => text);
  // What was edited in a folder that only receives rests as it is, in the place of what the service has.
  const isOwn = (text: string): boolean =>
    text.endsWith(`by ${computer.name}`) ||
    !there.ever.includes(text) ||
    there.ledger.wasBroughtBack(text) ||
    // What two people came to, each in another file.
    (text.endsWith('by both') && timesIn(textsHere, text) > timesIn(textsThere, text));
  if (mode === 'download' && textsHere.some(isOwn)) return;
  const [from, to] = mode === 'upload' ? [textsHere, there.ever] : [textsThere, textsHere];
  const missing = from.find(text => !to.includes(text));
  if (missing !== undefined) throw new Error(`I2: '${missing}' did not come through the ${mode} of ${computer.name}`);
}

function timesIn(texts: readonly string[], text: string): number {
  return texts.filter(each => each === text).length;
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
