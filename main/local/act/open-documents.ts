import { FaultError, type FaultOf, IN_USE, isInUse } from '../../../shared/fault.ts';
import type { ItemId, Sha256, VersionId } from '../../../shared/ids.ts';
import { DAY, SECOND } from '../../../shared/units.ts';
import type { Item, Tree } from '../../core/item.ts';
import type { Operation } from '../../core/plan/operation.ts';
import { ownerNames } from '../../core/scan/owner-files.ts';
import { subjectOf } from '../../journal/records/problems.ts';
import type { Problem } from '../../journal/records/problems.ts';
import { isFault, localPath } from '../../engine/context/mirror-context.ts';
import type { MirrorContext } from '../../engine/context/mirror-context.ts';
import type { Entry } from '../../ports/disk.ts';
import { isSkipped, recordProblem } from '../../engine/context/retry.ts';

/** An owner file older than this was left by a crash, unless a program has it or the document open for writing. */
const OWNER_COUNTS_MS = 3 * DAY;
/** How soon an open document is checked again when no event comes before. */
const RECHECK_MS = 30 * SECOND;
const NOTHING_OPEN: ReadonlySet<string> = new Set();
/** The bases of documents that were replaced although they may be open: item id → content, as JSON. */
const REPLACED = 'replaced-while-open';

type Bases = Readonly<Record<string, { readonly version: VersionId | null; readonly sha256: Sha256 | null }>>;

/**
 * Leaves out operations that would replace or remove a document which is open in its program: its next save would
 * overwrite the new bytes. Each is recorded as a problem. Open documents are known from files open for writing, and
 * from owner files. A document that is opened later is checked again directly before its replacement (`mustNotBeOpen`).
 */
export async function spareOpenDocuments(
  context: MirrorContext,
  tree: Tree,
  operations: readonly Operation[],
): Promise<readonly Operation[]> {
  const candidates = operations.filter(operation => replacesLocal(operation, tree));
  if (candidates.length === 0) return operations;
  const open = await readOpenFiles(context);
  const spared = new Set<Operation>();
  for (const operation of candidates) {
    const path = localPath(context, operation.item);
    const use = await openStateOf(context, path, open);
    const item = tree.items.get(operation.item);
    if (item === undefined) continue;
    if (use.kind === 'left behind') rememberBase(context, item);
    if (use.kind !== 'open') continue;
    spared.add(operation);
    recordOpenProblem(context, item, openFault(path, use));
  }
  return operations.filter(operation => !spared.has(operation));
}

/**
 * Lets an open file keep its local number: the program would save it under the old name.
 * @returns whether the plan must be made again, because it would rename such a file.
 */
export async function keepOpenNames(context: MirrorContext, operations: readonly Operation[]): Promise<boolean> {
  const renumbered = operations.filter(operation => operation.kind === 'move-local' && operation.isRenumbered === true);
  if (renumbered.length === 0) return false;
  const open = await readOpenFiles(context);
  const before = context.keepsName.size;
  for (const { item } of renumbered) {
    const path = localPath(context, item);
    const isOpen = open.has(path) || [...open].some(each => each.startsWith(`${path}/`));
    if (isOpen || (await openStateOf(context, path, open)).kind === 'open') context.keepsName.add(item);
  }
  return context.keepsName.size > before;
}

/** How long the system's list of open files is used: reading it costs a query to every program. */
const ANSWER_COUNTS_MS = SECOND / 2;
const answers = new WeakMap<MirrorContext, { readonly askedAt: number; readonly open: Promise<ReadonlySet<string>> }>();

function readOpenFiles(context: MirrorContext): Promise<ReadonlySet<string>> {
  const { clock, disk } = context.world;
  const open = disk.openForWriting(context.mirror.root).then(found => found ?? new Set<string>());
  answers.set(context, { askedAt: clock.now(), open });
  return open;
}

/**
 * Checks a file again before its replacement, since it may have been opened during a long fetch. Replaced then, the old
 * file would lose its name, and what the program writes to it would be lost.
 * RACE: a file opened between this check, at most half a second old, and the replacement is found by `Disk.place`, as
 * far as the system tells; a document of which only an owner file says that it is open is replaced.
 * @throws FaultError `disk-refused` while it is open.
 */
export async function mustNotBeOpen(context: MirrorContext, path: string): Promise<void> {
  const last = answers.get(context);
  const isYoung = last !== undefined && Math.abs(context.world.clock.now() - last.askedAt) < ANSWER_COUNTS_MS;
  const open = await (isYoung ? last.open : readOpenFiles(context));
  const use = await openStateOf(context, path, open);
  if (use.kind === 'open') throw new FaultError(openFault(path, use));
}

