import { badRequest } from '../../../shared/fault.ts';
import type { Handlers } from '../../../shared/contract.ts';
import type { WaitingThing } from '../../../shared/features/drops/model.ts';
import { detailsTexts } from '../../../shared/features/details/text.ts';
import { notSentLine } from '../../../shared/features/attention/troubles-text.ts';
import { isoTime } from '../../core/calendar.ts';
import type { OutgoingQueue } from '../../engine/outgoing/queue.ts';
import { storeFromOutbox } from '../../engine/outgoing/outbox-rescue.ts';
import type { OutgoingWork, StoredLayer } from '../../journal/records/outgoing.ts';
import type { AppContext } from '../../items/app-context.ts';

/** Files that wait to be sent, and what happens to those that were not accepted. */
export function waitingHandlers(
  context: AppContext,
  queue: OutgoingQueue,
): Pick<Handlers, 'drops.waiting' | 'drops.answer'> {
  const { journal } = context;
  return {
    'drops.waiting': async () =>
      journal.outgoing.all().map(({ id, at, name, work, fault, retryAt }) => ({
        id,
        kind: work.kind === 'describe' ? work.kind : 'upload',
        name,
        since: isoTime(at),
        sizeBytes: sizeOf(work),
        versions: versionsOf(work),
        text: fault === null ? null : notSentLine(fault, name),
        isStuck: fault !== null && retryAt === null,
      })),
    'drops.answer': async ({ id, answer }) => {
      if (answer === 'again') journal.outgoing.setFault(id, null, null);
      else await giveUp(context, id);
      queue.poke();
      context.changed();
      return null;
    },
  };
}

/** For a restored file, the size of what the service does not have yet. */
function sizeOf(work: OutgoingWork): number | null {
  if (work.kind === 'describe') return null;
  if (work.kind === 'upload') return work.sizeBytes;
  return work.layers.reduce((sum, { isSent, sizeBytes }) => sum + (isSent ? 0 : sizeBytes), 0);
}

/** Null: it is sent as one version. */
function versionsOf(work: OutgoingWork): WaitingThing['versions'] {
  if (work.kind !== 'put-back' || work.layers.length === 1) return null;
  return { sent: work.layers.filter(({ isSent }) => isSent).length, of: work.layers.length };
}

/**
 * Moves its bytes to the trash, then removes it from the outbox. @returns the name in the trash; null when the bytes
 * are gone.
 */
export async function giveUp(
  { journal, world }: Pick<AppContext, 'journal' | 'world'>,
  id: number,
): Promise<string | null> {
  const waiting = journal.outgoing.get(id);
  if (waiting?.work.kind === 'put-back') return leaveInStore({ journal, world }, id, waiting.work.layers);
  if (waiting === null || waiting.work.kind !== 'upload') throw badRequest(detailsTexts.nothingWaits);
  const { path } = waiting.work;
  const root = await world.disk.outbox();
  const entry = await world.disk.entry(root, path);
  const out = { root, path, shown: waiting.name, reason: 'removed here' } as const;
  const stored = entry === null ? null : await storeFromOutbox(world, journal, { ...out, entry });
  journal.outgoing.remove(id);
  return stored;
}

/** Its bytes never left the trash, where its retention starts again. */
function leaveInStore(
  { journal, world }: Pick<AppContext, 'journal' | 'world'>,
  id: number,
  layers: readonly StoredLayer[],
): string | null {
  journal.transaction(() => {
    journal.outgoing.remove(id);
    for (const { name } of layers) journal.trash.setTime(name, world.clock.now());
  });
  return layers.at(-1)?.name ?? null;
}
