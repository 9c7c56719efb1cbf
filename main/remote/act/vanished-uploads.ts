import { FaultError } from '../../../shared/fault.ts';
import type { ItemId, Sha256 } from '../../../shared/ids.ts';
import { problemTexts } from '../../../shared/features/attention/problems-text.ts';
import { DAY } from '../../../shared/units.ts';
import { localPath } from '../../engine/context/mirror-context.ts';
import type { MirrorContext } from '../../engine/context/mirror-context.ts';

/** A file that the service removed this often within a day after it was sent is not sent again. */
const OFTEN = 3;

/** The service had our bytes and lost them at once: a scanner or a rule of it removes them (T31). */
export function noteVanished(context: MirrorContext, item: ItemId, sha256: Sha256): void {
  const { journal, world } = context;
  const fact = factOf(context, item, sha256);
  const times = [...timesOf(journal.facts.get(fact)), world.clock.now()].slice(-OFTEN);
  journal.facts.set(fact, JSON.stringify(times));
}

/**
 * The fault for a file that the service removed each time it was sent; null while it may be sent (again). A file is
 * identified by path and bytes: templates and empty files share their bytes and are removed for other reasons.
 */
export function whyNotAgain(context: MirrorContext, item: ItemId, sha256: Sha256): FaultError | null {
  const { journal, mirror, world } = context;
  const since = world.clock.now() - DAY;
  const path = localPath(context, item);
  const vanished = journal.facts.hasAny(FACTS)
    ? timesOf(journal.facts.get(factOf(context, item, sha256))).filter(at => at > since).length
    : 0;
  const stored = journal.trash
    .withHash(sha256)
    .filter(({ reason, at }) => reason === 'removed at the service' && at > since);
  const removed = stored.filter(file => file.mirror === mirror.id && file.path === path).length;
  if (vanished + removed < OFTEN) return null;
  // A file that was removed at the service without being sent from here says nothing about sending.
  if (vanished + Math.min(removed, journal.history.countSent(mirror.id, path, since)) < OFTEN) return null;
  return new FaultError({ kind: 'bad-request', detail: problemTexts.removedEachTime(OFTEN) });
}

function timesOf(text: string | null): readonly number[] {
  return text === null ? [] : (JSON.parse(text) as number[]);
}

/** Nearly always there are none. */
const FACTS = 'vanished.';

function factOf(context: MirrorContext, item: ItemId, sha256: Sha256): string {
  return `${FACTS}${sha256}.${context.mirror.id}.${localPath(context, item)}`;
}
