import type { Ignoring } from '../../core/policy/ignore.ts';
import type { ItemId } from '../../../shared/ids.ts';
import type { Tree } from '../../core/item.ts';
import { plan } from '../../core/plan/plan.ts';
import type { Rules } from '../../core/plan/plan.ts';
import type { Operation } from '../../core/plan/operation.ts';
import { isRemoval } from '../../core/plan/operation.ts';
import type { Recorded } from '../../local/observe/scan.ts';
import type { IntentWork } from '../../journal/records/intents.ts';
import { observeLocal } from '../../local/observe/record-scan.ts';
import type { LocalNews } from '../../local/observe/record-scan.ts';
import type { Settling } from '../../local/observe/settling.ts';
import { forgetNeedlessConsents } from '../../remote/act/audience.ts';
import type { MirrorContext } from '../context/mirror-context.ts';
import { unseenFolders } from '../../remote/observe/refused-folders.ts';
import { execute } from '../act/execute.ts';
import type { RoundResult } from '../act/execute.ts';
import type { Hinted } from './hinted-folders.ts';
import { PausedMeanwhile } from '../context/pauses.ts';
import { mayRenumber, noteNumbered } from '../context/numbered-mirrors.ts';
import { keepOpenNames, reviewOpenDocuments, spareOpenDocuments } from '../../local/act/open-documents.ts';
import { quarantine } from '../context/quarantine.ts';
import { itemsLeftOut, recordApart } from '../context/record-separately.ts';
import { recordLocal } from '../../local/observe/record-local.ts';
import { tellOfPath, tellUnrecorded, UNRECORDED_THERE } from '../context/path-problems.ts';
import type { Looking } from '../../remote/observe/poll.ts';
import { observeRemote } from '../../remote/observe/record-remote.ts';
import { endCutOff } from '../recover/recover-conflict.ts';
import { endMovedOn } from '../recover/recover-move.ts';
import { recover, settleSought, type Sought } from '../recover/recover.ts';
import { forgetReturned, gateRemovals, updateGuards } from '../answers/removal-guard.ts';
import { forgetNeedless, forgetOldProblems, hasStuckItems, stuckItems } from '../context/retry.ts';
import { recordHiddenHere } from '../../local/observe/hidden-local.ts';
import { enforceRules } from '../context/ignore-rules.ts';
import { adoptArrivals } from '../act/pairing/move-between-mirrors.ts';
import { forgetOldHeads } from '../../remote/observe/service-set-back.ts';
import { forgetOrigins, heldElsewhere, holdMissed } from '../act/pairing/arrived-items.ts';
import { forgetNeedlessLosses } from '../../remote/act/older-versions.ts';
import { foldCopies } from '../act/pairing/fold-conflict-copies.ts';
import { adoptMovedCopies } from '../act/pairing/moved-copy-pairs.ts';
import { adoptMovedWhileOff, type FirstLook } from '../act/pairing/moved-while-off-pairs.ts';
import { treeToPlan } from '../context/tree-to-plan.ts';

/** What one complete pass over a mirror did. */
export interface PassResult {
  /** Steps that changed something. */
  readonly done: number;
  /** Something changed under us: another pass finds it. */
  readonly again: boolean;
  /** Files that are still changing, by path, and when they may be read (ms since the epoch). */
  readonly settling: ReadonlyMap<string, number>;
}

/** Which sides a pass looks at. */
export interface Looks {
  /**
   * The folders here in which something may have happened since the last pass. Those that have no digest are to be looked
   * at as well, and are not named for that.
   */
  readonly here: Hinted;
  readonly there: Omit<Looking, 'ignoring'>;
  readonly settling: Settling;
  /** What the first look here since the start found. */
  readonly first: () => FirstLook | null;
  /** Told when what a look here found is recorded, with how long it took, in milliseconds. */
  readonly onSeenHere: (hereMs: number, news: LocalNews) => void;
}

/** No plan needs more rounds than this to come to rest (I8); more is a mistake of ours and ends the pass. */
const MOST_ROUNDS = 200;

/**
 * One pass: settle what was left open, look at both sides, then plan and act until nothing is left to do.
 * @throws FaultError when the mirror or the account has to stop; PausedMeanwhile.
 */
