import type { Fault } from '../../../../shared/fault.ts';
import type { FolderPlace } from '../../../../shared/features/browse/place-model.ts';
import { chatPlace } from '../../../../shared/features/chat/place-text.ts';
import { downloadToTexts } from '../../../../shared/features/edit/save-copy-text.ts';
import { shown } from '../../../../shared/text/shown-name.ts';
import { attempt, performAside } from '../../../state/edit.ts';
import { engine } from '../../../state/engine.ts';

/** A file of a task. */
export interface TaskFile {
  readonly task: string;
  readonly id: string;
  readonly name: string;
}

/** Makes a file in a folder from it. @returns what went wrong. */
export function saveAttachment({ task, id, name }: TaskFile, to: FolderPlace, folder: string): Promise<Fault | null> {
  return attempt(async () => {
    const saved = await engine.call('chat.saveAttachment', { task, attachment: id, to });
    const notes = [saved.origin.text, ...(saved.note === null ? [] : [saved.note])];
    return { text: chatPlace.saving.saved(shown(saved.name === '' ? name : saved.name), shown(folder)), notes };
  });
}

/** Keeps it on this computer, to look into offline. */
export function keepAttachment({ task, id, name }: TaskFile): void {
  void performAside(chatPlace.keeping.doing(shown(name)), async () => {
    const { note } = await engine.call('chat.keepAttachment', { task, attachment: id, wait: false });
    return { text: chatPlace.keeping.done(shown(name)), notes: note === null ? [] : [note] };
  });
}

/** Saves a copy in a folder of this computer, outside of all mirrors. */
export function downloadAttachment({ task, id, name }: TaskFile, folder: string): void {
  void performAside(downloadToTexts.under(shown(name)), async () => {
    const { path } = await engine.call('chat.downloadAttachment', { task, attachment: id, folder, name: null });
    return { text: downloadToTexts.named(path) };
  });
}
