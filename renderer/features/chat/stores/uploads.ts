import { create } from 'zustand';

import type { ChatUpload } from '../../../../shared/features/chat/files-model.ts';
import { chatWindow as words } from '../../../../shared/features/chat/window-text.ts';
import { useChatChanges } from './chat-changes.ts';
import { engine } from '../../../state/engine.ts';
import { announce } from '../../../state/announcements.ts';
import { sendBytes } from '../../drops/stores/send-bytes.ts';
import { addUpload, noteInComposer, removeUpload, useComposer } from './composer.ts';
import { MOST_UPLOADS } from './draft.ts';
import { useOutbox } from './outbox.ts';

/** Files of this computer that go with messages, by the ids that Benchtop gave them. */
export const useUploads = create<{ readonly uploads: ReadonlyMap<string, ChatUpload> }>(() => ({ uploads: new Map() }));

/** Whether Benchtop does not have all bytes of a file yet: without them nothing can be sent. */
export function isComing(ids: readonly string[], uploads: ReadonlyMap<string, ChatUpload>): boolean {
  return ids.some(id => uploads.get(id)?.state === 'coming');
}

/** Has files go with what is being written. Each is safe with Benchtop before it is sent; where it came from is only read. */
export async function attachFiles(files: readonly File[]): Promise<void> {
  const { task, draft } = useComposer.getState();
  if (task === undefined) return;
  const room = MOST_UPLOADS - (draft.uploads ?? []).length;
  if (files.length > room) noteInComposer(words.composer.tooManyFiles(MOST_UPLOADS));
  const failed: string[] = [];
  for (const file of files.slice(0, room)) if (!(await attach(task, file))) failed.push(file.name);
  if (failed.length > 0) noteInComposer(words.composer.notAttached(failed));
  announce(failed.length > 0 ? words.composer.notAttached(failed) : words.composer.attached(files.length));
}

async function attach(task: string | null, file: File): Promise<boolean> {
  let id: string | null = null;
  try {
    ({ id } = await engine.call('chat.attach', { name: file.name, sizeBytes: file.size }));
    put({ id, name: file.name, sizeBytes: null, state: 'coming', doneBytes: 0, note: null });
    // The file belongs to the conversation it was dropped in, also when another one is open by now.
    if (!addUpload(task, id)) return false;
    const { signal } = new AbortController();
    await sendBytes(id, { path: [file.name], file }, { signal, onBytes: () => undefined });
    await readUploads();
    return true;
  } catch {
    if (id !== null) letGo(id);
    return false;
  }
}

/** It does not go along any more; its bytes are kept in the store for a while. */
export function detachFile(id: string): void {
  letGo(id);
}

function letGo(id: string): void {
  removeUpload(id);
  engine.call('chat.detach', { id }).catch(() => undefined);
}

function put(upload: ChatUpload): void {
  useUploads.setState(({ uploads }) => ({ uploads: new Map([...uploads, [upload.id, upload]]) }));
}

let asked = 0;

/** Asks how far those on show are. */
async function readUploads(): Promise<void> {
  const inDraft = useComposer.getState().draft.uploads ?? [];
  const waiting = (useOutbox.getState().messages ?? []).flatMap(({ uploads = [] }) => uploads);
  const ids = [...new Set([...inDraft, ...waiting])].slice(0, 200);
  const mine = ++asked;
  if (ids.length === 0) return;
  const told = await engine.call('chat.uploads', { ids }).catch(() => null);
  if (mine === asked && told !== null) useUploads.setState({ uploads: new Map(told.map(each => [each.id, each])) });
}

useChatChanges.subscribe(() => void readUploads());
useOutbox.subscribe(() => void readUploads());
useComposer.subscribe(({ draft }, before) => (draft.uploads === before.draft.uploads ? undefined : void readUploads()));
