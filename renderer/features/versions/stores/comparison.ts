import { create } from 'zustand';

import { type Side, type Take, takenOf } from '../../../../shared/diff/choice.ts';
import type { Versions, Wish } from '../../../../shared/diff/comparison.ts';
import type { ComparisonView } from '../../../../shared/diff/view.ts';
import { type Fault, toFault } from '../../../../shared/fault.ts';
import type { WorkingCopy } from '../../../../shared/features/chat/files-model.ts';
import type { MergeSides, VersionPlace } from '../../../../shared/features/versions/model.ts';
import { announce } from '../../../state/announcements.ts';
import { engine } from '../../../state/engine.ts';
import { versionWindowWords as words } from '../../../../shared/features/versions/window-text.ts';
import type { Compared } from './comparing-answers.ts';
import { Comparer } from './comparer.ts';
import { faultIn, update } from '../../../state/reading/section.ts';

/** What is compared, and what people call its sides. */
export interface ComparisonAsked extends MergeSides {
  readonly labels: { readonly mine: string; readonly theirs: string };
  /** Whether what is chosen may be saved as a version: `theirs` is the current one, and this computer may make versions. */
  readonly canSave: boolean;
  /** The conflict that it came from, which is still open after the merge, and the bytes that the copy has in the merge. */
  readonly conflict: { readonly id: string; readonly mine: string | null } | null;
  /** The working copy that is beside its original. */
  readonly copy?: WorkingCopy;
}

/** The comparison that is on show. `choices`: what a person chose, by the number of the difference. */
export interface ShownComparison {
  readonly asked: ComparisonAsked | null;
  readonly versions: Versions | null;
  readonly compared: Compared | null;
  /** Of images, as long as they are on show. */
  readonly images: ShownImages | null;
  /** Of TIFF files, the plane that is on show, from 0. */
  readonly plane: number;
  readonly wish: Wish;
  readonly choices: ReadonlyMap<number, Take>;
  /** A person takes parts of both. */
  readonly isMerging: boolean;
  readonly fault: Fault | null;
  readonly isBusy: boolean;
  /** Bytes that came from the service so far; null: none. */
  readonly cameBytes: number | null;
  /** Another person saved a newer version: the merge waits, and is compared with that version. */
  readonly hasMoved: boolean;
  /** It was tried to save it: it may wait. */
  readonly hasTried: boolean;
  /** What was merged is a version now; its number when the service says it. */
  readonly saved: { readonly version: string; readonly number: number | null } | null;
  /** Saving would give something that is no JSON any more, and a person has been told. */
  readonly isBroken: boolean;
}

/** Addresses in this page; null: that version has no such plane. */
export interface ShownImages {
  readonly mine: string | null;
  readonly theirs: string | null;
}

const BEST: Wish = { by: 'best', key: null };
const NOTHING: ShownComparison = {
  asked: null,
  versions: null,
  compared: null,
  images: null,
  plane: 0,
  wish: BEST,
  choices: new Map(),
  isMerging: false,
  fault: null,
  isBusy: false,
  cameBytes: null,
  hasMoved: false,
  hasTried: false,
  saved: null,
  isBroken: false,
};

export const useComparison = create<ShownComparison>(() => NOTHING);

let comparer: Comparer | null = null;
/** Ends what is fetched for the comparison on show. */
let wanted = new AbortController();

/** Fetches two or three versions and compares them. */
export async function openComparison(asked: ComparisonAsked): Promise<void> {
  closeComparison();
  comparer = new Comparer(asked.name);
  const { signal } = (wanted = new AbortController());
  // A working copy is looked at first: most are committed as they are.
  const isMerging = asked.canSave && asked.base !== null && asked.copy === undefined;
  useComparison.setState({ ...NOTHING, asked, isMerging });
  await whileBusy(asked, async () => {
    const [base, mine, theirs] = await Promise.all([
      asked.base === null ? null : bytesOrNothing(asked.base, signal),
      bytesOf(asked.mine, signal),
      bytesOf(asked.theirs, signal),
    ]);
    set(asked, { versions: { name: asked.name, base, mine, theirs } });
    await compare(asked);
  });
}

/** Opens what a merge of the two versions of a conflict begins with. */
export async function openConflict(conflict: string): Promise<Fault | null> {
  return faultIn(async () => {
    const sides = await engine.call('versions.ofConflict', { id: conflict });
    const { mine } = await engine.call('conflicts.detail', { id: conflict });
    const labels = { mine: words.thisComputer, theirs: words.onService };
    void openComparison({ ...sides, labels, canSave: true, conflict: { id: conflict, mine: mine?.sha256 ?? null } });
  });
}

