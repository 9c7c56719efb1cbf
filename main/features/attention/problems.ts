import type { Handlers } from '../../../shared/contract.ts';
import { badRequest, isLeftByRule } from '../../../shared/fault.ts';
import type { ProblemInfo } from '../../../shared/features/attention/problems-model.ts';
import { stoppedLine } from '../../../shared/features/attention/troubles-text.ts';
import { portableName } from '../../../shared/text/portable-name.ts';
import { mergeTexts } from '../../../shared/features/versions/waiting-merges-text.ts';
import { problemTexts } from '../../../shared/features/attention/problems-text.ts';
import { renameTexts } from '../../../shared/features/edit/rename-text.ts';
import { isoTime } from '../../core/calendar.ts';
import type { ItemId } from '../../../shared/ids.ts';
import type { Item } from '../../core/item.ts';
import { giveName } from '../../engine/answers/rename-item.ts';
import { moveCopy } from '../../engine/answers/move-conflict-copy.ts';
import { hasUnsentBytes, stuckText } from '../../engine/context/unsent-bytes.ts';
import {
  isCurrent,
  isSkipped,
  isWorthTelling,
  itemOfSubject,
  problemsIn,
  retryNow,
  skipUntilChanged,
} from '../../engine/context/retry.ts';
import { sendOnTop, acceptOlderHead } from '../../engine/content/older-heads.ts';
import { allowSendingAgain } from '../../remote/observe/service-set-back.ts';
import { agreeToMove } from '../../remote/act/audience.ts';
import { agreeToLose } from '../../remote/act/older-versions.ts';
import { baseVersion } from '../../remote/act/removals.ts';
import { agreeTo } from '../../../shared/confirmation.ts';
import { baseName } from '../../../shared/local-path.ts';
import { subjectOf } from '../../journal/records/problems.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import type { Problem } from '../../journal/records/problems.ts';
import type { AppContext } from '../../items/app-context.ts';
import { findFolder } from '../../items/remote-path.ts';
import { waitingMerges, type WaitingMerge } from '../../items/waiting-merges.ts';

/** Stuck items, and a person's decisions about them. */
export function problemHandlers(
  context: AppContext,
): Pick<
  Handlers,
  | 'problems.list'
  | 'problems.retry'
  | 'problems.allow'
  | 'problems.take'
  | 'problems.moveCopy'
  | 'problems.rename'
  | 'problems.skip'
> {
  const { engine, journal } = context;
  const finish = (): void => {
    context.changed();
    context.checkNow();
  };
  const decided = (decide: () => void): Promise<null> =>
    engine.exclusively(async () => {
      decide();
      finish();
      return null;
    });
  return {
    'problems.list': () =>
      Promise.resolve([
        ...journal.mirrors.all().flatMap(mirror => [...stoppedMirror(mirror), ...problemInfos(context, mirror)]),
        ...waitingMerges(journal).map(mergeInfo),
      ]),
    'problems.retry': ({ id }) =>
      engine.exclusively(async () => {
        const count = retry(context, id);
        finish();
        return { count };
      }),
    'problems.allow': ({ id }) => decided(() => allow(context, id)),
    'problems.take': ({ id }) => decided(() => take(context, id)),
    'problems.moveCopy': ({ id, to }) =>
      engine.exclusively(async () => {
        const path = await copyTo(context, id, to);
        finish();
        return { path };
      }),
    'problems.rename': ({ id, name }) =>
      engine.exclusively(async () => {
        const path = await rename(context, id, name);
        finish();
        return { path };
      }),
    'problems.skip': ({ id }) =>
      decided(() => {
        if (stopped(context).some(mirror => mirror.id === id)) throw badRequest(problemTexts.mirrorStopped(id));
        const problem = all(context).find(one => problemId(one) === id);
        if (problem === undefined) throw badRequest(problemTexts.unknown(id));
        skipUntilChanged(journal, problem);
      }),
  };
}

/** Retries a stopped mirror or stuck items. A stopped mirror is checked with every pass, so it has nothing to reset. */
function retry(context: AppContext, id: string | null): number {
  const mirrors = stopped(context).filter(mirror => id === null || mirror.id === id);
  // Items skipped by a rule are checked by each scan anyway.
  const problems = all(context).filter(problem =>
    id === null ? !isLeftByRule(problem.fault) : problemId(problem) === id,
  );
  const count = mirrors.length + problems.length;
  if (id !== null && count === 0) throw badRequest(problemTexts.unknown(id));
  const now = context.world.clock.now();
  for (const problem of problems) retryNow(context.journal, problem, now);
  return count;
}

function allow(context: AppContext, id: string): void {
  const mirror = stopped(context).find(one => one.id === id);
  if (mirror?.halted?.kind === 'set-back') return allowSendingAgain(context.journal.facts, mirror.id);
  const problem = all(context).find(one => problemId(one) === id);
  if (problem === undefined) throw badRequest(problemTexts.unknown(id));
  const item = itemOfSubject(problem.subject);
  if (problem.fault.kind === 'older-versions' && item !== null) return loseOlder(context, problem, item);
  if (problem.fault.kind === 'old-version' && item !== null) return answerOld(context, problem, sendOnTop);
  if (problem.fault.kind !== 'wider-audience' || item === null) throw badRequest(problemTexts.notToAllow(id));
  const agreed = agreeTo(problem.fault);
  context.journal.transaction(() => {
    const now = context.world.clock.now();
    agreeToMove(context.journal, item, { agreed, now });
    retryNow(context.journal, problem, now);
  });
}

