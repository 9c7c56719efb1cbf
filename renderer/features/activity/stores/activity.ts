import { create } from 'zustand';

import type { Fault } from '../../../../shared/fault.ts';
import type { ActivityFilter, ActivityPage } from '../../../../shared/features/activity/model.ts';
import type { ActivityEntry } from '../../../../shared/features/status/records-model.ts';
import { engine, onConnected } from '../../../state/engine.ts';
import { update } from '../../../state/reading/section.ts';
import { throttledReader } from '../../../state/reading/throttled-reader.ts';

/** Everything; the model's own is made with its schema, which stays out of the bundle. */
export const EVERYTHING: ActivityFilter = { mirror: null, verbs: [], text: '', fromMs: null, toMs: null };

/** The history as far as it was read, newest first. */
export interface History {
  readonly filter: ActivityFilter;
  /** Null before the first page came. */
  readonly entries: readonly ActivityEntry[] | null;
  /** How many there are in all; null before that is known. */
  readonly total: number | null;
  readonly hasOlder: boolean;
  readonly isReadingOlder: boolean;
  readonly fault: Fault | null;
}

export const useHistory = create<History>(() => ({
  filter: EVERYTHING,
  entries: null,
  total: null,
  hasOlder: false,
  isReadingOlder: false,
  fault: null,
}));

/** Entries a page. */
const PAGE = 100;

engine.on('activity.latest', () => void readNewest());
onConnected(() => void readNewest());

/** Shows only what a filter lets through. */
export function setHistoryFilter(change: Partial<ActivityFilter>): Promise<void> {
  useHistory.setState(old => ({ filter: { ...old.filter, ...change }, entries: null, total: null, hasOlder: false }));
  return readNewest();
}

/** Reads the newest page and joins it to what is there. Called whenever something happened; one reading at a time. */
export const readNewest = throttledReader(async () => {
  const { filter } = useHistory.getState();
  const read = () => engine.call('activity.find', { filter, before: null, limit: PAGE });
  await update(useHistory, read, (page, old) => (old.filter === filter ? joined(old, page) : { fault: old.fault }));
}, 0);

/** Reads the page before the oldest entry that is there. */
export async function readOlder(): Promise<void> {
  const { entries, filter, hasOlder, isReadingOlder } = useHistory.getState();
  const oldest = entries?.at(-1);
  if (oldest === undefined || isReadingOlder || !hasOlder) return;
  const read = () => engine.call('activity.find', { filter, before: oldest.id, limit: PAGE });
  const into = (page: ActivityPage, old: History) => {
    // The newest page, or one of another filter, may have replaced the entries that this page continues.
    if (old.entries?.at(-1)?.id !== oldest.id) return { fault: old.fault };
    return { entries: [...old.entries, ...page.entries], hasOlder: page.entries.length === PAGE };
  };
  await update(useHistory, read, into, { during: { isReadingOlder: true }, after: { isReadingOlder: false } });
}

/** A page that does not reach what was there leaves a gap; then the page alone counts, and older pages are read again. */
function joined(old: History, { entries: page, total }: ActivityPage): Pick<History, 'entries' | 'hasOlder' | 'total'> {
  const oldestNew = page.at(-1);
  const newestOld = old.entries?.[0];
  if (oldestNew === undefined || newestOld === undefined || oldestNew.id > newestOld.id) {
    return { entries: page, hasOlder: page.length === PAGE, total };
  }
  const kept = (old.entries ?? []).filter(entry => entry.id < oldestNew.id);
  return { entries: [...page, ...kept], hasOlder: kept.length === 0 ? page.length === PAGE : old.hasOlder, total };
}
