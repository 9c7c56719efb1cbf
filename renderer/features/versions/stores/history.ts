import { create } from 'zustand';

import { type Fault } from '../../../../shared/fault.ts';
import type { VersionRow } from '../../../../shared/features/versions/model.ts';
import { downloadToTexts } from '../../../../shared/features/edit/save-copy-text.ts';
import { versionWindowWords as words } from '../../../../shared/features/versions/window-text.ts';
import { mergeTexts } from '../../../../shared/features/versions/waiting-merges-text.ts';
import { performAside } from '../../../state/edit.ts';
import { engine } from '../../../state/engine.ts';
import { useNavigation } from '../../../state/navigation.ts';
import { onServiceBack } from '../../../state/sync.ts';
import { showToast } from '../../../state/toast.ts';
import { useDetails } from '../../details/stores/details.ts';
import { closePreview, usePreview } from '../../preview/stores/preview.ts';
import { type ComparisonAsked, openComparison, useComparison } from './comparison.ts';
import { update } from '../../../state/reading/section.ts';

/** The history of a file that is on show. */
export interface ShownHistory {
  readonly id: string | null;
  readonly name: string;
  readonly rows: readonly VersionRow[] | null;
  readonly head: string | null;
  readonly hasMore: boolean;
  /** Why the service's part is missing, one sentence. */
  readonly trouble: string | null;
  readonly readOnly: string | null;
  readonly fault: Fault | null;
  readonly isBusy: boolean;
  readonly page: number;
  /** The versions that are picked to be compared, in the order in which they were; two at most. */
  readonly picked: readonly string[];
}

const NOTHING: ShownHistory = {
  id: null,
  name: '',
  rows: null,
  head: null,
  hasMore: false,
  trouble: null,
  readOnly: null,
  fault: null,
  isBusy: false,
  page: 1,
  picked: [],
};

export const useVersions = create<ShownHistory>(() => NOTHING);

/** Whether it was asked for in the preview over the window: then it goes with that. */
let isOfSheet = false;

/** Whether the history on show is of the file that is looked into over the window: then it stands beside that. */
export function useIsInSheet(): boolean {
  const id = useVersions(state => state.id);
  return usePreview(({ place, subject }) => place === 'sheet' && subject?.id === id);
}

/** Shows the history of a file. */
export async function openHistory(id: string, name: string): Promise<void> {
  isOfSheet = usePreview.getState().place === 'sheet';
  useVersions.setState({ ...NOTHING, id, name });
  await read(id);
}

/**
 * Puts away what came last: the look into a version that was taken from the list, else the list.
 */
export function stepBack(): void {
  const { place, subject } = usePreview.getState();
  const isOnShow = place === 'sheet' && subject?.id === useVersions.getState().id;
  if (isOnShow && (!isOfSheet || subject?.version !== null)) closePreview();
  else closeHistory();
}

/** Puts it away. */
export function closeHistory(): void {
  useVersions.setState(NOTHING);
}

// It belongs to the screen on which it was asked for: on another one it would stand beside things that it is not about.
useNavigation.subscribe(({ route }, before) => (route.screen === before.route.screen ? undefined : closeHistory()));

// What was missing because the service could not be reached is read once it answers.
onServiceBack(() => {
  const { id, trouble, fault } = useVersions.getState();
  if (id !== null && (trouble !== null || fault?.kind === 'offline')) void read(id);
});

async function read(id: string): Promise<void> {
  await whileOn(id, async () => {
    const { versions, ...list } = await engine.call('versions.list', { id, page: 1 });
    set(id, { ...list, rows: versions, page: 1, fault: null });
  });
}

/** Shows older ones. */
export async function readMore(): Promise<void> {
  const { id, page } = useVersions.getState();
  if (id === null) return;
  await whileOn(id, async () => {
    const { versions, hasMore } = await engine.call('versions.list', { id, page: page + 1 });
    useVersions.setState(({ rows }) => ({ rows: [...(rows ?? []), ...versions], hasMore, page: page + 1 }));
  });
}

/** Picks a version to be compared, or no longer; of three the one that was picked first goes. */
export function pickVersion(ref: string, isPicked: boolean): void {
  useVersions.setState(({ picked }) => {
    const others = picked.filter(each => each !== ref);
    return { picked: isPicked ? [...others, ref].slice(-2) : others };
  });
}

