import type { Handlers } from '../../shared/contract/contract.ts';
import { FaultError } from '../../shared/fault.ts';
import type { ProblemInfo } from '../../shared/model/problem.ts';
import { faultLine } from '../../shared/text/faults.ts';
import { problemTexts } from '../../shared/text/problems.ts';
import { isoTime } from '../core/calendar.ts';
import { isCurrent, isSkipped, isWorthTelling, itemOfSubject, retryNow, skip } from '../engine/retry.ts';
import { allowSendingAgain } from '../engine/set-back.ts';
import { allowWider } from '../engine/steps/audience.ts';
import type { Mirror } from '../journal/mirrors.ts';
import type { Problem } from '../journal/problems.ts';
import type { AppParts } from './parts.ts';

/** What is stuck, and what a person decides about it. */
export function problemHandlers(
  parts: AppParts,
): Pick<Handlers, 'problems.list' | 'problems.retry' | 'problems.allow' | 'problems.skip'> {
  const { engine, journal } = parts;
  const finish = (): void => {
    parts.changed();
    parts.checkNow();
  };
  return {
    'problems.list': () =>
      Promise.resolve(
        journal.mirrors
          .all()
          .flatMap(mirror => [...stoppedMirror(mirror), ...problemsOf(parts, mirror).map(problem => infoOf(problem))]),
      ),
    'problems.retry': ({ id }) =>
      engine.exclusively(async () => {
        const count = retry(parts, id);
        finish();
        return { count };
      }),
    'problems.allow': ({ id }) =>
      engine.exclusively(async () => {
        allow(parts, id);
        finish();
        return null;
      }),
    'problems.skip': ({ id }) =>
      engine.exclusively(async () => {
        if (stopped(parts).some(mirror => mirror.id === id)) throw refused(problemTexts.mirrorStopped(id));
        const problem = all(parts).find(one => idOf(one) === id);
        if (problem === undefined) throw refused(problemTexts.unknown(id));
        skip(journal, problem);
        finish();
        return null;
      }),
  };
}

/** A mirror that has stopped is looked at again with every pass: nothing has to be forgotten for that. */
function retry(parts: AppParts, id: string | null): number {
  const mirrors = stopped(parts).filter(mirror => id === null || mirror.id === id);
  const problems = all(parts).filter(problem => id === null || idOf(problem) === id);
  const count = mirrors.length + problems.length;
  if (id !== null && count === 0) throw refused(problemTexts.unknown(id));
  for (const problem of problems) retryNow(parts.journal, problem);
  return count;
}

function allow(parts: AppParts, id: string): void {
  const mirror = stopped(parts).find(one => one.id === id);
  if (mirror?.halted?.kind === 'set-back') return allowSendingAgain(parts.journal.facts, mirror.id);
  const problem = all(parts).find(one => idOf(one) === id);
  if (problem === undefined) throw refused(problemTexts.unknown(id));
  const item = itemOfSubject(problem.subject);
  if (problem.fault.kind !== 'wider-audience' || item === null) throw refused(problemTexts.notToAllow(id));
  const { folder } = problem.fault;
  parts.journal.transaction(() => {
    allowWider(parts.journal, item, folder);
    retryNow(parts.journal, problem);
  });
}

function stopped({ journal }: AppParts): readonly Mirror[] {
  return journal.mirrors.all().filter(({ halted }) => halted !== null);
}

function all(parts: AppParts): readonly Problem[] {
  return parts.journal.mirrors.all().flatMap(mirror => problemsOf(parts, mirror));
}

function problemsOf({ journal }: AppParts, mirror: Mirror): readonly Problem[] {
  const problems = journal.problems.all(mirror.id);
  if (problems.length === 0) return [];
  const { items } = journal.items.tree(mirror.id, mirror.rootItem);
  return problems.filter(problem => isCurrent(problem, items) && (isSkipped(problem) || isWorthTelling(problem)));
}

/** Items have their number in all mirrors; paths only in theirs. */
function idOf({ mirror, subject, path }: Problem): string {
  return subject.startsWith('path:') ? `${mirror}:${path}` : subject;
}

function infoOf(problem: Problem): ProblemInfo {
  const { mirror, path, fault, since, retryAt } = problem;
  return {
    id: idOf(problem),
    mirror,
    path,
    reason: fault.kind,
    text: faultLine(fault),
    since: isoTime(since),
    until: retryAt === null ? null : isoTime(retryAt),
    skipped: isSkipped(problem),
  };
}

function stoppedMirror({ id, halted }: Mirror): readonly ProblemInfo[] {
  if (halted === null) return [];
  const text = faultLine(halted);
  return [{ id, mirror: id, path: '', reason: halted.kind, text, since: null, until: null, skipped: false }];
}

function refused(detail: string): FaultError {
  return new FaultError({ kind: 'bad-request', detail });
}
