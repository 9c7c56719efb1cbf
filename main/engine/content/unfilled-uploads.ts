import { isSecondOver } from '../../core/policy/service-time.ts';
import { MINUTE } from '../../../shared/units.ts';
import type { FileDetail, RemoteFile } from '../../remote/api/shapes.ts';
import type { MirrorContext } from '../context/mirror-context.ts';

/** A listing may not show that an unfilled upload was filled: after this time the detail is asked for again. */
const ASKED_FOR_MS = 10 * MINUTE;

/**
 * GAP: listings may show files that were announced and whose bytes never came. Such a file is remembered, so that not
 * every poll asks for it; but not while it may still be filled within the second that its time names (R19).
 */
export function noteUnfilled(context: MirrorContext, { id, updatedAt, askedAt }: FileDetail): void {
  if (updatedAt !== null && (askedAt === null || !isSecondOver(updatedAt, askedAt))) return;
  const until = context.world.clock.now() + ASKED_FOR_MS;
  context.journal.facts.set(factOf(id), `${until} ${updatedAt ?? ''}`);
}

/** Whether a listing still shows a file as it was without bytes: then it does not exist yet. */
export function isUnfilled({ journal, world }: MirrorContext, { id, updatedAt }: RemoteFile): boolean {
  const fact = journal.facts.hasAny(FACTS) ? journal.facts.get(factOf(id)) : null;
  if (fact === null) return false;
  const space = fact.indexOf(' ');
  const left = Number(fact.slice(0, space)) - world.clock.now();
  // The record also ends when the clock was set back.
  if (fact.slice(space + 1) === (updatedAt ?? '') && left > 0 && left <= ASKED_FOR_MS) return true;
  journal.facts.set(factOf(id), null);
  return false;
}

/** The file was filled: its record goes. */
export function noteFilled({ journal }: MirrorContext, id: RemoteFile['id']): void {
  if (journal.facts.hasAny(FACTS)) journal.facts.set(factOf(id), null);
}

/** Nearly always there are none, so `hasAny` answers first. */
const FACTS = 'hollow.';

function factOf(id: RemoteFile['id']): string {
  return `${FACTS}${id}`;
}
