import type { Handlers } from '../../../shared/contract.ts';
import { FaultError, isLeftByRule } from '../../../shared/fault.ts';
import type { ProblemInfo } from '../../../shared/features/attention/problems-model.ts';
import { faultLine } from '../../../shared/text/faults.ts';
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
  skip,
} from '../../engine/context/retry.ts';
import { sendOnTop, acceptOlderHead } from '../../engine/content/older-heads.ts';
import { allowSendingAgain } from '../../remote/observe/service-set-back.ts';
import { agreeToMove } from '../../remote/act/audience.ts';
import { agreeToLose } from '../../remote/act/older-versions.ts';
import { baseVersion } from '../../remote/act/removals.ts';
import { agreeTo } from '../../../shared/confirmation.ts';
import { subjectOf } from '../../journal/records/problems.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import type { Problem } from '../../journal/records/problems.ts';
import type { AppContext } from '../../items/app-context.ts';
import { findFolder } from '../../items/remote-path.ts';
import { nameIn, waitingMerges, type WaitingMerge } from '../../items/waiting-merges.ts';

/** What is stuck, and what a person decides about it. */
export function problemHandlers(
  parts: AppContext,
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
  const { engine, journal } = parts;
  const finish = (): void => {
    parts.changed();
    parts.checkNow();
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
        ...journal.mirrors.all().flatMap(mirror => [...stoppedMirror(mirror), ...problemInfos(parts, mirror)]),
        ...waitingMerges(journal).map(mergeInfo),
      ]),
    'problems.retry': ({ id }) =>
      engine.exclusively(async () => {
        const count = retry(parts, id);
        finish();
        return { count };
      }),
    'problems.allow': ({ id }) => decided(() => allow(parts, id)),
    'problems.take': ({ id }) => decided(() => take(parts, id)),
    'problems.moveCopy': ({ id, to }) =>
      engine.exclusively(async () => {
        const path = await copyTo(parts, id, to);
        finish();
        return { path };
      }),
    'problems.rename': ({ id, name }) =>
      engine.exclusively(async () => {
        const path = await rename(parts, id, name);
        finish();
        return { path };
      }),
    'problems.skip': ({ id }) =>
      decided(() => {
        if (stopped(parts).some(mirror => mirror.id === id)) throw refused(problemTexts.mirrorStopped(id));
        const problem = all(parts).find(one => problemId(one) === id);
        if (problem === undefined) throw refused(problemTexts.unknown(id));
        skip(journal, problem);
      }),
  };
}

/** A mirror that has stopped is looked at again with every pass: nothing has to be forgotten for that. */
function retry(parts: AppContext, id: string | null): number {
  const mirrors = stopped(parts).filter(mirror => id === null || mirror.id === id);
  // What is left alone by rule is looked at by each look anyway.
  const problems = all(parts).filter(problem =>
    id === null ? !isLeftByRule(problem.fault) : problemId(problem) === id,
  );
  const count = mirrors.length + problems.length;
  if (id !== null && count === 0) throw refused(problemTexts.unknown(id));
  const now = parts.world.clock.now();
  for (const problem of problems) retryNow(parts.journal, problem, now);
  return count;
}

function allow(parts: AppContext, id: string): void {
  const mirror = stopped(parts).find(one => one.id === id);
  if (mirror?.halted?.kind === 'set-back') return allowSendingAgain(parts.journal.facts, mirror.id);
  const problem = all(parts).find(one => problemId(one) === id);
  if (problem === undefined) throw refused(problemTexts.unknown(id));
  const item = itemOfSubject(problem.subject);
  if (problem.fault.kind === 'older-versions' && item !== null) return loseOlder(parts, problem, item);
  if (problem.fault.kind === 'old-version' && item !== null) return answerOld(parts, problem, sendOnTop);
  if (problem.fault.kind !== 'wider-audience' || item === null) throw refused(problemTexts.notToAllow(id));
  const agreed = agreeTo(problem.fault);
  parts.journal.transaction(() => {
    const now = parts.world.clock.now();
    agreeToMove(parts.journal, item, { agreed, now });
    retryNow(parts.journal, problem, now);
  });
}

