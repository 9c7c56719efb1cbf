import { create } from 'zustand';

import { type Fault, toFault } from '../../../../shared/fault.ts';
import type { ActivityDetail, ActivityFilter, ExportFormat } from '../../../../shared/features/activity/model.ts';
import { activityWords } from '../../../../shared/features/activity/text.ts';
import { readNewest, useHistory } from './activity.ts';
import { engine } from '../../../state/engine.ts';
import { useNavigation } from '../../../state/navigation.ts';
import { announce } from '../../../state/announcements.ts';
import { withPass } from '../../../state/window-session.ts';

/** The line of history that is on show with everything that is known of it. */
export interface ShownEntry {
  readonly id: number | null;
  readonly detail: ActivityDetail | null;
  /** What an undo did, in a sentence. */
  readonly undone: string | null;
  readonly fault: Fault | null;
  readonly isUndoing: boolean;
}

const NOTHING: ShownEntry = { id: null, detail: null, undone: null, fault: null, isUndoing: false };

export const useEntry = create<ShownEntry>(() => NOTHING);

/** Reads everything that is known of a line. */
export async function showEntry(id: number): Promise<void> {
  useEntry.setState({ ...NOTHING, id });
  await read(id);
}

/** Puts it away. */
export function hideEntry(): void {
  useEntry.setState(NOTHING);
}

/** Takes it back. */
export async function undoEntry(): Promise<void> {
  const { id } = useEntry.getState();
  if (id === null) return;
  useEntry.setState({ isUndoing: true, fault: null });
  try {
    const { text } = await engine.call('activity.undo', { id: String(id) });
    set(id, { undone: text, isUndoing: false });
    announce(text);
    void readNewest();
    await read(id);
  } catch (thrown) {
    set(id, { fault: toFault(thrown), isUndoing: false });
  }
}

/** Saves what the filter lets through as a file; without one, what the history on show lets through. @throws FaultError. */
export async function saveHistory(
  format: ExportFormat,
  filter: ActivityFilter = useHistory.getState().filter,
): Promise<void> {
  const { path } = await engine.call('activity.export', { filter, format });
  const link = document.createElement('a');
  link.href = withPass(path);
  link.download = '';
  link.click();
  announce(activityWords.saving);
}

async function read(id: number): Promise<void> {
  try {
    set(id, { detail: await engine.call('activity.detail', { id }) });
  } catch (thrown) {
    set(id, { fault: toFault(thrown) });
  }
}

/** What comes too late for another line is passed over. */
function set(id: number, change: Partial<ShownEntry>): void {
  useEntry.setState(state => (state.id === id ? change : {}));
}

useNavigation.subscribe(({ route }, before) => (route === before.route ? undefined : hideEntry()));
