import { create } from 'zustand';

import { type Fault } from '../../../../shared/fault.ts';
import type { FileRow } from '../../../../shared/features/browse/file-row-model.ts';
import type { FolderWindow, PlaceHead, Sorting } from '../../../../shared/features/browse/folder-model.ts';
import { MINUTE } from '../../../../shared/units.ts';
import { engine, onConnected } from '../../../state/engine.ts';
import { type FolderPlace, placeKey } from '../../../state/navigation.ts';
import { faultIn } from '../../../state/reading/section.ts';
import { onServiceBack } from '../../../state/sync.ts';

/** How a place stands, and how long its list is. */
export interface FolderStanding {
  readonly head: PlaceHead;
  readonly folders: number;
  readonly files: number;
  /** How many there are without the filter. */
  readonly all: number;
}

/** A place as far as it was read: how it stands, and the rows around those in sight. */
export interface FolderScan extends FolderStanding {
  /** The order the rows stand in; their positions count for it alone. */
  readonly order: string;
  /** By position, from 0. */
  readonly rows: ReadonlyMap<number, FileRow>;
  /** Every row that was read of this place, by id. The same map for as long as the place is kept: copying it would be dear. */
  readonly known: ReadonlyMap<string, FileRow>;
  /** How many lines down the rows went since the view before; for lists that keep one row in place. */
  readonly shift: number;
}

/** What is known of a place: what was read last, and why reading it again failed, if it did. */
export interface FolderState {
  readonly view: FolderScan | null;
  readonly fault: Fault | null;
}

/** The places that are or were on show, by `placeKey`. */
export const useFolders = create<{ readonly folders: ReadonlyMap<string, FolderState> }>(() => ({
  folders: new Map(),
}));

/** How lists are sorted, and the text that names must contain; both hold for every folder, the text until another is opened. */
export const useListing = create<{ readonly sorting: Sorting; readonly filter: string }>(() => ({
  sorting: { column: 'name', direction: 'ascending' },
  filter: '',
}));

/** Places that are no longer shown are kept for coming back, up to this many. */
const MOST_KEPT = 40;
/** Rows that are read at least beyond those in sight, on both sides; of a long page two more pages. */
const AROUND = 30;
const MOST_AROUND = 120;
const MOST_AT_ONCE = 500;
/** Rows of one place that are kept by position. */
const MOST_ROWS = 4000;
/** Rows of one place that are remembered by id. */
const MOST_KNOWN = 60_000;
/** How often the engine hears that a place is still on show; it decides what to make of it. */
const CHECK_EVERY_MS = MINUTE;

interface Watched {
  readonly place: FolderPlace;
  /** How many parts of the window show it. */
  count: number;
  /** `again`: something changed while it was being read. */
  reading: 'no' | 'yes' | 'again';
  /** The lines in sight. */
  first: number;
  last: number;
  /** The row that should stay where it is while others come and go; and where it is. */
  anchor: { readonly id: string; readonly at: number } | null;
  /** Rows that something is to be done with: the engine says which of them are no longer there. */
  chosen: readonly string[];
  timer: ReturnType<typeof setInterval> | undefined;
}

const watched = new Map<string, Watched>();

/** Reads a place and keeps reading it whenever something changed. @returns what ends that. */
export function watchFolder(place: FolderPlace): () => void {
  const key = placeKey(place);
  const entry = watched.get(key) ?? newlyWatched(place);
  watched.set(key, entry);
  entry.count += 1;
  if (entry.count === 1) {
    void read(key, entry);
    check(place);
    entry.timer = setInterval(() => check(place), CHECK_EVERY_MS);
  }
  return () => {
    entry.count -= 1;
    if (entry.count > 0) return;
    clearInterval(entry.timer);
    watched.delete(key);
  };
}

/** Lists a place at the service now, because a person asks. */
export async function checkPlace(place: FolderPlace): Promise<void> {
  await engine.call('files.check', { place, now: true, folders: false, wait: false });
}

/** Reads again everything that is on show. */
export function readShownFolders(): void {
  for (const [key, entry] of watched) void read(key, entry);
}

