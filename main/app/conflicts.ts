import type { Handlers } from '../../shared/contract/contract.ts';
import { FaultError } from '../../shared/fault.ts';
import { isoTime } from '../core/calendar.ts';
import { answerGuard, resolveConflict } from '../engine/answers.ts';
import type { Bench } from '../engine/bench.ts';
import type { MirrorId } from '../../shared/ids.ts';
import type { AppParts } from './parts.ts';

/** What waits for a person's decision. */
export function decisionHandlers(
  parts: AppParts,
): Pick<Handlers, 'conflicts.list' | 'conflicts.resolve' | 'guards.list' | 'guards.answer'> {
  const { journal, engine } = parts;
  const finish = (): null => {
    parts.changed();
    parts.checkNow();
    return null;
  };
  return {
    'conflicts.list': () =>
      Promise.resolve(
        journal.conflicts.open().map(conflict => ({
          id: String(conflict.id),
          mirror: conflict.mirror,
          path: journal.pathOf(conflict.item),
          copyPath: journal.pathOf(conflict.copy),
          fileId: journal.items.get(conflict.item)?.remote?.id ?? null,
          at: isoTime(conflict.at),
        })),
      ),
    'conflicts.resolve': ({ id, keep }) =>
      engine.exclusively(async () => {
        const conflict = journal.conflicts.get(Number(id));
        if (conflict === null)
          throw unknown(
            'conflict',
            id,
            journal.conflicts.open().map(one => one.id),
          );
        await resolveConflict(await benchOf(parts, conflict.mirror), conflict, keep);
        return finish();
      }),
    'guards.list': () =>
      Promise.resolve(
        journal.guards
          .all()
          .filter(({ answer }) => answer === null)
          .map(({ id, mirror, direction, items, of, at }) => ({
            id: String(id),
            mirror,
            direction,
            items: items.length,
            of,
            at: isoTime(at),
          })),
      ),
    'guards.answer': ({ id, answer }) =>
      engine.exclusively(async () => {
        const guard = journal.guards.get(Number(id));
        const open = journal.guards.all().filter(one => one.answer === null);
        if (guard === null || guard.answer !== null)
          throw unknown(
            'question',
            id,
            open.map(one => one.id),
          );
        answerGuard(await benchOf(parts, guard.mirror), guard, answer);
        return finish();
      }),
  };
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