export async function runPass(context: MirrorContext, looks: Looks): Promise<PassResult> {
  const { clock } = context.world;
  const { settling, mustLookAgain, ignoring, beganMs } = await beginHere(context, looks, await recover(context));
  mustGoOn(context);
  await reviewOpenDocuments(context);
  if (looks.there.how !== 'none') {
    const seen = await observeRemote(context, { ...looks.there, ignoring });
    const look = { at: clock.now(), tookMs: clock.elapsed() - beganMs };
    if (seen === 'everything') context.journal.fullLooks.add(context.mirror, look);
  }
  let done = 0;
  let again = mustLookAgain;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const result = await runRound(context, looks.first());
    mustGoOn(context);
    done += result.done;
    again ||= result.again;
    if (result.done === 0 && !result.keepsMore) break;
  }
  forgetOldProblems(context);
  forgetNeedlessConsents(context);
  forgetNeedlessLosses(context);
  forgetOldHeads(context);
  forgetOrigins(context.journal);
  return { done, again: again || context.journal.items.hasUnread(context.mirror.id), settling };
}

/**
 * What a pass begins with, and nothing else: a look here, for which no service is needed. What only the service could
 * settle stays open.
 * @returns files that are still changing, as a pass does.
 * @throws FaultError when the mirror has to stop; PausedMeanwhile.
 */
export async function lookOnlyHere(
  context: MirrorContext,
  looks: Omit<Looks, 'there'>,
): Promise<PassResult['settling']> {
  const { settling } = await beginHere(context, looks, await recover(context, 'service away'));
  return settling;
}

interface Begun {
  readonly settling: PassResult['settling'];
  readonly mustLookAgain: boolean;
  readonly ignoring: Ignoring;
  /** By the clock that never goes back. */
  readonly beganMs: number;
}

async function beginHere(context: MirrorContext, looks: Omit<Looks, 'there'>, sought: Sought): Promise<Begun> {
  mustGoOn(context);
  const { clock } = context.world;
  const beganMs = clock.elapsed();
  const ignoring = enforceRules(context);
  const news = await lookHere(context, { ...looks, sought }, ignoring);
  const cutOff = sought.intents.flatMap(({ intent, wasRefused }) => (wasRefused ? [] : [intent]));
  const wasEnded = await endCutOff(context, cutOff);
  const wasMovedOn = await endMovedOn(context, cutOff);
  looks.onSeenHere(clock.elapsed() - beganMs, news);
  return { settling: news.settling, mustLookAgain: news.lostSight || wasEnded || wasMovedOn, ignoring, beganMs };
}

/** What an item waits for when it was begun and not settled; the steps themselves look at any other. */
const HALFWAY: ReadonlySet<IntentWork['kind']> = new Set(['keep-both', 'upload-version']);

/** A pause ends a pass after the step under way: a file that is being sent or downloaded is finished first. */
export function mustGoOn(context: MirrorContext): void {
  if (context.isPaused()) throw new PausedMeanwhile();
}

async function lookHere(
  context: MirrorContext,
  { settling, here, sought }: Pick<Looks, 'settling' | 'here'> & { readonly sought: Sought },
  ignoring: Ignoring,
): Promise<LocalNews> {
  const { journal, mirror, settings, world } = context;
  const now = world.clock.now();
  settling.keepRefused(new Set(journal.problems.all(mirror.id).map(({ path }) => path)));
  const { disk } = world;
  const recorded = recordedHere(context, sought);
  const where = whereToLook(context, here);
  const { settleMs } = settings;
  const news = await observeLocal({ disk, root: mirror.root, recorded, where, settling, now, settleMs, ignoring });
  const leftOut = recordApart(journal, apart => {
    recordLocal({ journal, mirror: mirror.id }, { news, now }, apart);
    settleSought(context, sought, apart);
  });
  recordOdd(context, news, leftOut);
  for (const [id, error] of itemsLeftOut(leftOut)) quarantine(context, id, error);
  recordHiddenHere(context, news);
  return news;
}

function recordedHere({ journal, mirror }: MirrorContext, sought: Sought): Recorded {
  const { id, rootItem: root } = mirror;
  return {
    root,
    index: journal.items.index(id, root),
    isSmall: journal.items.isSmall(id),
    whole: () => journal.items.tree(id, root),
    digests: journal.items.digests(id, root),
    strays: () => new Map([...journal.items.strays(id), ...sought.items]),
  };
}