/** Lets the version the service was reset to replace the local one. */
function take(context: AppContext, id: string): void {
  const problem = all(context).find(one => problemId(one) === id);
  if (problem === undefined) throw badRequest(problemTexts.unknown(id));
  if (problem.fault.kind !== 'old-version') throw badRequest(problemTexts.notToTake(id));
  answerOld(context, problem, acceptOlderHead);
}

/** Applies a person's answer about the older version that a current problem reports. */
function answerOld({ journal, world }: AppContext, problem: Problem, answer: typeof sendOnTop): void {
  const id = itemOfSubject(problem.subject);
  const item = id === null ? null : journal.items.get(id);
  if (item === null) return;
  journal.transaction(() => {
    answer(journal, item);
    retryNow(journal, problem, world.clock.now());
  });
}

/** The person agreed to lose exactly the versions they were told of. */
function loseOlder({ journal, world }: AppContext, problem: Problem, id: ItemId): void {
  const item = journal.items.get(id);
  const version = item === null ? null : baseVersion(item);
  if (problem.fault.kind !== 'older-versions' || version === null) return;
  const { versions } = problem.fault.lost;
  journal.transaction(() => {
    agreeToLose(journal, id, { version, versions });
    retryNow(journal, problem, world.clock.now());
  });
}

async function copyTo({ engine, journal }: AppContext, id: string, to: string): Promise<string> {
  const item = itemOfSubject(id);
  const owner = item === null ? null : journal.items.mirrorOf(item);
  const mirror = journal.mirrors.all().find(one => one.id === owner);
  if (item === null || mirror === undefined) throw badRequest(problemTexts.nothingToCopy(id));
  const mirrorContext = await engine.context(mirror);
  const folder = await findFolder(mirrorContext.api, to);
  return `${folder.path}/${await moveCopy(mirrorContext, item, folder)}`;
}

/** Renames a stuck item; without a name, to one that is valid on every system. */
async function rename({ engine, journal, world }: AppContext, id: string, name: string | null): Promise<string> {
  const item = itemOfSubject(id);
  const owner = item === null ? null : journal.items.mirrorOf(item);
  const mirror = journal.mirrors.all().find(one => one.id === owner);
  if (item === null || mirror === undefined) throw badRequest(renameTexts.notToRename(id));
  const problem = journal.problems.get(mirror.id, subjectOf(item));
  const path = await giveName(await engine.context(mirror), item, name ?? portableName(baseName(journal.pathOf(item))));
  if (problem !== null) retryNow(journal, problem, world.clock.now());
  return path;
}

function stopped({ journal }: AppContext): readonly Mirror[] {
  return journal.mirrors.all().filter(({ halted }) => halted !== null);
}

function all(context: AppContext): readonly Problem[] {
  return context.journal.mirrors.all().flatMap(mirror => problemsOf(context, mirror));
}

function problemsOf({ journal }: AppContext, mirror: Mirror): readonly Problem[] {
  const problems = problemsIn(journal, mirror.id);
  if (problems.length === 0) return [];
  return problems.filter(
    problem => isCurrent(problem, journal.items) && (isSkipped(problem) || isWorthTelling(problem)),
  );
}

/** Item ids are unique across mirrors; paths only within one. */
export function problemId({ mirror, subject, path }: Problem): string {
  return subject.startsWith('path:') ? `${mirror}:${path}` : subject;
}

function problemInfos(context: AppContext, mirror: Mirror): readonly ProblemInfo[] {
  return problemsOf(context, mirror).map(problem => {
    const id = itemOfSubject(problem.subject);
    return infoOf(problem, (id === null ? null : context.journal.items.get(id)) ?? undefined);
  });
}

function infoOf(problem: Problem, item: Item | undefined): ProblemInfo {
  const { mirror, path, fault, since, retryAt } = problem;
  return {
    id: problemId(problem),
    mirror,
    path,
    reason: fault.kind,
    text: stuckText(problem, item),
    since: isoTime(since),
    until: retryAt === null ? null : isoTime(retryAt),
    skipped: isSkipped(problem),
    fix: fault.kind === 'not-allowed' && item !== undefined && hasUnsentBytes(item) ? 'move-copy' : null,
  };
}

/** A merge is addressed by its path: see `versions send`. */
function mergeInfo({ file, mirror, path, at, state }: WaitingMerge): ProblemInfo {
  const text = mergeTexts[state](baseName(path));
  const about = { id: `merge:${file}`, mirror, path, reason: `merge-${state}`, text, since: isoTime(at) };
  return { ...about, until: null, skipped: false, fix: null };
}

function stoppedMirror({ id, halted }: Mirror): readonly ProblemInfo[] {
  if (halted === null) return [];
  const text = stoppedLine(halted);
  return [{ id, mirror: id, path: '', reason: halted.kind, text, since: null, until: null, skipped: false, fix: null }];
}
