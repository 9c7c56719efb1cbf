import type { Handlers } from '../../../shared/contract/contract.ts';
import { detailsTexts } from '../../../shared/text/details.ts';
import { faultLine } from '../../../shared/text/faults.ts';
import { isoTime } from '../../core/calendar.ts';
import type { OutgoingQueue } from '../../engine/outgoing/queue.ts';
import { storeFromOutbox } from '../../engine/outgoing/rescue.ts';
import { refused } from '../named.ts';
import type { AppParts } from '../parts.ts';

/** What waits to be sent, and what becomes of what was not taken. */
export function waitingHandlers(
  parts: AppParts,
  queue: OutgoingQueue,
): Pick<Handlers, 'drops.waiting' | 'drops.answer'> {
  const { journal } = parts;
  return {
    'drops.waiting': async () =>
      journal.outgoing.all().map(({ id, at, name, work, fault, retryAt }) => ({
        id,
        kind: work.kind,
        name,
        since: isoTime(at),
        sizeBytes: work.kind === 'upload' ? work.sizeBytes : null,
        text: fault === null ? null : faultLine(fault),
        isStuck: fault !== null && retryAt === null,
      })),
    'drops.answer': async ({ id, answer }) => {
      if (answer === 'again') journal.outgoing.setFault(id, null, null);
      else await giveUp(parts, id);
      queue.poke();
      parts.changed();
      return null;
    },
  };
}

/** Its bytes go into the store; only then it is sent no more. @returns their name there; null when they are gone already. */
export async function giveUp(
  { journal, world }: Pick<AppParts, 'journal' | 'world'>,
  id: number,
): Promise<string | null> {
  const waiting = journal.outgoing.get(id);
  if (waiting === null || waiting.work.kind !== 'upload') throw refused(detailsTexts.nothingWaits);
  const { path } = waiting.work;
  const root = await world.disk.outbox();
  const entry = await world.disk.entry(root, path);
  const out = { root, path, shown: waiting.name, reason: 'removed here' } as const;
  const stored = entry === null ? null : await storeFromOutbox(world, journal, { ...out, entry });
  journal.outgoing.remove(id);
  return stored;
}