/** Puts it away. What was chosen and not saved is forgotten. */
export function closeComparison(): void {
  wanted.abort();
  comparer?.end();
  comparer = null;
  forget(useComparison.getState().images);
  useComparison.setState(NOTHING);
}

/** Compares in another way; what was chosen was about other differences. The same sheet stays on show. */
export async function compareBy(change: Partial<Wish>): Promise<void> {
  const { asked, wish: before } = useComparison.getState();
  if (asked === null) return;
  const wish = { ...before, ...change };
  useComparison.setState({ wish, choices: new Map(), isBroken: false });
  await whileBusy(asked, () => compare(asked));
}

/** Shows another page of many differences, counted from 0. */
export async function showPage(page: number): Promise<void> {
  const { asked } = useComparison.getState();
  if (asked === null) return;
  await whileOn(asked, async () => {
    const view = await comparer?.show(page);
    const { compared } = useComparison.getState();
    if (view !== undefined && compared !== null) set(asked, { compared: { ...compared, view } });
  });
}

/** Shows another plane of TIFF files, from 0. While a slider moves only the last place is drawn. */
export async function showPlane(plane: number): Promise<void> {
  const { asked } = useComparison.getState();
  useComparison.setState({ plane });
  if (asked === null || isDrawing) return;
  isDrawing = true;
  await whileOn(asked, () => drawPlanes(asked));
  isDrawing = false;
}

let isDrawing = false;

async function drawPlanes(asked: ComparisonAsked): Promise<void> {
  for (let drawn = -1; drawn !== useComparison.getState().plane && useComparison.getState().asked === asked;) {
    drawn = useComparison.getState().plane;
    const pictures = await comparer?.plane(drawn);
    if (pictures === undefined || useComparison.getState().asked !== asked) return;
    forget(useComparison.getState().images);
    const addressOf = (picture: Blob | null) => (picture === null ? null : URL.createObjectURL(picture));
    useComparison.setState({ images: { mine: addressOf(pictures.mine), theirs: addressOf(pictures.theirs) } });
  }
}

function forget(images: ShownImages | null): void {
  for (const address of [images?.mine, images?.theirs]) if (typeof address === 'string') URL.revokeObjectURL(address);
}

/** Begins to take parts of both. */
export function startMerging(): void {
  useComparison.setState({ isMerging: true });
}

/** Takes one difference from a side. */
export function chooseSide(id: number, take: Take): void {
  const before = openIn(useComparison.getState()).length;
  useComparison.setState(({ choices }) => ({ choices: new Map(choices).set(id, take), isBroken: false, fault: null }));
  if (before > 0 && openIn(useComparison.getState()).length === 0) announce(words.open(0));
}

/** Takes everything from a side. */
export function chooseAll(take: Side): void {
  useComparison.setState(({ compared }) => ({
    choices: new Map([...(compared?.origins.keys() ?? [])].map(id => [id, take])),
    isBroken: false,
    fault: null,
  }));
}

type Chosen = Pick<ShownComparison, 'compared' | 'choices'>;

/** What is taken of a difference; null: a person has to choose. */
export function takenIn({ compared, choices }: Chosen, id: number): Take | null {
  const origin = compared?.origins.get(id);
  return origin === undefined ? null : takenOf(origin, choices.get(id));
}

/** The differences about which a person has to choose. */
export function openIn({ compared, choices }: Chosen): readonly number[] {
  const all = [...(compared?.origins ?? [])];
  return all.filter(([id, origin]) => takenOf(origin, choices.get(id)) === null).map(([id]) => id);
}

/** Whether the merge would be anything else than the current version. */
export function changesAnything({ compared, choices }: Chosen): boolean {
  for (const [id, origin] of compared?.origins ?? []) if (takenOf(origin, choices.get(id)) !== 'theirs') return true;
  return false;
}

/** Saves what was chosen as a version on the current one. */
export async function saveMerge(note: string): Promise<void> {
  const { asked, choices, isBroken } = useComparison.getState();
  if (asked === null || comparer === null) return;
  await whileBusy(asked, async () => {
    const joined = (await comparer?.join(choices)) ?? { is: 'open' };
    if (joined.is !== 'done') return set(asked, { fault: faultOf(joined.is) });
    if (joined.isBroken && !isBroken) return set(asked, { isBroken: true });
    if (joined.bytes.length > MOST_SAVED_BYTES) return set(asked, { fault: faultOf('large') });
    const { id, theirs } = asked;
    // What this comparison saved before is this merge, too.
    const overDraft = asked.mine.version === 'draft' || useComparison.getState().hasTried;
    set(asked, { hasTried: true });
    const bytes = base64Of(joined.bytes);
    const merge = { id, head: theirs.version, bytes, note: note.trim() || null, overDraft };
    const answer = await engine.call('versions.save', merge);
    if (answer.is === 'saved') return tellSaved(asked, answer);
    await goOnWith(asked, answer.head);
  });
}

