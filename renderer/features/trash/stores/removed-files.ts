import { create } from 'zustand';

import { type Fault } from '../../../../shared/fault.ts';
import { browseTexts } from '../../../../shared/features/browse/text.ts';
import type { StoredInfo } from '../../../../shared/features/trash/model.ts';
import { storedName } from '../../../../shared/features/trash/stored-text.ts';
import { storeTexts } from '../../../../shared/features/trash/text.ts';
import { SECOND } from '../../../../shared/units.ts';
import { askPerson, attemptDeed } from '../../../state/edit.ts';
import { engine } from '../../../state/engine.ts';
import { readShownFolders } from '../../browse/stores/files.ts';
import { useMirrors } from '../../../state/mirrors.ts';
import type { FolderPlace } from '../../../state/navigation.ts';
import { showToast } from '../../../state/toast.ts';
import { section, update } from '../../../state/reading/section.ts';

/** What is in the trash of this computer. */
export const stored = section(() => engine.call('store.list', null));

/** What is being brought back, and why the last one could not be. `name`: of what it was about. */
export const useBroughtBack = create<{
  readonly busy: string | null;
  readonly name: string;
  readonly fault: Fault | null;
}>(() => ({ busy: null, name: '', fault: null }));

/** The file that is chosen in the list of what was removed, by its id. */
const useChosen = create<{ readonly id: string | null }>(() => ({ id: null }));

/** Chooses one of them, or none. */
export function chooseStored(id: string | null): void {
  useChosen.setState({ id });
}

/** The file that is chosen; null: none is, or it is no longer there. */
export function useChosenStored(): StoredInfo | null {
  const id = useChosen(state => state.id);
  return stored.use(({ value }) => value?.find(each => each.id === id) ?? null);
}

/** How a file can come back. */
export interface WaysBack {
  readonly isBusy: boolean;
  /** Into a folder that the person chooses. */
  readonly putInto: () => void;
  /** To where it was; null: the folder that it was in is not on this computer. */
  readonly putBack: (() => void) | null;
}

/** The ways back of a file. What was in a mirrored folder goes back there; everything goes into any other. */
export function useWaysBack({ id, mirror, path }: StoredInfo): WaysBack {
  const isBusy = useBroughtBack(state => state.busy !== null);
  const hasHome = useMirrors(({ value }) => value?.some(each => each.id === mirror) ?? false);
  const name = storedName({ path });
  return {
    isBusy,
    putInto: () => askPerson({ name: 'putBack', stored: { id, name } }),
    putBack: hasHome ? () => void restoreStored(id, name) : null,
  };
}

/** The store is read again at most so often while much happens. */
const AGAIN_AFTER_MS = 2 * SECOND;

let watchers = 0;
let isDue = false;

/** Reads the store, and again whenever something changed. @returns what ends that. */
export function watchStore(): () => void {
  watchers += 1;
  void stored.read();
  return () => void (watchers -= 1);
}

engine.on('files.revision', () => {
  if (watchers === 0 || isDue) return;
  isDue = true;
  setTimeout(() => {
    isDue = false;
    if (watchers > 0) void stored.read();
  }, AGAIN_AFTER_MS);
});

/** Brings an archived folder back with everything in it. */
export function restoreFolder(id: string, name: string): Promise<void> {
  return bringBack(id, name, async () => {
    await engine.call('files.restoreFolder', { id });
    readShownFolders();
    showToast(browseTexts.restored(name));
  });
}

/** Brings a file of the store back to where it was. */
export function restoreStored(id: string, name: string): Promise<void> {
  return bringBack(id, name, async () => {
    const { path, older } = await engine.call('store.restore', { id });
    await stored.read();
    showToast(browseTexts.broughtBack(path, older));
  });
}

/** Puts a file of the store into a folder. @returns what went wrong; null when it is there, or on its way. */
export function putStoredInto(id: string, to: FolderPlace, toName: string): Promise<Fault | null> {
  return attemptDeed(async () => {
    const { mirror, path, older } = await engine.call('store.restore', { id, to });
    await stored.read();
    const name = storedName({ path });
    return { text: mirror === '' ? storeTexts.willBeIn(name, toName, older) : storeTexts.isIn(name, toName) };
  });
}

/** Puts away why the last one could not be brought back. */
export function forgetNotBroughtBack(): void {
  useBroughtBack.setState({ fault: null });
}

async function bringBack(id: string, name: string, deed: () => Promise<void>): Promise<void> {
  await update(useBroughtBack, deed, () => ({}), {
    during: { busy: id, name, fault: null },
    after: { busy: null },
  });
}