/** Lets what the service was set back to replace what is here. */
function take(parts: AppContext, id: string): void {
  const problem = all(parts).find(one => problemId(one) === id);
  if (problem === undefined) throw refused(problemTexts.unknown(id));
  if (problem.fault.kind !== 'old-version') throw refused(problemTexts.notToTake(id));
  answerOld(parts, problem, acceptOlderHead);
}

/** Carries out an answer about the older version that a problem, which is current, was about. */
function answerOld({ journal, world }: AppContext, problem: Problem, answer: typeof sendOnTop): void {
  const id = itemOfSubject(problem.subject);
  const item = id === null ? null : journal.items.get(id);
  if (item === null) return;
  journal.transaction(() => {
    answer(journal, item);
    retryNow(journal, problem, world.clock.now());
  });
}

/** A person agreed to lose what they were told of, and no more. */
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
  if (item === null || mirror === undefined) throw refused(problemTexts.nothingToCopy(id));
  const context = await engine.context(mirror);
  const folder = await findFolder(context.api, to);
  return `${folder.path}/${await moveCopy(context, item, folder)}`;
}

/** Without a name, to one that works on every computer. */
async function rename({ engine, journal, world }: AppContext, id: string, name: string | null): Promise<string> {
  const item = itemOfSubject(id);
  const owner = item === null ? null : journal.items.mirrorOf(item);
  const mirror = journal.mirrors.all().find(one => one.id === owner);
  if (item === null || mirror === undefined) throw refused(renameTexts.notToRename(id));
  const problem = journal.problems.get(mirror.id, subjectOf(item));
  const path = await giveName(await engine.context(mirror), item, name ?? portableName(nameAt(journal.pathOf(item))));
  if (problem !== null) retryNow(journal, problem, world.clock.now());
  return path;
}

function nameAt(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function stopped({ journal }: AppContext): readonly Mirror[] {
  return journal.mirrors.all().filter(({ halted }) => halted !== null);
}

function all(parts: AppContext): readonly Problem[] {
  return parts.journal.mirrors.all().flatMap(mirror => problemsOf(parts, mirror));
}

function problemsOf({ journal }: AppContext, mirror: Mirror): readonly Problem[] {
  const problems = problemsIn(journal, mirror.id);
  if (problems.length === 0) return [];
  return problems.filter(
    problem => isCurrent(problem, journal.items) && (isSkipped(problem) || isWorthTelling(problem)),
  );
}

/** Items have their number in all mirrors; paths only in theirs. */
export function problemId({ mirror, subject, path }: Problem): string {
  return subject.startsWith('path:') ? `${mirror}:${path}` : subject;
}

function problemInfos(parts: AppContext, mirror: Mirror): readonly ProblemInfo[] {
  return problemsOf(parts, mirror).map(problem => {
    const id = itemOfSubject(problem.subject);
    return infoOf(problem, (id === null ? null : parts.journal.items.get(id)) ?? undefined);
  });
}

function infoOf(problem: Problem, item: Item | undefined): ProblemInfo {
  const { mirror, path, fault, since, retryAt, subject } = problem;
  return {
    id: problemId(problem),
    mirror,
    path,
    reason: fault.kind,
    text: stuckText(fault, subject, item),
    since: isoTime(since),
    until: retryAt === null ? null : isoTime(retryAt),
    skipped: isSkipped(problem),
    fix: fault.kind === 'not-allowed' && item !== undefined && hasUnsentBytes(item) ? 'move-copy' : null,
  };
}

/** It is asked about by its path: see `versions send`. */
function mergeInfo({ file, mirror, path, at, state }: WaitingMerge): ProblemInfo {
  const text = mergeTexts[state](nameIn(path));
  const about = { id: `merge:${file}`, mirror, path, reason: `merge-${state}`, text, since: isoTime(at) };
  return { ...about, until: null, skipped: false, fix: null };
}

function stoppedMirror({ id, halted }: Mirror): readonly ProblemInfo[] {
  if (halted === null) return [];
  const text = faultLine(halted);
  return [{ id, mirror: id, path: '', reason: halted.kind, text, since: null, until: null, skipped: false, fix: null }];
}

function refused(detail: string): FaultError {
  return new FaultError({ kind: 'bad-request', detail });
}
