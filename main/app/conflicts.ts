import type { Handlers } from '../../shared/contract/contract.ts';
import { FaultError } from '../../shared/fault.ts';
import type { MirrorId } from '../../shared/ids.ts';
import type { ConflictInfo, GuardInfo } from '../../shared/model/records.ts';
import { isoTime } from '../core/calendar.ts';
import { answerGuard, resolveConflict } from '../engine/answers.ts';
import type { Bench } from '../engine/bench.ts';
import type { Conflict } from '../journal/conflicts.ts';
import type { Guard } from '../journal/guards.ts';
import type { AppParts } from './parts.ts';

/** What waits for a person's decision. */
export function decisionHandlers(
  parts: AppParts,
): Pick<Handlers, 'conflicts.list' | 'conflicts.resolve' | 'guards.list' | 'guards.answer'> {
  const { engine } = parts;
  const finish = (): null => {
    parts.changed();
    parts.checkNow();
    return null;
  };
  return {
    'conflicts.list': () => Promise.resolve(openConflicts(parts)),
    'conflicts.resolve': ({ id, keep }) =>
      engine.exclusively(async () => {
        const conflict = conflictOf(parts, id);
        await resolveConflict(await benchOf(parts, conflict.mirror), conflict, keep);
        return finish();
      }),
    'guards.list': () => Promise.resolve(openGuards(parts)),
    'guards.answer': ({ id, answer }) =>
      engine.exclusively(async () => {
        const guard = guardOf(parts, id);
        answerGuard(await benchOf(parts, guard.mirror), guard, answer);
        return finish();
      }),
  };
}

function openConflicts({ journal }: AppParts): ConflictInfo[] {
  return journal.conflicts.open().map(conflict => ({
    id: String(conflict.id),
    mirror: conflict.mirror,
    path: journal.pathOf(conflict.item),
    copyPath: journal.pathOf(conflict.copy),
    fileId: journal.items.get(conflict.item)?.remote?.id ?? null,
    at: isoTime(conflict.at),
  }));
}

function conflictOf({ journal }: AppParts, id: string): Conflict {
  const conflict = journal.conflicts.get(Number(id));
  if (conflict !== null) return conflict;
  const open = journal.conflicts.open().map(one => one.id);
  throw unknown('conflict', id, open);
}

function openGuards({ journal }: AppParts): GuardInfo[] {
  const open = journal.guards.all().filter(({ answer }) => answer === null);
  return open.map(({ id, mirror, direction, items, of, at }) => ({
    id: String(id),
    mirror,
    direction,
    items: items.length,
    of,
    at: isoTime(at),
  }));
}

function guardOf({ journal }: AppParts, id: string): Guard {
  const guard = journal.guards.get(Number(id));
  if (guard !== null && guard.answer === null) return guard;
  const open = journal.guards.all().filter(({ answer }) => answer === null);
  const ids = open.map(one => one.id);
  throw unknown('question', id, ids);
}

async function benchOf({ journal, engine }: AppParts, id: MirrorId): Promise<Bench> {
  const mirror = journal.mirrors.get(id);
  if (mirror === null) throw unknown('mirror', id, []);
  return engine.bench(mirror);
}

function unknown(what: string, id: string, open: readonly number[]): FaultError {
  const there = open.length === 0 ? 'There is none open.' : `Open: ${open.join(', ')}.`;
  return new FaultError({ kind: 'bad-request', detail: `There is no open ${what} '${id}'. ${there}` });
}