/**
 * Tells which lines are in sight, and which row is to be held on to. What was not read of them and of the pages before and
 * after is read: who goes on by a page finds it drawn, and not lines that are still being read.
 */
export function showLines(key: string, lines: Pick<Watched, 'first' | 'last' | 'anchor' | 'chosen'>): void {
  const entry = watched.get(key);
  if (entry === undefined) return;
  Object.assign(entry, lines);
  const { view } = stateOf(key);
  if (view === null) return;
  const page = Math.min(lines.last - lines.first + 1, MOST_AROUND / 2);
  const last = Math.min(lines.last + page, view.folders + view.files - 1);
  for (let at = Math.max(0, lines.first - page); at <= last; at += 1)
    if (!view.rows.has(at)) return void read(key, entry);
}

/** Sorts all lists so. */
export function sortBy(sorting: Sorting): void {
  useListing.setState({ sorting });
  readShownFolders();
}

/** Shows only names that contain the text. */
export function filterBy(filter: string): void {
  if (useListing.getState().filter === filter) return;
  useListing.setState({ filter });
  readShownFolders();
}

/** The rows from one position to before another, read where they are not known yet. */
export async function rowsBetween(place: FolderPlace, from: number, to: number): Promise<readonly FileRow[]> {
  const key = placeKey(place);
  const rows: FileRow[] = [];
  for (let at = from; at < to;) {
    const row = stateOf(key).view?.rows.get(at);
    if (row !== undefined) {
      rows.push(row);
      at += 1;
      continue;
    }
    const answer = await ask(place, { from: at, count: Math.min(MOST_AT_ONCE, to - at), anchor: null });
    if (answer.rows.length === 0) break;
    remember(key, answer.rows);
    for (const each of answer.rows) rows.push(each);
    at += answer.rows.length;
  }
  return rows;
}

/** Where a row is in the list now, or the next one whose name begins so; null: nowhere. */
export async function findLine(
  place: FolderPlace,
  wanted: { readonly id: string } | { readonly prefix: string; readonly after: number },
): Promise<number | null> {
  const found = await engine.call('files.find', { place, ...useListing.getState(), wanted });
  return found?.at ?? null;
}

engine.on('files.revision', readShownFolders);
onConnected(() => {
  readShownFolders();
  for (const { place } of watched.values()) check(place);
});
// A place that could not be listed says that it will be once the service answers again: then it is not waited for its turn.
onServiceBack(() => {
  for (const [key, { place }] of watched)
    if (stateOf(key).view?.head.fault?.kind === 'offline') checkPlace(place).catch(() => undefined);
});

function newlyWatched(place: FolderPlace): Watched {
  return { place, count: 0, reading: 'no', first: 0, last: 40, anchor: null, chosen: [], timer: undefined };
}

/** Tells the engine that a place is shown. The result arrives with the next reading. */
function check(place: FolderPlace): void {
  if ('list' in place && place.list === 'removed') return;
  engine.call('files.check', { place, now: false, folders: false, wait: false }).catch(() => undefined);
}

function ask(
  place: FolderPlace,
  lines: { from: number; count: number; anchor: string | null; chosen?: string[] },
): Promise<FolderWindow> {
  return engine.call('files.window', { place, ...useListing.getState(), chosen: [], ...lines });
}

/** One reading at a time per place; a change during it leads to one more. */
async function read(key: string, entry: Watched): Promise<void> {
  if (entry.reading !== 'no') {
    entry.reading = 'again';
    return;
  }
  entry.reading = 'yes';
  const { anchor } = entry;
  const around = Math.min(MOST_AROUND, Math.max(AROUND, 2 * (entry.last - entry.first + 1)));
  const from = Math.max(0, entry.first - around);
  const count = Math.min(MOST_AT_ONCE, entry.last - from + 1 + around);
  const asked = useListing.getState();
  const chosen = entry.chosen.slice(0, MOST_AT_ONCE);
  const fault = await faultIn(async () => {
    const answer = await ask(entry.place, { from, count, anchor: anchor?.id ?? null, chosen });
    if (asked === useListing.getState()) keepAnswer(key, answer, anchor);
    else entry.reading = 'again';
  });
  if (fault !== null) keep(key, { view: stateOf(key).view, fault });
  const isAgain = wasAskedAgain(entry);
  entry.reading = 'no';
  if (isAgain && entry.count > 0) void read(key, entry);
}

