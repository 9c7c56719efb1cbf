import { create } from 'zustand';

import type { Fault } from '../../../../shared/fault.ts';
import type { ActivityDetail, ActivityFilter, ExportFormat } from '../../../../shared/features/activity/model.ts';
import { activityWords } from '../../../../shared/features/activity/text.ts';
import { readNewest, useHistory } from './activity.ts';
import { engine } from '../../../state/engine.ts';
import { onRouteChange } from '../../../state/navigation.ts';
import { showToast } from '../../../state/toast.ts';
import { withPass } from '../../../state/window-session.ts';
import { update } from '../../../state/reading/section.ts';

/** The line of history that is on show with everything that is known of it. */
export interface ShownEntry {
  readonly id: number | null;
  readonly detail: ActivityDetail | null;
  readonly fault: Fault | null;
  readonly isUndoing: boolean;
}

const NOTHING: ShownEntry = { id: null, detail: null, fault: null, isUndoing: false };

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
  const undo = async () => {
    const { text } = await engine.call('activity.undo', { id: String(id) });
    showToast(text);
    void readNewest();
  };
  const isUndone = await update(useEntry, undo, () => ({}), {
    isCurrent: () => isShown(id),
    during: { isUndoing: true, fault: null },
    after: { isUndoing: false },
  });
  if (isUndone) await read(id);
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
  showToast(activityWords.saving);
}

async function read(id: number): Promise<void> {
  await update(
    useEntry,
    () => engine.call('activity.detail', { id }),
    detail => ({ detail }),
    {
      isCurrent: () => isShown(id),
    },
  );
}

/** A late answer about another line is dropped. */
function isShown(id: number): boolean {
  return useEntry.getState().id === id;
}

onRouteChange(hideEntry);
