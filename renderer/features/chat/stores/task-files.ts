import { create } from 'zustand';

import type { Fault } from '../../../../shared/fault.ts';
import type { FolderPlace } from '../../../../shared/features/browse/place-model.ts';
import { chatPlace } from '../../../../shared/features/chat/place-text.ts';
import { downloadToTexts } from '../../../../shared/features/edit/save-copy-text.ts';
import { shownName } from '../../../../shared/text/shown-name.ts';
import { askPerson, attemptDeed, type Done, performAside } from '../../../state/edit.ts';
import { placeKey, placeOf } from '../../../state/navigation.ts';
import { engine } from '../../../state/engine.ts';
import { showInFiles } from '../../browse/stores/show-in-files.ts';

/**
 * In which folder (its `placeKey` and name) what a task made is saved, which is asked once per task; what was saved, by the
 * file of the task; and what is being saved.
 */
export const useSaved = create<{
  readonly places: ReadonlyMap<string, { readonly key: string; readonly name: string }>;
  readonly files: ReadonlyMap<string, { readonly file: string; readonly folder: string }>;
  readonly busy: ReadonlySet<string>;
}>(() => ({ places: new Map(), files: new Map(), busy: new Set() }));

/** A file of a task. */
export interface TaskFile {
  readonly task: string;
  readonly id: string;
  readonly name: string;
}

/** Makes a file in a folder from it, and says where it is. @throws FaultError when it was refused. */
export async function saveInto({ task, id, name }: TaskFile, to: FolderPlace, folder: string): Promise<Done> {
  const saved = await engine.call('chat.saveAttachment', { task, attachment: id, to });
  useSaved.setState(({ places, files }) => ({
    places: new Map([...places, [task, { key: placeKey(to), name: folder }]]),
    files: new Map([...files, [id, { file: saved.file, folder }]]),
  }));
  const said = chatPlace.saving.saved(shownName(saved.name === '' ? name : saved.name), shownName(folder));
  // Where it comes from is no trouble: with notes a toast stays until it is put away.
  const notes = saved.note === null ? [] : [saved.note];
  return { text: `${said} ${saved.origin.text}`, notes, show: () => void showInFiles(saved.file) };
}

/** The same for a dialog. @returns what went wrong. */
export function saveAttachment(file: TaskFile, to: FolderPlace, folder: string): Promise<Fault | null> {
  return attemptDeed(() => saveInto(file, to, folder));
}

/** Saves it where the one before was saved; of the first file of a task it is asked where. */
export async function saveFromChip(file: TaskFile): Promise<void> {
  const { places, busy } = useSaved.getState();
  const place = places.get(file.task);
  if (busy.has(file.id)) return;
  if (place === undefined)
    return askPerson({ name: 'saveAttachment', task: file.task, file: { id: file.id, name: file.name } });
  useSaved.setState({ busy: new Set([...busy, file.id]) });
  let isSaved = false;
  await performAside(chatPlace.saving.doing(shownName(file.name)), async () => {
    const done = await saveInto(file, placeOf(place.key), place.name);
    isSaved = true;
    return done;
  });
  useSaved.setState(state => ({
    busy: new Set([...state.busy].filter(id => id !== file.id)),
    // The folder may be gone, or not be for this person any more: it is asked again.
    places: isSaved ? state.places : new Map([...state.places].filter(([task]) => task !== file.task)),
  }));
}

/** Keeps it on this computer, to look into offline. */
export function keepAttachment({ task, id, name }: TaskFile): void {
  void performAside(chatPlace.keeping.doing(shownName(name)), async () => {
    const { note } = await engine.call('chat.keepAttachment', { task, attachment: id, wait: false });
    return { text: chatPlace.keeping.done(shownName(name)), notes: note === null ? [] : [note] };
  });
}

/** Saves a copy in a folder of this computer, outside of all mirrors. */
export function downloadAttachment({ task, id, name }: TaskFile, folder: string): void {
  void performAside(downloadToTexts.under(shownName(name)), async () => {
    const { path } = await engine.call('chat.downloadAttachment', { task, attachment: id, folder, name: null });
    return { text: downloadToTexts.named(path) };
  });
}