/** Makes a new version with the content of an older one. @returns whether it was done. */
export async function restoreVersion(ref: string): Promise<boolean> {
  const { id, head, name } = useVersions.getState();
  if (id === null || head === null) return false;
  let isDone = false;
  await whileOn(id, async () => {
    await engine.call('versions.restore', { id, version: ref, head });
    isDone = true;
    showToast(words.restored(name));
    await read(id);
  });
  return isDone;
}

/** Forgets a merge that waits. @returns whether it was done. */
export async function dropDraft(): Promise<boolean> {
  const { id } = useVersions.getState();
  if (id === null) return false;
  let isDone = false;
  await whileOn(id, async () => {
    await engine.call('versions.dropDraft', { id });
    isDone = true;
    showToast(words.dropped);
    await read(id);
  });
  return isDone;
}

/** Sends a merge that waits; over a newer version nothing is ever sent. */
export async function sendDraft(): Promise<void> {
  const { id, name } = useVersions.getState();
  if (id === null) return;
  await whileOn(id, async () => {
    const answer = await engine.call('versions.sendDraft', { id });
    showToast(answer.is === 'saved' ? mergeTexts.sent(name) : mergeTexts.stays(name));
    await read(id);
  });
}

/** Shows the merge of a file that waits: beside the newer version that there is by now, else in the history. */
export async function openDraft(id: string, name: string): Promise<void> {
  await openHistory(id, name);
  const { rows, head, id: shown } = useVersions.getState();
  const draft = rows?.find(({ kind }) => kind === 'draft');
  if (shown === id && draft !== undefined && head !== null && draft.base !== head) compareRows('draft', head);
}

/** Saves a copy of a version in a folder of this computer. */
export async function downloadVersion(ref: string, folder: string): Promise<void> {
  const { id, name } = useVersions.getState();
  if (id === null) return;
  await performAside(downloadToTexts.under(name), async () => {
    const { path } = await engine.call('versions.downloadTo', { id, version: ref, folder, name: null });
    return { text: downloadToTexts.named(path) };
  });
}

// The panel beside the list is one: what was asked for last is shown.
useDetails.subscribe((now, before) => (now.isOpen && !before.isOpen ? closeHistory() : undefined));
usePreview.subscribe((now, before) =>
  now.place === 'pane' && before.place === 'nowhere' ? closeHistory() : undefined,
);

usePreview.subscribe((now, before) =>
  isOfSheet && before.place === 'sheet' && now.place !== 'sheet' ? closeHistory() : undefined,
);

// What was saved is a version more.
useComparison.subscribe(({ saved }, before) => {
  const { id } = useVersions.getState();
  if (id !== null && saved !== null && before.saved === null) void read(id);
});

/** Compares two versions of the list: the newer one is what the older one is compared with. */
export function compareRows(one: string, other: string): void {
  const state = useVersions.getState();
  const asked = askedOf(state, one, other);
  if (asked !== null) void openComparison(asked);
}

/** What is compared: the current version stands for what is at the service, even if it was picked first. */
export function askedOf(
  { id, name, rows, head, readOnly }: Pick<ShownHistory, 'id' | 'name' | 'rows' | 'head' | 'readOnly'>,
  one: string,
  other: string,
): ComparisonAsked | null {
  const all = rows ?? [];
  const [first, second] = [one, other]
    .map(ref => all.find(row => row.ref === ref))
    .toSorted((a, b) => rankOf(all, a) - rankOf(all, b));
  if (id === null || first === undefined || second === undefined) return null;
  // The list is newest first, with what was not sent on top: that is compared with what the service has.
  const [theirs, mine] = first.kind === 'service' ? [first, second] : [second, first];
  const base = mine.kind === 'service' ? null : mine.base;
  return {
    id,
    name,
    mine: { id, version: mine.ref },
    theirs: { id, version: theirs.ref },
    base: base === null || base === theirs.ref ? null : { id, version: base },
    labels: { mine: words.label(mine), theirs: words.label(theirs) },
    canSave: theirs.ref === head && readOnly === null,
    conflict: null,
  };
}

function rankOf(all: readonly VersionRow[], row: VersionRow | undefined): number {
  return row === undefined ? -1 : all.indexOf(row);
}

async function whileOn(id: string, work: () => Promise<void>): Promise<void> {
  await update(useVersions, work, (_, { fault }) => ({ fault }), {
    isCurrent: () => useVersions.getState().id === id,
    during: { isBusy: true, fault: null },
    after: { isBusy: false },
  });
}

/** What comes too late for another file is passed over. */
function set(id: string, change: Partial<ShownHistory>): void {
  useVersions.setState(state => (state.id === id ? change : {}));
}
