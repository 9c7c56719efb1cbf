import { FaultError } from '../../shared/fault.ts';
import type { ItemId, Sha256, VersionId } from '../../shared/ids.ts';
import { DAY, SECOND } from '../../shared/units.ts';
import type { Item, Tree } from '../core/item.ts';
import type { Operation } from '../core/operation.ts';
import { ownerNames } from '../core/owner-files.ts';
import { subjectOf } from '../journal/problems.ts';
import type { Problem } from '../journal/problems.ts';
import { isFault, localPath } from './bench.ts';
import type { Bench } from './bench.ts';
import { isSkipped, setAside } from './retry.ts';

/** An owner file older than this was left behind by a crash, unless the document itself is open for writing. */
const OWNER_COUNTS_MS = DAY;
/** How soon an open document is asked after again, when nothing is heard of it before. */
const ASK_AGAIN_MS = 30 * SECOND;
/** The system's word for a file that a program holds. */
const BUSY = 'EBUSY';
/** What was agreed on before a document was replaced that may be open: item → content, as JSON. */
const REPLACED = 'replaced-while-open';

type Bases = Readonly<Record<string, { readonly version: VersionId | null; readonly sha256: Sha256 | null }>>;

/**
 * A document that is open in its program is not replaced or taken away under it: its next save would cover what came.
 * Steps that would are left out, and it is said. Known from files open for writing, and from owner files.
 * What is opened later is asked after once more, directly before it would be replaced (`mustNotBeOpen`).
 */
export async function spareOpenDocuments(
  bench: Bench,
  tree: Tree,
  operations: readonly Operation[],
): Promise<readonly Operation[]> {
  const candidates = operations.filter(operation => replacesHere(operation, tree));
  if (candidates.length === 0) return operations;
  const open = await askWhatIsOpen(bench);
  const spared = new Set<Operation>();
  for (const operation of candidates) {
    const path = localPath(bench, operation.item);
    const owner = open.has(path) ? 'open' : await ownerOf(bench, path);
    const item = tree.items.get(operation.item);
    if (item === undefined) continue;
    if (owner === 'left behind') rememberBase(bench, item);
    if (owner !== 'open') continue;
    spared.add(operation);
    sayOpen(bench, item, path);
  }
  return operations.filter(operation => !spared.has(operation));
}

/**
 * What a program has open keeps the number that it has here: the program would save it under the old name.
 * @returns whether the plan is to be made again, because of something that it would give another name.
 */
export async function keepOpenNames(bench: Bench, operations: readonly Operation[]): Promise<boolean> {
  const renumbered = operations.filter(operation => operation.kind === 'move-local' && operation.isRenumbered === true);
  if (renumbered.length === 0) return false;
  const open = await askWhatIsOpen(bench);
  const before = bench.keepsName.size;
  for (const { item } of renumbered) {
    const path = localPath(bench, item);
    const isOpen = open.has(path) || [...open].some(each => each.startsWith(`${path}/`));
    if (isOpen || (await ownerOf(bench, path)) === 'open') bench.keepsName.add(item);
  }
  return bench.keepsName.size > before;
}

/** What the system said is open; an answer this young is not asked for again, because it costs a look at every program. */
const ANSWER_COUNTS_MS = SECOND / 2;
const answers = new WeakMap<Bench, { readonly askedAt: number; readonly open: Promise<ReadonlySet<string>> }>();

function askWhatIsOpen(bench: Bench): Promise<ReadonlySet<string>> {
  const { clock, disk } = bench.world;
  const open = disk.openForWriting(bench.mirror.root).then(found => found ?? new Set<string>());
  answers.set(bench, { askedAt: clock.now(), open });
  return open;
}

/**
 * A file may have been opened while its new bytes travelled, which can take long. Replaced then, it would be a file
 * without a name, and whatever its program writes into it would be nowhere.
 * RACE: what is opened between this look, at most half a second old, and the replacement is replaced all the same; what
 * is written before the replacement is over is kept (`Disk.place`), what is written later is lost.
 * @throws FaultError `disk-refused` while it is open.
 */
