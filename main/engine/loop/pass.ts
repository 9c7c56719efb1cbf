import type { Ignoring } from '../../core/policy/ignore.ts';
import type { ItemId } from '../../../shared/ids.ts';
import type { Tree } from '../../core/item.ts';
import { planInParts } from '../../core/plan/plan.ts';
import type { Rules } from '../../core/plan/plan.ts';
import type { Operation } from '../../core/plan/operation.ts';
import { isRemoval } from '../../core/plan/operation.ts';
import type { IntentWork } from '../../journal/records/intents.ts';
import { localSide } from '../../local/local-side.ts';
import type { Scanning } from '../../local/observe/observe-local.ts';
import { remoteSide } from '../../remote/remote-side.ts';
import type { Observation, Sides } from '../context/side.ts';
import { forgetNeedlessConsents } from '../../remote/act/audience.ts';
import type { MirrorContext } from '../context/mirror-context.ts';
import { unseenFolders } from '../../remote/observe/refused-folders.ts';
import { executePlan } from '../act/execute.ts';
import type { RoundResult } from '../act/execute.ts';
import { PausedDuringPass } from '../limits/pauses.ts';
import { mayRenumber, noteNumbered } from '../context/numbered-mirrors.ts';
import { keepOpenNames, reviewOpenDocuments, spareOpenDocuments } from '../../local/act/open-documents.ts';
import type { PollRequest } from '../../remote/observe/poll.ts';
import { endCutOff } from '../recover/recover-conflict.ts';
import { endMovedOn } from '../recover/recover-move.ts';
import { recoverMirror, settleExpected, type ExpectedFiles } from '../recover/recover.ts';
import { forgetReturned, gateRemovals, updateGuards } from '../answers/removal-guard.ts';
import { forgetNeedless, forgetOldProblems, hasStuckItems, stuckItems } from '../context/retry.ts';
import { enforceRules } from '../context/ignore-rules.ts';
import { adoptArrivals } from '../act/pairing/move-between-mirrors.ts';
import { forgetOlderHeads } from '../content/older-heads.ts';
import { forgetOrigins, awaitedByOtherMirrors, holdMissed } from '../act/pairing/arrived-items.ts';
import { forgetNeedlessLosses } from '../../remote/act/older-versions.ts';
import { foldCopies } from '../act/pairing/fold-conflict-copies.ts';
import { adoptMovedCopies } from '../act/pairing/moved-copy-pairs.ts';
import { adoptMovedWhileOff, type FirstScan } from '../act/pairing/moved-while-off-pairs.ts';
import { inTurns } from '../context/in-turns.ts';
import { treeInTurns } from '../context/tree-to-plan.ts';

/** What one complete pass over a mirror did. */
export interface PassResult {
  /** Steps that changed something. */
  readonly done: number;
  /** Something changed during the pass: another pass finds it. */
  readonly mustRepeat: boolean;
  /** Files that are still changing, by path, and when they may be read (ms since the epoch). */
  readonly settling: ReadonlyMap<string, number>;
}

/** What a pass observes of each side. */
export interface PassScope {
  readonly local: Omit<Scanning, 'expected'>;
  readonly remote: Omit<PollRequest, 'ignoring'>;
  /** What the first scan since the start found. */
  readonly firstScan: () => FirstScan | null;
  /** Told when what the scan found is recorded and settled, with how long that took, in milliseconds. */
  readonly onLocalObserved: (tookMs: number, isWhole: boolean) => void;
}

/** No plan needs more rounds than this to reach a fixed point; more is a bug, and ends the pass. */
const MOST_ROUNDS = 200;

/**
 * One pass: settle what was left open, observe both sides, then plan and act until nothing is left to do.
 * @throws FaultError when the mirror or the account has to stop; PausedDuringPass.
 */
export async function runPass(context: MirrorContext, scope: PassScope): Promise<PassResult> {
  const { clock } = context.world;
  const expected = await recoverMirror(context);
  const local = localSide(context, scanningOf(context, scope.local, expected));
  const sides: Sides = { local, remote: remoteSide(context, scope.remote) };
  const { ignoring, beganMs, settling, isUncertain } = await beginPass(context, sides.local, { scope, expected });
  mustGoOn(context);
  await reviewOpenDocuments(context);
  const remote = await sides.remote.observe(ignoring);
  const look = { at: clock.now(), tookMs: clock.elapsed() - beganMs };
  if (remote.isWhole) context.journal.fullScans.add(context.mirror, look);
  let done = 0;
  let mustRepeat = isUncertain || remote.isUncertain;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const result = await runRound(context, sides, scope.firstScan());
    mustGoOn(context);
    done += result.done;
    mustRepeat ||= result.mustRepeat;
    if (result.done === 0 && !result.keepsMore) break;
  }
  forgetOldProblems(context);
  forgetNeedlessConsents(context);
  forgetNeedlessLosses(context);
  forgetOlderHeads(context);
  forgetOrigins(context.journal);
  return { done, mustRepeat: mustRepeat || context.journal.items.hasUnread(context.mirror.id), settling };
}

/**
 * Observes the local side alone, for which no service is needed. What only the service could settle stays open.
 * @returns files that are still changing, as a pass does.
 * @throws FaultError when the mirror has to stop; PausedDuringPass.
 */
