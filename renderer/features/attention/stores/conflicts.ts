import { create } from 'zustand';

import type { Output } from '../../../../shared/contract.ts';
import type { Fault } from '../../../../shared/fault.ts';
import type {
  ConflictDetail,
  ConflictThere,
  SettledConflicts,
} from '../../../../shared/features/attention/decisions-model.ts';
import { conflictWords, type Keep } from '../../../../shared/features/attention/conflicts-text.ts';
import { baseName } from '../../../../shared/local-path.ts';
import { readAttention } from '../../../state/attention.ts';
import { performDeed } from '../../../state/edit.ts';
import { engine } from '../../../state/engine.ts';
import { goTo } from '../../../state/navigation.ts';
import { tellFault, type ToastAction } from '../../../state/toast.ts';
import { openPreviewAt } from '../../preview/stores/preview.ts';
import { tellDone } from './fixes.ts';
import { update, faultIn } from '../../../state/reading/section.ts';

/** The conflict that is on show. */
export interface ShownConflict {
  readonly id: string | null;
  readonly detail: ConflictDetail | null;
  /** What the service says; `asking` before it answered, `silent` when it cannot be asked. */
  readonly there: ConflictThere | 'asking' | 'silent';
  readonly fault: Fault | null;
  readonly isApplying: boolean;
  /** Counts how often a side was another one than was shown before: what was chosen then was about other bytes. */
  readonly changes: number;
}

const NOTHING: ShownConflict = { id: null, detail: null, there: 'asking', fault: null, isApplying: false, changes: 0 };

export const useConflict = create<ShownConflict>(() => NOTHING);

engine.on('files.revision', () => void look());

/** Reads both sides of a conflict, at once from what is recorded, and then what the service says of it. */
export async function showConflict(id: string): Promise<void> {
  useConflict.setState({ ...NOTHING, id });
  const isCurrent = () => useConflict.getState().id === id;
  const read = () => engine.call('conflicts.detail', { id });
  if (await update(useConflict, read, detail => ({ detail }), { isCurrent })) await ask(id);
}

async function ask(id: string): Promise<void> {
  try {
    set(id, { there: await engine.call('conflicts.askService', { id }) });
  } catch {
    // The author of a version is worth knowing, but the choice can be made without it.
    set(id, { there: 'silent' });
  }
}

/** A side may have changed: a person chooses by what is shown, so read both sides again. */
async function look(): Promise<void> {
  const { id, detail, isApplying } = useConflict.getState();
  if (id === null || detail === null || isApplying) return;
  const now = await engine.call('conflicts.detail', { id }).catch(() => null);
  if (now === null || JSON.stringify(now) === JSON.stringify(useConflict.getState().detail)) return;
  set(id, { detail: now });
  if (sidesOf(now) === sidesOf(detail)) return;
  useConflict.setState(state => (state.id === id ? { there: 'asking', fault: null, changes: state.changes + 1 } : {}));
  await ask(id);
}

/** A copy that is read only now is no other one. */
function sidesOf({ mine, theirs }: ConflictDetail): string {
  return `${mine?.sha256} ${theirs?.version}`;
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
  const resolving = { id, keep, seen, ...(name === null ? {} : { name }) };
  const fault = await faultIn(async () =>
    tellSettled(conflictWords.settled[keep], detail, await engine.call('conflicts.resolve', resolving)),
  );
  if (fault !== null) set(id, { isApplying: false, fault });
  void readAttention();
  return fault === null;
}

/**
 * Settles a conflict whose versions were merged: what was chosen is the current version now. The copy goes, or stays as a
 * file. @returns what went wrong.
 */
export async function settleMerged(
  { id, mine }: { readonly id: string; readonly mine: string | null },
  keep: 'theirs' | 'both',
): Promise<Fault | null> {
  const fault = await faultIn(async () => {
    const detail = await engine.call('conflicts.detail', { id });
    // Only the copy is compared: edits made to it since the merge are in no merge. The service's side is the merge itself,
    // of which the next look learns at any moment, or was made on it.
    const { undo } = await engine.call('conflicts.resolve', { id, keep, seen: { mine } });
    tellSettled(conflictWords.settledMerged[keep], detail, { undo });
  });
  void readAttention();
  return fault;
}

/** Says what was settled. What went can come back; where both files stay, it leads to the one that kept the name. */
function tellSettled(
  sentence: (name: string) => string,
  { mirror, path }: Pick<ConflictDetail, 'mirror' | 'path'>,
  { undo }: Output<'conflicts.resolve'>,
): void {
  const takeBack = async () => ({ text: (await engine.call('activity.undo', { id: undo ?? '' })).text });
  const show = async () => {
    const fault = await faultIn(() => openPreviewAt(mirror, path, null));
    if (fault !== null) tellFault(fault);
  };
  const action: ToastAction =
    undo === null
      ? { name: 'show', run: () => void show() }
      : { name: 'undo', run: () => void performDeed(takeBack).then(readAttention) };
  tellDone(sentence(baseName(path)), action);
}

/** Settles several in the same way. Shows the history, where those can be taken back that can. @throws FaultError. */
export async function settleConflicts(ids: readonly string[], keep: Keep): Promise<SettledConflicts> {
  try {
    const done = await engine.call('conflicts.resolveAll', { ids: [...ids], keep });
    const showHistory = () => goTo({ screen: 'activity', tab: 'history' });
    if (done.settled.length > 0)
      tellDone(conflictWords.many.settled(done.settled.length), { name: 'show', run: showHistory });
    return done;
  } finally {
    void readAttention();
  }
}

/** What comes too late for another conflict is passed over. */
function set(id: string, change: Partial<ShownConflict>): void {
  useConflict.setState(state => (state.id === id ? change : {}));
}
