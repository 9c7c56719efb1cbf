import { create } from 'zustand';

import { type Fault } from '../../../../shared/fault.ts';
import type { ChatOrigin } from '../../../../shared/features/chat/files-model.ts';
import type { ItemAbout, ItemDetails } from '../../../../shared/features/details/model.ts';
import type { FileRow } from '../../../../shared/features/browse/file-row-model.ts';
import { detailsTexts } from '../../../../shared/features/details/text.ts';
import { performDeed } from '../../../state/edit.ts';
import { engine } from '../../../state/engine.ts';
import { update } from '../../../state/reading/section.ts';

/** The details panel: whether it is open, and what it knows of the one row that is chosen. */
export interface DetailsState {
  readonly isOpen: boolean;
  /** Counts up when the description should have the focus. */
  readonly wantsDescription: number;
  readonly id: string | null;
  /** From the records; null before. */
  readonly details: ItemDetails | null;
  /** From the service; null before, and while it cannot be asked. */
  readonly about: ItemAbout | null;
  /** The task that it was saved or kept from; null: none that is known. */
  readonly origin: ChatOrigin | null;
  /** Why the service could not be asked. */
  readonly fault: Fault | null;
}

const CLOSED = { id: null, details: null, about: null, origin: null, fault: null };

export const useDetails = create<DetailsState>(() => ({ isOpen: false, wantsDescription: 0, ...CLOSED }));

/** Opens the panel, or closes it. */
export function toggleDetails(): void {
  useDetails.setState(({ isOpen }) => ({ isOpen: !isOpen }));
}

/** Opens the panel where something can be said of what is chosen. */
export function openDescription(): void {
  useDetails.setState(({ wantsDescription }) => ({ isOpen: true, wantsDescription: wantsDescription + 1 }));
}

/** Shows a row, or nothing. What the service says of it is asked once. */
export async function showDetails(id: string | null): Promise<void> {
  if (useDetails.getState().id === id) return;
  useDetails.setState({ ...CLOSED, id });
  if (id === null) return;
  await readDetails();
  await readOrigin(id);
  await readAbout();
}

/** What is not at the service came from no task. */
async function readOrigin(id: string): Promise<void> {
  const origin = await engine.call('chat.origin', { id }).catch(() => null);
  if (useDetails.getState().id === id) useDetails.setState({ origin });
}

/** Reads the records again: something changed. */
export async function readDetails(): Promise<void> {
  const { id } = useDetails.getState();
  if (id === null) return;
  const read = () => engine.call('files.details', { id });
  await update(useDetails, read, (details, { fault }) => ({ details, fault }), { isCurrent: () => isShown(id) });
}

async function readAbout(): Promise<void> {
  const { id } = useDetails.getState();
  if (id === null) return;
  const read = () => engine.call('files.about', { id });
  const isRead = await update(useDetails, read, about => ({ about }), { isCurrent: () => isShown(id) });
  // The engine recorded what the service said: read the records again.
  if (isRead && isShown(id)) await readDetails();
}

function isShown(id: string): boolean {
  return useDetails.getState().id === id;
}

engine.on('files.revision', () => {
  if (useDetails.getState().isOpen) void readDetails();
});

/** What a person says of files. */
export interface Saying {
  /** Without `from`: what was last known of each. */
  readonly description: { readonly from?: string | null; readonly to: string } | null;
  readonly addTags: readonly string[];
  readonly removeTags: readonly string[];
}

/** Says something of files; offline it waits. */
export function describeFiles(rows: readonly FileRow[], saying: Saying): Promise<Fault | null> {
  return told(async () => {
    const { description, addTags, removeTags } = saying;
    const ids = rows.map(({ id }) => id);
    const asked = { ids, description, addTags: [...addTags], removeTags: [...removeTags] };
    const { files, waiting } = await engine.call('files.describe', asked);
    return detailsTexts.saved(files, waiting);
  });
}

/** Chooses between two descriptions, or tries again. */
export function answerDescription(id: number, answer: 'mine' | 'theirs' | 'again'): Promise<Fault | null> {
  return told(async () => {
    await engine.call('files.describeAnswer', { id, answer });
    return detailsTexts.answered;
  });
}

/** Says what changed, for the next version. */
export function saveNote(id: string, note: string): Promise<Fault | null> {
  return told(async () => {
    await engine.call('files.note', { id, note: note.trim() === '' ? null : note });
    return note.trim() === '' ? detailsTexts.noteGone : detailsTexts.noteSaved;
  });
}

/** Everything that is shown is read again after it. */
async function told(deed: () => Promise<string>): Promise<Fault | null> {
  const fault = await performDeed(async () => ({ text: await deed() }));
  await readAbout();
  return fault;
}
