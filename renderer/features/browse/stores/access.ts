import { create } from 'zustand';

import type { AccessBrief } from '../../../../shared/features/sharing/model.ts';
import { MINUTE, SECOND } from '../../../../shared/units.ts';
import { engine } from '../../../state/engine.ts';
import { useSharingChanges } from '../../sharing/stores/sharing.ts';

/** A line that is in sight for less than this is passed by: nothing is asked about it. */
const STAYS_MS = 150;
/** So many lines in one question, one question at a time: who scrolls on leaves no more than these behind. */
const MOST_AT_ONCE = 8;
const MOST_KEPT = 5000;
/** A line that comes into sight again after this long is asked about again; the engine knows what it still knows. */
const AGAIN_MS = 5 * MINUTE;
/** What the service did not tell may have been the connection. */
const AFTER_NOTHING_MS = 15 * SECOND;

interface Known {
  /** Null: the service does not tell. */
  readonly brief: AccessBrief | null;
  readonly atMs: number;
}

/** Who can reach what is in sight, by the id of its row. */
export const useAccess = create<{ readonly known: ReadonlyMap<string, Known> }>(() => ({ known: new Map() }));

const inSight = new Set<string>();
/** What is to be asked about, with since when it is in sight; the first one is the longest in sight. */
const wanted = new Map<string, number>();
let timer: ReturnType<typeof setTimeout> | null = null;
let isAsking = false;

/** Asks about the item of a line that came into sight. @returns what cancels the question while it was not sent yet. */
export function watchAccess(id: string): () => void {
  const known = useAccess.getState().known.get(id);
  const agesMs = known?.brief === null ? AFTER_NOTHING_MS : AGAIN_MS;
  inSight.add(id);
  if (known === undefined || performance.now() - known.atMs > agesMs) want(id);
  return () => {
    inSight.delete(id);
    wanted.delete(id);
  };
}

// What was changed may have changed much else.
useSharingChanges.subscribe(askAgain);

function askAgain(): void {
  useAccess.setState({ known: new Map() });
  for (const id of inSight) want(id);
}

function want(id: string): void {
  if (!wanted.has(id)) wanted.set(id, performance.now());
  plan();
}

/** Asks once the first of them has stayed. */
function plan(): void {
  const [since] = wanted.values();
  if (isAsking || timer !== null || since === undefined) return;
  timer = setTimeout(() => void ask(), Math.max(0, since + STAYS_MS - performance.now()));
}

async function ask(): Promise<void> {
  timer = null;
  // A timer may be a moment early.
  const stays = [...wanted].filter(([, since]) => performance.now() - since >= STAYS_MS - 1);
  const ids = stays.slice(0, MOST_AT_ONCE).map(([id]) => id);
  if (ids.length === 0) return plan();
  isAsking = true;
  const briefs = await engine.call('sharing.brief', { ids }).catch(() => []);
  isAsking = false;
  const before = useAccess.getState().known;
  const known = new Map(before.size < MOST_KEPT ? before : []);
  for (const id of ids) {
    wanted.delete(id);
    known.set(id, { brief: briefs.find(each => each.id === id) ?? null, atMs: performance.now() });
  }
  useAccess.setState({ known });
  plan();
}
