import type { Fault } from '../../../../shared/fault.ts';
import { chatWindow as words } from '../../../../shared/features/chat/window-text.ts';
import { attemptDeed, type Done, performDeed, type SavedView } from '../../../state/edit.ts';
import { engine } from '../../../state/engine.ts';
import { readAttachments, useAttachments } from './attachments.ts';

/** More does not travel in one question. */
export const MOST_VIEW_BYTES = 4_400_000;

/** Saves a table of a reply to its task, as a file. */
export function saveTable(task: string, name: string, csv: string): void {
  void performDeed(() =>
    saved(task, { name, content: csv, contentType: 'text/csv', isPart: false, source: null, version: null }),
  );
}

/** Saves a picture of a table of a reply to its task, as a file. */
export function savePictureToTask(task: string, { name, type, bytes }: TaskPicture): void {
  void performDeed(() =>
    saved(task, { name, content: bytes, contentType: type, isPart: false, source: null, version: null }),
  );
}

/** A picture as a file. */
export interface TaskPicture {
  readonly name: string;
  readonly type: 'image/png' | 'image/svg+xml';
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Saves a view of a file to a task, with the file and the version it was made from. @returns what went wrong. */
export function saveView(task: string, view: SavedView): Promise<Fault | null> {
  return attemptDeed(() => saved(task, view));
}

async function saved(task: string, { name, content, contentType, source, version }: SavedView): Promise<Done> {
  const view = { name, contentType, bytes: base64(content ?? ''), source, version };
  const file = await engine.call('chat.saveView', { task, ...view });
  if (useAttachments.getState().task === task) await readAttachments(task);
  return { text: words.table.kept(file.name === '' ? name : file.name) };
}

/** In pieces: a call takes only so many arguments. */
function base64(content: string | Uint8Array): string {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  let signs = '';
  for (let at = 0; at < bytes.length; at += 8192) signs += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(signs);
}