function wasAskedAgain(entry: Watched): boolean {
  return entry.reading === 'again';
}

function stateOf(key: string): FolderState {
  return useFolders.getState().folders.get(key) ?? { view: null, fault: null };
}

function keepAnswer(key: string, answer: FolderWindow, anchor: Watched['anchor']): void {
  const before = stateOf(key);
  const view = viewOf(before.view, answer, anchor);
  if (view === before.view && before.fault === null) return;
  keep(key, { view, fault: null });
}

/** The new view with the old objects where nothing changed: only what is another object is drawn again. */
function viewOf(old: FolderScan | null, answer: FolderWindow, anchor: Watched['anchor']): FolderScan {
  const { order, folders, files, all, from } = answer;
  const known = knownOf(old);
  const fresh = answer.rows.map(row => withOld(known.get(row.id), row));
  const isNews = learn(known, fresh, answer.gone);
  const isSameOrder = old?.order === order;
  const head = old !== null && JSON.stringify(old.head) === JSON.stringify(answer.head) ? old.head : answer.head;
  if (isSameOrder && head === old.head && fresh.every((row, at) => old.rows.get(from + at) === row))
    return isNews ? { ...old, shift: 0 } : old;
  // Positions of another order say nothing about this one.
  const rows = new Map(isSameOrder ? around(old.rows, from) : []);
  fresh.forEach((row, at) => rows.set(from + at, row));
  const shift = !isSameOrder && anchor !== null && answer.anchorAt !== null ? answer.anchorAt - anchor.at : 0;
  return { head, order, folders, files, all, rows, known, shift };
}

function withOld(before: FileRow | undefined, row: FileRow): FileRow {
  return before !== undefined && isSameRow(before, row) ? before : row;
}

function remember(key: string, rows: readonly FileRow[]): void {
  const { view, fault } = stateOf(key);
  if (view === null) return;
  const known = knownOf(view);
  const fresh = rows.map(row => withOld(known.get(row.id), row));
  if (learn(known, fresh, [])) keep(key, { view: { ...view, shift: 0 }, fault });
}

function knownOf(view: FolderScan | null): Map<string, FileRow> {
  // Only this file makes these maps, and it alone changes them.
  return view === null ? new Map<string, FileRow>() : (view.known as Map<string, FileRow>);
}

/** Of a long list only the rows somewhere near are kept by position; the others are read again when they come into sight. */
function around(rows: ReadonlyMap<number, FileRow>, from: number): Iterable<readonly [number, FileRow]> {
  return rows.size <= MOST_ROWS ? rows : [...rows].filter(([at]) => Math.abs(at - from) < MOST_ROWS / 4);
}

/** Remembers rows, and forgets those that are gone. @returns whether that changed anything. */
function learn(known: Map<string, FileRow>, rows: readonly FileRow[], gone: readonly string[]): boolean {
  let isNews = false;
  for (const id of gone) isNews = known.delete(id) || isNews;
  for (const row of rows) {
    if (known.get(row.id) === row) continue;
    known.set(row.id, row);
    isNews = true;
  }
  for (const oldest of known.keys()) {
    if (known.size <= MOST_KNOWN) break;
    known.delete(oldest);
  }
  return isNews;
}

function keep(key: string, state: FolderState): void {
  const folders = new Map(useFolders.getState().folders);
  folders.delete(key);
  folders.set(key, state);
  for (const oldest of folders.keys()) {
    if (folders.size <= MOST_KEPT) break;
    if (!watched.has(oldest)) folders.delete(oldest);
  }
  useFolders.setState({ folders });
}

function isSameRow(one: FileRow, other: FileRow): boolean {
  const names = Object.keys(one) as (keyof FileRow)[];
  return names.length === Object.keys(other).length && names.every(name => isSame(one[name], other[name]));
}

function isSame(one: FileRow[keyof FileRow], other: FileRow[keyof FileRow]): boolean {
  if (one === other) return true;
  return typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other);
}
