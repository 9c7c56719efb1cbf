import { isSecondOver } from '../../core/policy/service-time.ts';
import { MINUTE } from '../../../shared/units.ts';
import type { FileDetail, RemoteFile } from '../../remote/api/shapes.ts';
import type { MirrorContext } from '../context/mirror-context.ts';

/** A list may not tell that a hollow file was filled: so long after it was asked about it is asked about again. */
const ASKED_FOR_MS = 10 * MINUTE;

/**
 * GAP: lists may show files that were announced and whose bytes never came. Such a one is remembered, not asked at each
 * look; but not while it may still be filled in the very second that its time names (R19).
 */
export function noteUnfilled(context: MirrorContext, { id, updatedAt, askedAt }: FileDetail): void {
  if (updatedAt !== null && (askedAt === null || !isSecondOver(updatedAt, askedAt))) return;
  const until = context.world.clock.now() + ASKED_FOR_MS;
  context.journal.facts.set(factOf(id), `${until} ${updatedAt ?? ''}`);
}

/** Whether a list still shows a file as it was when it had no bytes: then it is not there yet. */
export function isUnfilled({ journal, world }: MirrorContext, { id, updatedAt }: RemoteFile): boolean {
  const fact = journal.facts.hasAny(FACTS) ? journal.facts.get(factOf(id)) : null;
  if (fact === null) return false;
  const space = fact.indexOf(' ');
  const left = Number(fact.slice(0, space)) - world.clock.now();
  // A clock that was set back begins anew, too.
  if (fact.slice(space + 1) === (updatedAt ?? '') && left > 0 && left <= ASKED_FOR_MS) return true;
  journal.facts.set(factOf(id), null);
  return false;
}

/** It is filled by now: what was remembered goes. */
export function noteFilled({ journal }: MirrorContext, id: RemoteFile['id']): void {
  if (journal.facts.hasAny(FACTS)) journal.facts.set(factOf(id), null);
}

/** Nearly always there are none of these. */
const FACTS = 'hollow.';

function factOf(id: RemoteFile['id']): string {
  return `${FACTS}${id}`;
}
