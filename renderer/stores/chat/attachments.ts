import { create } from 'zustand';

import { type Fault, toFault } from '../../../shared/fault.ts';
import type { ChatAttachment } from '../../../shared/model/chat.ts';
import { chatWindow as words } from '../../../shared/text/chat-window.ts';
import { attempt, perform } from '../acting.ts';
import { engine } from '../engine.ts';

/** The files of the task on show. */
export const useAttachments = create<{
  readonly task: string | null;
  /** Null before the first answer. */
  readonly files: readonly ChatAttachment[] | null;
  readonly fault: Fault | null;
}>(() => ({ task: null, files: null, fault: null }));

/** Asks for the files of a task; what is known of it stays on show meanwhile. Null: of none. */
export async function readAttachments(task: string | null): Promise<void> {
  if (useAttachments.getState().task !== task) useAttachments.setState({ task, files: null, fault: null });
  if (task === null) return;
  const isStill = (): boolean => useAttachments.getState().task === task;
  try {
    const files = await engine.call('chat.attachments', { task });
    if (isStill()) useAttachments.setState({ files, fault: null });
  } catch (thrown) {
    if (isStill()) useAttachments.setState({ fault: toFault(thrown) });
  }
}

/** Removes a file of a task for good. @returns what went wrong. */
export function removeAttachment(task: string, { id, name }: ChatAttachment): Promise<Fault | null> {
  return attempt(async () => {
    await engine.call('chat.removeAttachment', { task, attachment: id });
    await readAttachments(task);
    return { text: words.files.removed(name) };
  });
}

/** Saves a table of a reply to its task, as a file. */
export function saveTable(task: string, name: string, text: string): void {
  void perform(async () => {
    const view = { name, contentType: 'text/csv', bytes: base64(text), source: null, version: null };
    const file = await engine.call('chat.saveView', { task, ...view });
    if (useAttachments.getState().task === task) await readAttachments(task);
    return { text: words.table.kept(file.name === '' ? name : file.name) };
  });
}

/** In pieces: a call takes only so many arguments. */
function base64(text: string): string {
  const bytes = new TextEncoder().encode(text);
  let signs = '';
  for (let at = 0; at < bytes.length; at += 8192) signs += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(signs);
}
