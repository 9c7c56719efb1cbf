import { create } from 'zustand';

import { type Fault } from '../../shared/fault.ts';
import type { WorkingCopy } from '../../shared/features/chat/files-model.ts';
import type { FileRow } from '../../shared/features/browse/file-row-model.ts';
import { doneTexts } from '../../shared/features/edit/text.ts';
import { engine } from './engine.ts';
import type { FolderPlace } from './navigation.ts';
import { showToast, tellFault, tellRunning, type ToastAction } from './toast.ts';
import { faultIn, whileShown } from './reading/section.ts';

/** A question that is open before a person: which dialog, and about what. */
export type Asking =
  | { readonly name: 'newFolder' | 'newNote'; readonly place: FolderPlace; readonly folder: string }
  | { readonly name: 'rename'; readonly row: FileRow; readonly isInLibrary?: boolean }
  | MoveAsking
  /** Null: folders that are chosen in the sheet. */
  | { readonly name: 'keep'; readonly rows: readonly FileRow[] | null }
  | { readonly name: 'putBack'; readonly stored: { readonly id: string; readonly name: string } }
  | { readonly name: 'copyTo'; readonly rows: readonly FileRow[] }
  | { readonly name: 'publish'; readonly rows: readonly FileRow[] }
  | { readonly name: 'withdraw'; readonly rows: readonly FileRow[] }
  | {
      readonly name: 'saveAttachment' | 'downloadAttachment';
      readonly task: string;
      readonly file: { readonly id: string; readonly name: string };
    }
  | { readonly name: 'startCopy'; readonly file: { readonly id: string; readonly name: string } }
  | { readonly name: 'saveView'; readonly view: SavedView }
  | { readonly name: 'commitCopy' | 'forgetCopy'; readonly copy: WorkingCopy }
  | { readonly name: 'removeLibraryFolder'; readonly row: FileRow }
  | { readonly name: 'clearFolder'; readonly rows: readonly FileRow[] }
  | { readonly name: 'download'; readonly rows: readonly FileRow[] }
  | { readonly name: 'remove'; readonly rows: readonly FileRow[] };

/** A view of a table, or a picture of it. */
export interface SavedView {
  /** What the file is to be called. */
  readonly name: string;
  readonly contentType: 'text/csv' | 'image/png' | 'image/svg+xml';
  /** Null: more than fits into one call. */
  readonly content: string | Uint8Array<ArrayBuffer> | null;
  /** It was made from the beginning of the file only. */
  readonly isPart: boolean;
  /** The row of the file that it was made from, and the service's version of it; null: of none that is known. */
  readonly source: string | null;
  readonly version: string | null;
}

/** `to`: the folder that was named already. */
interface MoveAsking {
  readonly name: 'move';
  readonly rows: readonly FileRow[];
  readonly from: FolderPlace;
  readonly to?: FolderPlace;
}

/** The question that is open; null when there is none. */
export const useAsking = create<{ readonly asking: Asking | null }>(() => ({ asking: null }));

/** Asks a person. */
export function askPerson(asking: Asking): void {
  useAsking.setState({ asking });
}

/** Puts the question away. */
export function askNothing(): void {
  useAsking.setState({ asking: null });
}

/** Whether something is being done that a dialog waits for. */
export const useOutcome = create<{ readonly isBusy: boolean }>(() => ({ isBusy: false }));

/** What a deed says when it went well. */
export interface Done {
  readonly text: string;
  readonly notes?: readonly string[];
  readonly undo?: () => Promise<string>;
  /** Leads to what was made. */
  readonly show?: () => void;
}

/** Does something, and says what came of it. @returns what went wrong; null when it went well. */
export async function performDeed(deed: () => Promise<Done>): Promise<Fault | null> {
  const fault = await attemptDeed(deed);
  if (fault !== null) tellFault(fault);
  return fault;
}

/** The same for a dialog, which says itself what went wrong. */
export async function attemptDeed(deed: () => Promise<Done>): Promise<Fault | null> {
  return whileShown(useOutcome, { during: { isBusy: true }, after: { isBusy: false } }, () => told(deed));
}

/** Does something that may take long; other actions are possible beside it. */
export async function performAside(doing: string, deed: () => Promise<Done>): Promise<void> {
  tellRunning(doing);
  await performBeside(deed);
}

/** The same for what shows itself how far it is. */
export async function performBeside(deed: () => Promise<Done>): Promise<void> {
  const fault = await told(deed);
  if (fault !== null) tellFault(fault);
}

function told(deed: () => Promise<Done>): Promise<Fault | null> {
  return faultIn(async () => {
    const done = await deed();
    // Where a question came up in between, there is nothing to say yet.
    if (done.text !== '') showToast(done.text, { notes: done.notes ?? [], action: actionOf(done) });
  });
}

function actionOf({ undo, show }: Done): ToastAction | null {
  if (undo !== undefined) return { name: 'undo', run: () => void performDeed(async () => ({ text: await undo() })) };
  return show === undefined ? null : { name: 'show', run: show };
}

/** Wants files here. */
export function keepOffline(rows: readonly FileRow[]): Promise<Fault | null> {
  return performDeed(async () => {
    const { files } = await engine.call('files.keep', { ids: rows.map(({ id }) => id) });
    return { text: doneTexts.kept(files) };
  });
}

/** Lets the space of files go; what is not surely at the service stays, and is named. */
export function freeUpSpace(rows: readonly FileRow[]): Promise<Fault | null> {
  return performDeed(async () => {
    const { files, sizeBytes, refused } = await engine.call('files.free', { ids: rows.map(({ id }) => id) });
    const notes = refused.map(({ path, text }) => doneTexts.stays(path, text));
    return { text: doneTexts.freed(files, sizeBytes), notes };
  });
}

/** Puts a text into the clipboard. */
export function copyText(text: string): Promise<Fault | null> {
  return performDeed(async () => {
    await navigator.clipboard.writeText(text);
    return { text: doneTexts.copied(text) };
  });
}