/** From more folders on it is simpler to look at everything. */
const MOST_FOLDERS = 64;

/** What was hinted, and what the last look or our own work left to be listed. */
function whereToLook({ journal, mirror }: MirrorContext, hinted: Looks['here']): readonly string[] | 'everywhere' {
  if (hinted === 'everything') return 'everywhere';
  const unlisted = journal.items.digests(mirror.id, mirror.rootItem).missing();
  if (unlisted.length + hinted.length > MOST_FOLDERS) return 'everywhere';
  return [...new Set([...hinted, ...unlisted.map(id => journal.pathOf(id))])];
}

/** Things that we leave alone are said, once, by path, until a look at their folder does not find them any more. */
function recordOdd(context: MirrorContext, news: LocalNews, leftOut: ReadonlyMap<string, unknown>): void {
  const { journal, mirror } = context;
  const reported = new Set(news.odd.map(({ path }) => path));
  for (const { path, subject, fingerprint } of journal.problems.all(mirror.id)) {
    const wasLookedFor = !news.folders.isAsKnown(parentOf(path)) || news.folders.wasRead(path);
    const isOfALook = subject.startsWith('path:') && fingerprint !== UNRECORDED_THERE;
    if (isOfALook && wasLookedFor && !reported.has(path) && !leftOut.has(subject))
      journal.problems.clear(mirror.id, subject);
  }
  for (const { path, code, retryAt = null } of news.odd)
    tellOfPath(context, path, { fault: { kind: 'disk-refused', path, code }, fingerprint: code, retryAt });
  for (const [subject, error] of leftOut)
    if (subject.startsWith('path:'))
      tellUnrecorded(context, subject.slice('path:'.length), { error, fingerprint: 'here' });
}

function parentOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** `keepsMore`: something could not get the name it should have, and others are named without it. */
type Round = RoundResult & { readonly keepsMore: boolean };

async function runRound(context: MirrorContext, first: FirstLook | null): Promise<Round> {
  const { journal, mirror, settings, world } = context;
  forgetReturned({ journal, mirror: mirror.id });
  if (!journal.items.hasWork(mirror.id, mirror.rootItem) && !mayRenumber(context)) {
    if (hasStuckItems(context)) forgetNeedless(context, treeToPlan(context));
    return { done: 0, again: false, keepsMore: false };
  }
  await foldCopies(context);
  const seen = treeToPlan(context);
  const followed = adoptMovedCopies(context, seen) ? treeToPlan(context) : seen;
  const tree = (await adoptMovedWhileOff(context, followed, first)) ? treeToPlan(context) : followed;
  const adopted = await adoptArrivals(context, tree);
  if (adopted.done > 0) return { ...adopted, keepsMore: false };
  forgetNeedless(context, tree);
  const stuck = stuckItems(context);
  // Whose bytes are where, and what a version of ours went over, is not known until it is settled.
  const halfway = new Set(
    journal.intents.all(mirror.id).flatMap(({ item, work }) => (HALFWAY.has(work.kind) ? item : [])),
  );
  const held = heldElsewhere(context);
  holdMissed(context, held, () => journal.items.tree(mirror.id, mirror.rootItem));
  const isBlocked = (item: ItemId): boolean =>
    stuck.has(item) ||
    adopted.waiting.has(item) ||
    halfway.has(item) ||
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
  const result = await execute(context, tree, free);
  return { ...result, again: result.again || adopted.again, keepsMore: context.keepsName.size > kept };
}

async function planned(
  context: MirrorContext,
  tree: Tree,
  isBlocked: Rules['isBlocked'],
): Promise<readonly Operation[]> {
  const { keepsName, mirror } = context;
  const rules = {
    mode: mirror.mode,
    isBlocked,
    isUnseen: unseenFolders(context),
    keepsName: (item: ItemId) => keepsName.has(item),
  };
  const operations = plan(tree, rules);
  if (operations.length === 0) noteNumbered(context);
  return (await keepOpenNames(context, operations)) ? plan(tree, rules) : operations;
}
