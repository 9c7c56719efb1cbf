import { create } from 'zustand';

import type { DropPlan, DropWish } from '../../../../shared/features/drops/model.ts';
import { portionsOf } from '../../../../shared/portions.ts';
import { dropTexts } from '../../../../shared/features/drops/text.ts';
import { SECOND } from '../../../../shared/units.ts';
import { type Done, perform } from '../../../state/edit.ts';
import { type Collected, type Collection, wishOf } from './pick-files.ts';
import { engine } from '../../../state/engine.ts';
import type { FolderPlace } from '../../../state/navigation.ts';
import { announce } from '../../../state/announcements.ts';
import { sendBytes } from './send-bytes.ts';

/** Where adding files is: being read and planned, before a person, on its way. */
export type Dropping =
  | { readonly name: 'planning' }
  | {
      readonly name: 'asking';
      readonly plan: DropPlan;
      readonly wish: DropWish;
      readonly collection: Collection;
      /** No folder was chosen. */
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

/** One adding at a time; null: none. `queued`: drops that wait for it. */
export const useDropping = create<{ readonly dropping: Dropping | null; readonly queued: number }>(() => ({
  dropping: null,
  queued: 0,
}));

/** More files than this, or more bytes, are asked about first. */
const ASK_OVER = { files: 5, bytes: 1_000_000_000 };
/** Files on their way at once: this computer only copies. */
const AT_ONCE = 3;
/** So often the engine hears that this window still means what it planned, in milliseconds. */
const STILL_HERE_MS = 20 * SECOND;

/** What is planned, and waits for its turn. */
type Planned = Omit<Extract<Dropping, { name: 'asking' }>, 'name'>;

let stopping = new AbortController();
/** Ends when all that was dropped so far is added, or is not. */
let turn: Promise<void> = Promise.resolve();
/** Tickets of this window, with what tells the engine that it is still there. */
const ours = new Map<string, ReturnType<typeof setInterval>>();

/** Whether this window itself says what comes of a ticket. */
export function isOurs(ticket: string): boolean {
  return ours.has(ticket);
}

/** Plans adding a collection to a folder; begins at once, or asks where there is something to know. */
export function offer(place: FolderPlace, reading: Promise<Collection> | Collection): Promise<void> {
  return inTurn(plan(reading, { place: () => Promise.resolve(place), isDrafts: false }));
}

/** The same for the person's drafts, which the service makes when they are not there; always asks. */
export function offerToDrafts(reading: Promise<Collection>): Promise<void> {
  const place = async (): Promise<FolderPlace> => ({ base: (await engine.call('setUp.drafts', null)).id });
  return inTurn(plan(reading, { place, isDrafts: true }));
}

/** Planned at once, so that the engine knows of it when this window is closed. @returns null when that was all. */
async function plan(
  reading: Promise<Collection> | Collection,
  { place, isDrafts }: { readonly place: () => Promise<FolderPlace>; readonly isDrafts: boolean },
): Promise<Planned | null> {
  let planned: Planned | null = null;
  await perform(async () => {
    const collection = await reading;
    const wish = wishOf(collection);
    if (wish.tops.length === 0) return { text: dropTexts.nothingChosen };
    planned = { plan: await engine.call('drops.begin', { place: await place(), wish }), wish, collection, isDrafts };
    keep(planned.plan.ticket);
    return { text: '' };
  });
  return planned;
}

/** One after the other, in the order in which they were dropped. */
function inTurn(planning: Promise<Planned | null>): Promise<void> {
  queue(1);
  const before = turn;
  turn = (async () => {
    await before;
    queue(-1);
    await takeTurn(planning);
  })();
  return turn;
}

async function takeTurn(planning: Promise<Planned | null>): Promise<void> {
  stopping = new AbortController();
  set({ name: 'planning' });
  const planned = await planning;
  if (planned === null) return set(null);
  if (stopping.signal.aborted) return giveUp(planned);
  if (!planned.isDrafts && !isQuestion(planned.plan, planned.wish)) {
    await perform(() => add(planned));
    return set(null);
  }
  set({ name: 'asking', ...planned });
  // The next one waits for the answer, and for what comes of it.
  await new Promise<void>(resolve => {
    const stop = useDropping.subscribe(({ dropping }) => {
      if (dropping !== null) return;
      stop();
      resolve();
    });
  });
}

function isQuestion({ renamed, refused, roomBytes, where }: DropPlan, { files, sizeBytes }: DropWish): boolean {
  const isMuch = files > ASK_OVER.files || sizeBytes > ASK_OVER.bytes;
  return isMuch || renamed.length > 0 || refused.length > 0 || roomBytes !== null || where === 'service';
}

/** A person agreed. */
export async function agree(): Promise<void> {
  const { dropping } = useDropping.getState();
  if (dropping?.name !== 'asking') return;
  await perform(() => add(dropping));
  set(null);
}

/** A person does not want it, or stops it. What came so far stays. */
export function stop(): void {
  const { dropping } = useDropping.getState();
  stopping.abort();
  if (dropping?.name === 'asking') giveUp(dropping);
}

/** Nothing of it was sent yet. */
function giveUp({ plan: { ticket } }: Planned): void {
  letGo(ticket);
  set(null);
  // The ticket would expire by itself; this call is not awaited.
  engine.call('drops.end', { ticket }).catch(() => undefined);
}

/** What was not added is known to the engine: where its answer is lost, it tells it later. */
async function add(planned: Planned): Promise<Done> {
  const { ticket } = planned.plan;
  try {
    const done = await sendAll(planned);
    await engine.call('drops.seen', { ticket });
    return done;
  } finally {
    letGo(ticket);
  }
}

async function sendAll({ plan: { ticket, folder, where }, collection }: Planned): Promise<Done> {
  const { files, emptyFolders, unread } = collection;
  stopping = new AbortController();
  const { signal } = stopping;
  const sizeBytes = files.reduce((sum, { file }) => sum + file.size, 0);
  const progress = new Progress(folder, files.length, sizeBytes);
  announce(dropTexts.adding(0, files.length));
  const isHere = where === 'here';
  for (const paths of portionsOf(files.map(({ path }) => path.join('/'))))
    await engine.call('drops.expect', { ticket, paths: [...paths] });
  if (isHere) for (const path of emptyFolders) await engine.call('drops.folder', { ticket, path: path.join('/') });
  const waiting = [...files];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && !signal.aborted; next = waiting.shift())
      await progress.sending(next, onBytes => sendBytes(ticket, next, { signal, onBytes }));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const report = await engine.call('drops.end', { ticket });
  const missing = files.length - report.files;
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

function keep(ticket: string): void {
  const tell = (): void => void engine.call('drops.expect', { ticket, paths: [] }).catch(() => undefined);
  ours.set(ticket, setInterval(tell, STILL_HERE_MS));
}

function letGo(ticket: string): void {
  clearInterval(ours.get(ticket));
  ours.delete(ticket);
}

function queue(more: number): void {
  useDropping.setState(({ queued }) => ({ queued: queued + more }));
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
      // The engine has it in its report, or it was stopped.
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
