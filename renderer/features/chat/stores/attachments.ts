import { create } from 'zustand';

import { type Fault } from '../../../../shared/fault.ts';
import type { ChatAttachment } from '../../../../shared/features/chat/model.ts';
import { chatWindow as words } from '../../../../shared/features/chat/window-text.ts';
import { attemptDeed } from '../../../state/edit.ts';
import { engine } from '../../../state/engine.ts';
import { update } from '../../../state/reading/section.ts';

/** The files of the task on show. */
export const useAttachments = create<{
  readonly task: string | null;
  /** Null before the first answer. */
  readonly files: readonly ChatAttachment[] | null;
  readonly fault: Fault | null;
}>(() => ({ task: null, files: null, fault: null }));

/** Reads the files of a task; those known before stay on show until the answer. Null: of none. */
export async function readAttachments(task: string | null): Promise<void> {
  if (useAttachments.getState().task !== task) useAttachments.setState({ task, files: null, fault: null });
  if (task === null) return;
  await update(
    useAttachments,
    () => engine.call('chat.attachments', { task }),
    files => ({ files }),
    {
      isCurrent: () => useAttachments.getState().task === task,
    },
  );
}

/** Removes a file of a task for good. @returns what went wrong. */
export function removeAttachment(task: string, { id, name }: ChatAttachment): Promise<Fault | null> {
  return attemptDeed(async () => {
    await engine.call('chat.removeAttachment', { task, attachment: id });
    await readAttachments(task);
    return { text: words.files.removed(name) };
  });
}