function tellSaved(asked: ComparisonAsked, saved: { readonly version: string; readonly number: number | null }): void {
  set(asked, { saved, hasMoved: false });
  announce(words.saved(asked.name, saved.number));
}

/** The merge is kept, and compared with the newer version of another person and the version it was made on. */
async function goOnWith(before: ComparisonAsked, head: string): Promise<void> {
  const { id, labels } = before;
  const asked = {
    ...before,
    mine: { id, version: 'draft' },
    theirs: { id, version: head },
    base: before.theirs,
    labels: { mine: words.draft, theirs: labels.theirs },
  };
  const opening = openComparison(asked);
  useComparison.setState({ hasMoved: true });
  await opening;
}

async function compare(asked: ComparisonAsked): Promise<void> {
  const { versions, wish } = useComparison.getState();
  if (versions === null || comparer === null) return;
  const compared = await comparer.compare(versions, wish);
  const { view } = compared;
  if (useComparison.getState().asked !== asked) return;
  const images = view.kind === 'image' ? addressesOf(versions, view.type) : null;
  useComparison.setState({ compared, images });
  if (view.kind === 'stack') await showPlane(0);
}

function addressesOf({ mine, theirs }: Versions, type: string): ShownComparison['images'] {
  const addressOf = (bytes: Uint8Array) => URL.createObjectURL(new Blob([Uint8Array.from(bytes)], { type }));
  return { mine: addressOf(mine), theirs: addressOf(theirs) };
}

async function bytesOf(place: VersionPlace, signal: AbortSignal): Promise<Uint8Array> {
  const { bytes } = await engine.call('versions.bytes', place, signal);
  return Uint8Array.from(atob(bytes), character => character.charCodeAt(0));
}

/** What both were made from is worth much, but it is no reason to compare nothing when it cannot be had any more. */
async function bytesOrNothing(place: VersionPlace, signal: AbortSignal): Promise<Uint8Array | null> {
  try {
    return await bytesOf(place, signal);
  } catch (thrown) {
    if (GONE.has(toFault(thrown).kind)) return null;
    throw thrown;
  }
}

const GONE: ReadonlySet<Fault['kind']> = new Set(['gone', 'refused', 'not-allowed', 'bad-request']);

/** In pieces, because a call takes only so many arguments. */
function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return btoa(text);
}

const PIECE = 8192;

function faultOf(why: 'open' | 'encodings' | 'large'): Fault {
  return {
    kind: 'bad-request',
    detail: { open: words.stillOpen, encodings: words.encodings, large: words.large }[why],
  };
}

/** More does not travel in one question. */
const MOST_SAVED_BYTES = 4_400_000;

/** Does a part of the work; what comes too late for another comparison is passed over. */
async function whileOn(
  asked: ComparisonAsked,
  work: () => Promise<void>,
  during: Partial<ShownComparison> = {},
): Promise<void> {
  await update(useComparison, work, (_, { fault }) => ({ fault }), {
    isCurrent: () => useComparison.getState().asked === asked,
    during,
    after: { isBusy: false },
  });
}

/** The same for what all of the sheet waits for. */
function whileBusy(asked: ComparisonAsked, work: () => Promise<void>): Promise<void> {
  return whileOn(asked, work, { isBusy: true, fault: null });
}

function set(asked: ComparisonAsked, change: Partial<ShownComparison>): void {
  useComparison.setState(state => (state.asked === asked ? change : {}));
}

engine.on('content.fetching', all => {
  const { asked, versions } = useComparison.getState();
  if (asked === null || versions !== null) return;
  const places = [asked.base, asked.mine, asked.theirs];
  const mine = all.filter(one => places.some(place => place?.id === one.id && place.version === one.version));
  // Of one that has come whole nothing is told any more; what came does not become less by that.
  const now = mine.reduce((sum, { doneBytes }) => sum + doneBytes, 0);
  if (now > 0) useComparison.setState(({ cameBytes }) => ({ cameBytes: Math.max(cameBytes ?? 0, now) }));
});

export type { ComparisonView };
