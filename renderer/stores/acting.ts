import { create } from 'zustand';

import { type Fault, toFault } from '../../shared/fault.ts';
import type { FileRow } from '../../shared/model/file-row.ts';
import { doneTexts } from '../../shared/text/acting.ts';
import { engine } from './engine.ts';
import type { FolderPlace } from './navigation.ts';
import { announce } from './saying.ts';

/** A question that is open before a person: which dialog, and about what. */
export type Asking = { readonly name: 'none' };

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

/** Does something, and says what came of it. @returns whether it went well. */
export async function perform(deed: () => Promise<Done>): Promise<boolean> {
  useOutcome.setState({ isBusy: true });
  try {
    const { text, notes = [], undo = null } = await deed();
    useOutcome.setState({ outcome: { kind: 'done', text, notes, undo }, isBusy: false });
    announce([text, ...notes].join(' '));
    return true;
  } catch (thrown) {
    useOutcome.setState({ outcome: { kind: 'failed', fault: toFault(thrown) }, isBusy: false });
    return false;
  }
}

/** Wants files here. */
export function keepOffline(rows: readonly FileRow[]): Promise<boolean> {
  return perform(async () => {
    const { files } = await engine.call('files.keep', { ids: rows.map(({ id }) => id) });
    return { text: doneTexts.kept(files) };
  });
}

/** Lets the space of files go; what is not surely at the service stays, and is named. */
export function freeUpSpace(rows: readonly FileRow[]): Promise<boolean> {
  return perform(async () => {
    const { files, sizeBytes, refused } = await engine.call('files.free', { ids: rows.map(({ id }) => id) });
    const notes = refused.map(({ path, text }) => doneTexts.stays(path, text));
    return { text: doneTexts.freed(files, sizeBytes), notes };
  });
}

/** Where something lies on this computer; null when that is not known. */
export interface LocalPlace {
  readonly place: FolderPlace;
  readonly path: string;
}

/** Puts a text into the clipboard. */
export function copy(text: string): Promise<boolean> {
  return perform(async () => {
    await navigator.clipboard.writeText(text);
    return { text: doneTexts.copied(text) };
  });
}