export async function observeLocalOnly(
  context: MirrorContext,
  scope: Omit<PassScope, 'remote'>,
): Promise<PassResult['settling']> {
  const expected = await recoverMirror(context, 'service away');
  const local = localSide(context, scanningOf(context, scope.local, expected));
  return (await beginPass(context, local, { scope, expected })).settling;
}

function scanningOf(context: MirrorContext, scanning: PassScope['local'], expected: ExpectedFiles): Scanning {
  return {
    ...scanning,
    expected: { items: expected.items, settle: attempt => settleExpected(context, expected, attempt) },
  };
}

interface BegunPass extends Observation {
  readonly ignoring: Ignoring;
  /** On the monotonic clock. */
  readonly beganMs: number;
}

/** Puts the rules in force, observes the local side, and settles what was cut off and is found by now. */
async function beginPass(
  context: MirrorContext,
  local: Sides['local'],
  { scope, expected }: { readonly scope: Omit<PassScope, 'remote'>; readonly expected: ExpectedFiles },
): Promise<BegunPass> {
  mustGoOn(context);
  const { clock } = context.world;
  const beganMs = clock.elapsed();
  const ignoring = enforceRules(context);
  const seen = await local.observe(ignoring);
  const cutOff = expected.intents.flatMap(({ intent, wasRefused }) => (wasRefused ? [] : [intent]));
  const wasEnded = await endCutOff(context, cutOff);
  const wasMovedOn = await endMovedOn(context, cutOff);
  scope.onLocalObserved(clock.elapsed() - beganMs, seen.isWhole);
  return { ...seen, isUncertain: seen.isUncertain || wasEnded || wasMovedOn, ignoring, beganMs };
}

/** An item waits while one of these is open; the steps themselves check for the others. */
const BLOCKING_INTENTS: ReadonlySet<IntentWork['kind']> = new Set(['keep-both', 'upload-version']);

/** A pause ends a pass after the current step: a file that is being transferred is finished first. */
export function mustGoOn(context: MirrorContext): void {
  if (context.isPaused()) throw new PausedDuringPass();
}

/** `keepsMore`: an item could not get its planned local name, so others are named without it in the next plan. */
type Round = RoundResult & { readonly keepsMore: boolean };

async function runRound(context: MirrorContext, sides: Sides, first: FirstScan | null): Promise<Round> {
  const { journal, mirror, settings, world } = context;
  forgetReturned({ journal, mirror: mirror.id });
  if (!journal.items.hasWork(mirror.id, mirror.rootItem) && !mayRenumber(context)) {
    if (hasStuckItems(context)) forgetNeedless(context, await treeInTurns(context));
    return { done: 0, mustRepeat: false, keepsMore: false };
  }
  await foldCopies(context);
  const seen = await treeInTurns(context);
  const followed = adoptMovedCopies(context, seen) ? await treeInTurns(context) : seen;
  const tree = (await adoptMovedWhileOff(context, followed, first)) ? await treeInTurns(context) : followed;
  const adopted = await adoptArrivals(context, tree);
  if (adopted.done > 0) return { ...adopted, keepsMore: false };
  forgetNeedless(context, tree);
  const stuck = stuckItems(context);
  // Until such an intent is settled, it is not known which file has whose bytes, or which version ours replaced.
  const blockedByIntent = new Set(
    journal.intents.all(mirror.id).flatMap(({ item, work }) => (BLOCKING_INTENTS.has(work.kind) ? item : [])),
  );
  const held = awaitedByOtherMirrors(context);
  holdMissed(context, held, () => journal.items.tree(mirror.id, mirror.rootItem));
  const isBlocked = (item: ItemId): boolean =>
    stuck.has(item) ||
    adopted.waiting.has(item) ||
    blockedByIntent.has(item) ||
    held.has(item) ||
    context.quarantined.has(item);
  const operations = await planned(context, tree, isBlocked);
  const weighing = { journal, mirror: mirror.id, tree, settings, now: world.clock.now() };
  const gated = gateRemovals(operations, weighing);
  updateGuards(gated, weighing);
  const allowed: readonly Operation[] = [
    ...operations.filter(operation => !isRemoval(operation)),
    ...gated.allowed.map(({ operation }) => operation),
  ];
  const free = await spareOpenDocuments(context, tree, allowed);
  context.progress.planned(free.length);
  const kept = context.keepsName.size;
  const result = await executePlan(context, sides, { tree, operations: free });
  return { ...result, mustRepeat: result.mustRepeat || adopted.mustRepeat, keepsMore: context.keepsName.size > kept };
}

async function planned(
  context: MirrorContext,
  tree: Tree,
  isBlocked: Rules['isBlocked'],
): Promise<readonly Operation[]> {
  const { keepsName, mirror, world } = context;
  const rules = {
    mode: mirror.mode,
    isBlocked,
    isUnseen: unseenFolders(context),
    keepsName: (item: ItemId) => keepsName.has(item),
  };
  // RACE: while the plan is made in turns, an answer may change an item that it is about. As while a plan is carried
  // out, which takes longer: each step reads its item again when its turn has come, and the sides check what is there.
  const make = (): Promise<readonly Operation[]> => inTurns(world.clock, planInParts(tree, rules));
  const operations = await make();
  if (operations.length === 0) noteNumbered(context);
  return (await keepOpenNames(context, operations)) ? make() : operations;
}