/** After a scan: closed documents are free again, and saves that began before a replacement become conflicts. */
export async function reviewOpenDocuments(context: MirrorContext): Promise<void> {
  const { journal, mirror, world } = context;
  const waiting = journal.problems.all(mirror.id).filter(isOpenProblem);
  if (waiting.length > 0) {
    const open = (await world.disk.openForWriting(mirror.root)) ?? new Set();
    for (const problem of waiting)
      if ((await openStateOf(context, problem.path, open)).kind !== 'open')
        journal.problems.clear(mirror.id, problem.subject);
  }
  await reviewBases(context);
}

/** Whether a document is open in its program. `lock`: only an owner file of this name says so. */
type Use =
  | { readonly kind: 'open'; readonly lock?: string }
  /** There is an owner file that was left behind. */
  | { readonly kind: 'left behind' }
  | { readonly kind: 'none' };

function replacesLocal(operation: Operation, tree: Tree): boolean {
  const item = tree.items.get(operation.item);
  if (item === undefined || item.kind !== 'file' || item.local === null) return false;
  return operation.kind === 'download' || operation.kind === 'keep-both' || operation.kind === 'delete-local';
}

/** @param open files that programs have open for writing, as far as the system tells. */
async function openStateOf(context: MirrorContext, path: string, open: ReadonlySet<string>): Promise<Use> {
  const { disk } = context.world;
  if (open.has(path) || (await disk.isHeld(context.mirror.root, path).catch(refusal)) === true) return { kind: 'open' };
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  let found: Use = { kind: 'none' };
  for (const name of ownerNames(path.slice(folder.length))) {
    // If the folder cannot be read, the step itself will fail with a better message.
    const entry = await disk.entry(context.mirror.root, folder + name).catch(refusal);
    if (entry === null || entry.kind === 'folder') continue;
    if (open.has(folder + name) || isYoung(context, entry)) return { kind: 'open', lock: name };
    found = { kind: 'left behind' };
  }
  return found;
}

/**
 * Judged by the modification time, not by the time of arrival: copying a folder or changing its permissions must not
 * renew an old lock. No program of this computer is older than the computer's start.
 * GAP: on a share, a program of another computer may be; its save then becomes a conflict (`rememberBase`).
 */
function isYoung({ world }: MirrorContext, { modifiedMs }: Entry): boolean {
  const now = world.clock.now();
  const uptimeSeconds = world.machine?.facts().uptimeSeconds ?? Number.POSITIVE_INFINITY;
  return now - modifiedMs < Math.min(OWNER_COUNTS_MS, uptimeSeconds * SECOND);
}

function openFault(path: string, { lock }: Use & { readonly kind: 'open' }): FaultOf<'disk-refused'> {
  return { kind: 'disk-refused', path, code: IN_USE, ...(lock === undefined ? {} : { lock }) };
}

function refusal(error: unknown): null {
  if (isFault(error, 'disk-refused', 'stale')) return null;
  throw error;
}

function recordOpenProblem(context: MirrorContext, item: Item, fault: FaultOf<'disk-refused'>): void {
  const { journal, mirror, world } = context;
  recordProblem(context, item, { fault, isMove: false });
  const problem = journal.problems.get(mirror.id, subjectOf(item.id));
  if (problem !== null) journal.problems.put({ ...problem, retryAt: world.clock.now() + RECHECK_MS });
}

function isOpenProblem(problem: Problem): boolean {
  return isInUse(problem.fault) && !isSkipped(problem);
}

function basesOf({ journal }: MirrorContext): Bases {
  const text = journal.facts.get(REPLACED);
  return text === null ? {} : (JSON.parse(text) as Bases);
}

function keepBases({ journal }: MirrorContext, bases: Bases): void {
  journal.facts.set(REPLACED, Object.keys(bases).length === 0 ? null : JSON.stringify(bases));
}

function rememberBase(context: MirrorContext, { id, base }: Item): void {
  if (base !== null) keepBases(context, { ...basesOf(context), [id]: { version: base.version, sha256: base.sha256 } });
}

/**
 * Checks the first save after a replacement of a document that may still have been open. It was made from the old
 * content, so that content becomes the base again: the two versions become a conflict, and neither overwrites the
 * other.
 */
async function reviewBases(context: MirrorContext): Promise<void> {
  const { journal } = context;
  for (const [key, base] of Object.entries(basesOf(context))) {
    const item = journal.items.get(Number(key) as ItemId);
    const isLocal =
      item !== null && item.local !== null && item.localPresence === 'present' && item.local.sha256 !== null;
    const isUntouched = isLocal && item.local?.sha256 === item.base?.sha256;
    if (item !== null && !isLocal && item.local !== null) continue;
    if (isUntouched && (await openStateOf(context, journal.pathOf(item.id), NOTHING_OPEN)).kind !== 'none') continue;
    journal.transaction(() => {
      if (isLocal && !isUntouched && item.base !== null) journal.items.setBase(item.id, { ...item.base, ...base });
      const rest = Object.entries(basesOf(context)).filter(([other]) => other !== key);
      keepBases(context, Object.fromEntries(rest));
    });
  }
}
