import { create } from 'zustand';

import { type Fault } from '../../shared/fault.ts';
import type { WorkingCopy } from '../../shared/features/chat/files-model.ts';
import type { FileRow } from '../../shared/features/browse/file-row-model.ts';
import { doneTexts } from '../../shared/features/edit/text.ts';
import { engine } from './engine.ts';
import type { FolderPlace } from './navigation.ts';
import { announce } from './announcements.ts';
import { faultIn } from './reading/section.ts';

/** A question that is open before a person: which dialog, and about what. */
export type Asking =
  | { readonly name: 'newFolder' | 'newNote'; readonly place: FolderPlace; readonly folder: string }
  | { readonly name: 'rename'; readonly row: FileRow; readonly isInLibrary?: boolean }
  | MoveAsking
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
export function ask(asking: Asking): void {
  useAsking.setState({ asking });
}

/** Puts the question away. */
export function askNothing(): void {
  useAsking.setState({ asking: null });
}

/** What came of the last thing that was done here. `notes`: what was left as it is, with the reasons. */
export type Outcome =
  | {
      readonly kind: 'done';
      readonly text: string;
      readonly notes: readonly string[];
      readonly undo: (() => Promise<string>) | null;
    }
  /** It takes a while, and the person can go on working. */
  | { readonly kind: 'running'; readonly text: string }
  | { readonly kind: 'failed'; readonly fault: Fault };

export const useOutcome = create<{ readonly outcome: Outcome | null; readonly isBusy: boolean }>(() => ({
  outcome: null,
  isBusy: false,
}));

/** Puts away what was said about the last thing. */
export function forgetOutcome(): void {
  useOutcome.setState({ outcome: null });
}

/** What a deed says when it went well. */
export interface Done {
  readonly text: string;
  readonly notes?: readonly string[];
  readonly undo?: () => Promise<string>;
}

/** Does something, and says what came of it. @returns what went wrong; null when it went well. */
export async function perform(deed: () => Promise<Done>): Promise<Fault | null> {
  const fault = await attempt(deed);
  if (fault !== null) useOutcome.setState({ outcome: { kind: 'failed', fault } });
  return fault;
}

/** Says what went wrong with something that was done without a dialog. */
export function showFault(fault: Fault): void {
  useOutcome.setState({ outcome: { kind: 'failed', fault } });
}

/** The same for a dialog, which says itself what went wrong. */
export async function attempt(deed: () => Promise<Done>): Promise<Fault | null> {
  useOutcome.setState({ isBusy: true });
  try {
    return await told(deed);
  } finally {
    useOutcome.setState({ isBusy: false });
  }
}

/** Does something that may take long; other actions are possible beside it. */
export async function performAside(doing: string, deed: () => Promise<Done>): Promise<void> {
  useOutcome.setState({ outcome: { kind: 'running', text: doing } });
  announce(doing);
  const fault = await told(deed);
  if (fault !== null) showFault(fault);
}

function told(deed: () => Promise<Done>): Promise<Fault | null> {
  return faultIn(async () => {
    const { text, notes = [], undo = null } = await deed();
    // Where a question came up in between, there is nothing to say yet.
    if (text === '') return;
    useOutcome.setState({ outcome: { kind: 'done', text, notes, undo } });
    announce([text, ...notes].join(' '));
  });
}

/** Takes back what was done last. */
export function undoOutcome(): void {
  const { outcome } = useOutcome.getState();
  if (outcome?.kind !== 'done' || outcome.undo === null) return;
  const { undo } = outcome;
  void perform(async () => ({ text: await undo() }));
}

/** Wants files here. */
export function keepOffline(rows: readonly FileRow[]): Promise<Fault | null> {
  return perform(async () => {
    const { files } = await engine.call('files.keep', { ids: rows.map(({ id }) => id) });
    return { text: doneTexts.kept(files) };
  });
}

/** Lets the space of files go; what is not surely at the service stays, and is named. */
export function freeUpSpace(rows: readonly FileRow[]): Promise<Fault | null> {
  return perform(async () => {
    const { files, sizeBytes, refused } = await engine.call('files.free', { ids: rows.map(({ id }) => id) });
    const notes = refused.map(({ path, text }) => doneTexts.stays(path, text));
    return { text: doneTexts.freed(files, sizeBytes), notes };
  });
}

/** Puts a text into the clipboard. */
export function copy(text: string): Promise<Fault | null> {
  return perform(async () => {
    await navigator.clipboard.writeText(text);
    return { text: doneTexts.copied(text) };
  });
}