export async function mustNotBeOpen(bench: Bench, path: string): Promise<void> {
  const last = answers.get(bench);
  const isYoung = last !== undefined && Math.abs(bench.world.clock.now() - last.askedAt) < ANSWER_COUNTS_MS;
  const open = await (isYoung ? last.open : askWhatIsOpen(bench));
  if (open.has(path) || (await ownerOf(bench, path)) === 'open')
    throw new FaultError({ kind: 'disk-refused', path, code: BUSY });
}

/** After a look: documents that were closed are free again, and saves that began before a replacement become conflicts. */
export async function reviewOpenDocuments(bench: Bench): Promise<void> {
  const { journal, mirror, world } = bench;
  const waiting = journal.problems.all(mirror.id).filter(isOpenProblem);
  if (waiting.length > 0) {
    const open = (await world.disk.openForWriting(mirror.root)) ?? new Set();
    for (const problem of waiting)
      if (!open.has(problem.path) && (await ownerOf(bench, problem.path)) !== 'open')
        journal.problems.clear(mirror.id, problem.subject);
  }
  await reviewBases(bench);
}

function replacesHere(operation: Operation, tree: Tree): boolean {
  const item = tree.items.get(operation.item);
  if (item === undefined || item.kind !== 'file' || item.local === null) return false;
  return operation.kind === 'download' || operation.kind === 'keep-both' || operation.kind === 'delete-local';
}

/** `left behind`: there is an owner file, but it is too old to be believed. */
async function ownerOf(bench: Bench, path: string): Promise<'open' | 'left behind' | 'none'> {
  const { disk, clock } = bench.world;
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  let found: 'left behind' | 'none' = 'none';
  for (const name of ownerNames(path.slice(folder.length))) {
    // A folder that refuses to be looked at will refuse the step too, and says so better.
    const entry = await disk.entry(bench.mirror.root, folder + name).catch(refusal);
    if (entry === null || entry.kind === 'folder') continue;
    if (clock.now() - entry.changedMs < OWNER_COUNTS_MS) return 'open';
    found = 'left behind';
  }
  return found;
}

function refusal(error: unknown): null {
  if (isFault(error, 'disk-refused', 'stale')) return null;
  throw error;
}

function sayOpen(bench: Bench, item: Item, path: string): void {
  const { journal, mirror, world } = bench;
  setAside(bench, item, { fault: { kind: 'disk-refused', path, code: BUSY }, isMove: false });
  const problem = journal.problems.get(mirror.id, subjectOf(item.id));
  if (problem !== null) journal.problems.put({ ...problem, retryAt: world.clock.now() + ASK_AGAIN_MS });
}

function isOpenProblem(problem: Problem): boolean {
  const { fault } = problem;
  return fault.kind === 'disk-refused' && fault.code === BUSY && !isSkipped(problem);
}

function basesOf({ journal }: Bench): Bases {
  const text = journal.facts.get(REPLACED);
  return text === null ? {} : (JSON.parse(text) as Bases);
}

function keepBases({ journal }: Bench, bases: Bases): void {
  journal.facts.set(REPLACED, Object.keys(bases).length === 0 ? null : JSON.stringify(bases));
}

function rememberBase(bench: Bench, { id, agreed }: Item): void {
  if (agreed !== null)
    keepBases(bench, { ...basesOf(bench), [id]: { version: agreed.version, sha256: agreed.sha256 } });
}

/**
 * The first save after a document was replaced that somebody may still have had open was made from the old content:
 * that is what both sides agreed on then, so that the two become a conflict instead of one covering the other.
 */
async function reviewBases(bench: Bench): Promise<void> {
  const { journal } = bench;
  for (const [key, base] of Object.entries(basesOf(bench))) {
    const item = journal.items.get(Number(key) as ItemId);
    const isHere = item !== null && item.local !== null && item.localSight === 'present' && item.local.sha256 !== null;
    const isUntouched = isHere && item.local?.sha256 === item.agreed?.sha256;
    if (item !== null && !isHere && item.local !== null) continue;
    if (isUntouched && (await ownerOf(bench, journal.pathOf(item.id))) !== 'none') continue;
    journal.transaction(() => {
      if (isHere && !isUntouched && item.agreed !== null) journal.items.setAgreed(item.id, { ...item.agreed, ...base });
      const rest = Object.entries(basesOf(bench)).filter(([other]) => other !== key);
      keepBases(bench, Object.fromEntries(rest));
    });
  }
}
