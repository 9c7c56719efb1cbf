import { create } from 'zustand';

import { type Fault, toFault } from '../../shared/fault.ts';
import type { ConflictDetail, ConflictThere, SettledConflicts } from '../../shared/model/decisions.ts';
import { conflictWords, type Keep } from '../../shared/text/conflicts.ts';
import { readAttention } from './attention.ts';
import { engine } from './engine.ts';
import { tellDone } from './fixes.ts';

/** The conflict that is on show. */
export interface ShownConflict {
  readonly id: string | null;
  readonly detail: ConflictDetail | null;
  /** What the service says; `asking` before it answered, `silent` when it cannot be asked. */
  readonly there: ConflictThere | 'asking' | 'silent';
  readonly fault: Fault | null;
  readonly isApplying: boolean;
}

const NOTHING: ShownConflict = { id: null, detail: null, there: 'asking', fault: null, isApplying: false };

export const useConflict = create<ShownConflict>(() => NOTHING);

/** Reads both sides of a conflict, at once from what is recorded, and then what the service says of it. */
export async function showConflict(id: string): Promise<void> {
  useConflict.setState({ ...NOTHING, id });
  try {
    const detail = await engine.call('conflicts.detail', { id });
    set(id, { detail });
  } catch (thrown) {
    set(id, { fault: toFault(thrown) });
    return;
  }
  try {
    set(id, { there: await engine.call('conflicts.askService', { id }) });
  } catch {
    // Who made a version is worth knowing, but nobody needs it to choose.
    set(id, { there: 'silent' });
  }
}

/** Puts it away. */
export function hideConflict(): void {
  useConflict.setState(NOTHING);
}

/** Settles the conflict on show, if both sides are still as they are shown. @returns whether it is settled. */
export async function settleConflict(keep: Keep, name: string | null): Promise<boolean> {
  const { id, detail } = useConflict.getState();
  if (id === null || detail === null) return false;
  const seen = { mine: detail.mine?.sha256 ?? null, theirs: detail.theirs?.version ?? null };
  useConflict.setState({ isApplying: true, fault: null });
  try {
    await engine.call('conflicts.resolve', { id, keep, seen, ...(name === null ? {} : { name }) });
  } catch (thrown) {
    set(id, { isApplying: false, fault: toFault(thrown) });
    void readAttention();
    return false;
  }
  tellDone(conflictWords.settled[keep](nameOf(detail.path)));
  void readAttention();
  return true;
}

/** Settles several in the same way. @throws FaultError. */
export async function settleConflicts(ids: readonly string[], keep: Keep): Promise<SettledConflicts> {
  try {
    const done = await engine.call('conflicts.resolveAll', { ids: [...ids], keep });
    if (done.settled.length > 0) tellDone(conflictWords.many.settled(done.settled.length));
    return done;
  } finally {
    void readAttention();
  }
}

/** What comes too late for another conflict is passed over. */
function set(id: string, change: Partial<ShownConflict>): void {
  useConflict.setState(state => (state.id === id ? change : {}));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
