import { create } from 'zustand';

import type { AccessBrief } from '../../../../shared/features/sharing/model.ts';
import { MINUTE, SECOND } from '../../../../shared/units.ts';
import { engine } from '../../../state/engine.ts';
import { useSharingChanges } from '../../sharing/stores/sharing.ts';

/** Lines that come into sight within this time are asked about together. */
const GATHER_MS = 150;
const MOST_AT_ONCE = 50;
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
const wanted = new Set<string>();
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
  wanted.add(id);
  if (!isAsking) timer ??= setTimeout(() => void ask(), GATHER_MS);
}

async function ask(): Promise<void> {
  timer = null;
  const ids = [...wanted].slice(0, MOST_AT_ONCE);
  if (ids.length === 0) return;
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
  if (wanted.size > 0) timer ??= setTimeout(() => void ask(), 0);
}
