import { create } from 'zustand';

import type { DropPlan, DropWish } from '../../shared/model/drops.ts';
import { dropTexts } from '../../shared/text/drops.ts';
import { perform } from './acting.ts';
import { type Collected, type Collection, wishOf } from './collect.ts';
import { engine } from './engine.ts';
import type { FolderPlace } from './navigation.ts';
import { announce } from './saying.ts';
import { sendBytes } from './send-bytes.ts';

/** Where adding files is: being read and planned, before a person, on its way. */
export type Dropping =
  | { readonly name: 'planning' }
  | {
      readonly name: 'asking';
      readonly plan: DropPlan;
      readonly wish: DropWish;
      readonly collection: Collection;
      /** Nobody chose a folder. */
      readonly isDrafts: boolean;
    }
  | {
      readonly name: 'adding';
      readonly folder: string;
      readonly doneFiles: number;
      readonly files: number;
      readonly doneBytes: number;
      readonly sizeBytes: number;
    };

/** One adding at a time; null: none. */
export const useDropping = create<{ readonly dropping: Dropping | null }>(() => ({ dropping: null }));

/** More files than this, or more bytes, are asked about first. */
const ASK_OVER = { files: 5, bytes: 1_000_000_000 };
/** Files on their way at once: this computer only copies. */
const AT_ONCE = 3;

let stopping = new AbortController();

/** Plans adding a collection to a folder; begins at once, or asks where there is something to know. */
export function offer(place: FolderPlace, reading: Promise<Collection> | Collection): Promise<void> {
  return planned(reading, { place: () => Promise.resolve(place), isDrafts: false });
}

/** The same for the person's drafts, which the service makes when they are not there; always asks. */
export function offerToDrafts(reading: Promise<Collection>): Promise<void> {
  const place = async (): Promise<FolderPlace> => ({ base: (await engine.call('setUp.drafts', null)).id });
  return planned(reading, { place, isDrafts: true });
}

async function planned(
  reading: Promise<Collection> | Collection,
  to: { readonly place: () => Promise<FolderPlace>; readonly isDrafts: boolean },
): Promise<void> {
  if (useDropping.getState().dropping !== null) return;
  set({ name: 'planning' });
  const fault = await perform(async () => {
    const collection = await reading;
    const wish = wishOf(collection);
    if (wish.tops.length === 0) return { text: dropTexts.nothingChosen };
    const { isDrafts } = to;
    const plan = await engine.call('drops.begin', { place: await to.place(), wish });
    if (!isDrafts && !isQuestion(plan, wish)) return add(plan, collection);
    set({ name: 'asking', plan, wish, collection, isDrafts });
    return { text: '' };
  });
  if (fault !== null) set(null);
  else if (useDropping.getState().dropping?.name === 'planning') set(null);
}

function isQuestion({ renamed, refused, roomBytes, where }: DropPlan, { files, sizeBytes }: DropWish): boolean {
  const isMuch = files > ASK_OVER.files || sizeBytes > ASK_OVER.bytes;
  return isMuch || renamed.length > 0 || refused.length > 0 || roomBytes !== null || where === 'service';
}

/** A person agreed. */
export async function agree(): Promise<void> {
  const { dropping } = useDropping.getState();
  if (dropping?.name !== 'asking') return;
  await perform(() => add(dropping.plan, dropping.collection));
  set(null);
}

/** A person does not want it, or stops it. What came so far stays. */
export function stop(): void {
  const { dropping } = useDropping.getState();
  stopping.abort();
  if (dropping?.name !== 'asking') return;
  set(null);
  // The ticket would end by itself; nobody waits for this.
  engine.call('drops.end', { ticket: dropping.plan.ticket }).catch(() => undefined);
}

async function add({ ticket, folder, where }: DropPlan, { files, emptyFolders, unread }: Collection) {
  stopping = new AbortController();
  const { signal } = stopping;
  const sizeBytes = files.reduce((sum, { file }) => sum + file.size, 0);
  const progress = new Progress(folder, files.length, sizeBytes);
  announce(dropTexts.adding(0, files.length));
  const isHere = where === 'here';
  if (isHere) for (const path of emptyFolders) await engine.call('drops.folder', { ticket, path: path.join('/') });
  const waiting = [...files];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && !signal.aborted; next = waiting.shift())
      await progress.sending(next, onBytes => sendBytes(ticket, next, { signal, onBytes }));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const report = await engine.call('drops.end', { ticket });
  set(null);
  const missing = files.length - report.files - report.left.length;
  return {
    text: files.length === 0 ? dropTexts.nothing : dropTexts.added(report.files, report.sizeBytes, folder),
    notes: [
      ...(signal.aborted && missing > 0 ? [dropTexts.stopped(missing)] : []),
      ...(signal.aborted ? [] : report.left.map(dropTexts.left)),
      ...unread.map(dropTexts.unread),
      ...(isHere || emptyFolders.length === 0 ? [] : [dropTexts.emptyNotMade]),
    ],
  };
}

/** Adds up what is done, and shows it a few times a second. */
class Progress {
  readonly #folder: string;
  readonly #files: number;
  readonly #sizeBytes: number;
  readonly #under = new Map<Collected, number>();
  #doneFiles = 0;
  #doneBytes = 0;
  #shownAt = 0;

  constructor(folder: string, files: number, sizeBytes: number) {
    this.#folder = folder;
    this.#files = files;
    this.#sizeBytes = sizeBytes;
    this.#show();
  }

  async sending(one: Collected, send: (onBytes: (bytes: number) => void) => Promise<void>): Promise<void> {
    try {
      await send(bytes => {
        this.#under.set(one, bytes);
        if (performance.now() - this.#shownAt > SHOW_EVERY_MS) this.#show();
      });
    } catch {
      // The engine has it in its report, or somebody stopped it.
    }
    this.#under.delete(one);
    this.#doneFiles += 1;
    this.#doneBytes += one.file.size;
    this.#show();
  }

  #show(): void {
    this.#shownAt = performance.now();
    const under = [...this.#under.values()].reduce((sum, bytes) => sum + bytes, 0);
    set({
      name: 'adding',
      folder: this.#folder,
      doneFiles: this.#doneFiles,
      files: this.#files,
      doneBytes: Math.min(this.#doneBytes + under, this.#sizeBytes),
      sizeBytes: this.#sizeBytes,
    });
  }
}

const SHOW_EVERY_MS = 250;

function set(dropping: Dropping | null): void {
  useDropping.setState({ dropping });
}
