import { create } from 'zustand';

import { type Fault, toFault } from '../../../../shared/fault.ts';
import type {
  GivenRole,
  ShareCandidate,
  ShareCandidates,
  SharePrincipal,
  SharingView,
  WiderFile,
} from '../../../../shared/features/sharing/model.ts';
import { type ChangedFor, givenText, removedText } from '../../../../shared/features/sharing/text.ts';
import { sharingWindow as words } from '../../../../shared/features/sharing/window-text.ts';
import { engine } from '../../../state/engine.ts';
import { useNavigation } from '../../../state/navigation.ts';
import { announce } from '../../../state/announcements.ts';

/** The sharing of one thing that is on show. */
export interface ShownSharing {
  /** As the row names it; null: nothing is on show. */
  readonly id: string | null;
  readonly name: string;
  readonly view: SharingView | null;
  /** Why the last question or change did not come to its end. */
  readonly fault: Fault | null;
  /** Whom a change is under way for, by the key of the row; empty: for somebody new. Null: none is. */
  readonly changing: string | null;
  /** What was done last, and read back. */
  readonly done: string | null;
  /** The files that are wider than their folder, while they are looked at; of the organization with `isReport`. */
  readonly wider: { readonly isReport: boolean; readonly files: readonly WiderFile[] | null } | null;
}

const NOTHING: ShownSharing = {
  id: null,
  name: '',
  view: null,
  fault: null,
  changing: null,
  done: null,
  wider: null,
};

export const useSharing = create<ShownSharing>(() => NOTHING);

/** Shows who can see something. */
export async function openSharing(id: string, name: string): Promise<void> {
  useSharing.setState({ ...NOTHING, id, name });
  await readSharing();
}

/** Puts it away. What is under way at the service goes on. */
export function closeSharing(): void {
  useSharing.setState(NOTHING);
}

/** Asks the service again. */
export async function readSharing(): Promise<void> {
  const { id } = useSharing.getState();
  if (id === null) return;
  try {
    set(id, { view: await engine.call('sharing.look', { id }), fault: null });
  } catch (thrown) {
    set(id, { fault: toFault(thrown) });
  }
}

/** Who could be meant by what was typed. */
export async function findPeople(query: string): Promise<ShareCandidates> {
  const { id } = useSharing.getState();
  return id === null ? { found: [], isDirectory: true } : engine.call('sharing.find', { id, query });
}

/** Adds them, one after the other. @returns those who could not be added. */
export async function addPeople(
  people: readonly ShareCandidate[],
  role: GivenRole,
): Promise<readonly ShareCandidate[]> {
  for (const [at, { principal, name }] of people.entries()) {
    const isDone = await change('', giving({ key: `${principal.kind}:${principal.id ?? ''}`, name }, role), id =>
      engine.call('sharing.add', { id, principal, role }),
    );
    if (!isDone) return people.slice(at);
  }
  return [];
}

/** Lets everybody in the organization in. */
export function addEverybody(organization: string, role: GivenRole): Promise<boolean> {
  const principal: SharePrincipal = { kind: 'organization', id: null };
  return change(principal.kind, giving({ key: principal.kind, name: organization }, role), id =>
    engine.call('sharing.add', { id, principal, role }),
  );
}

/** What is changed for whom. */
export interface EntryOf {
  readonly key: string;
  readonly name: string;
  readonly entry: string;
}

/** Gives somebody's entry another role. */
export function giveRole({ key, name, entry }: EntryOf, role: GivenRole): Promise<boolean> {
  return change(key, giving({ key, name }, role), id => engine.call('sharing.changeRole', { id, entry, role }));
}

/** Takes somebody's entry away. */
export function removeEntry({ key, name, entry }: EntryOf): Promise<boolean> {
  return change(
    key,
    view => removedText(view, { key, name }),
    id => engine.call('sharing.remove', { id, entry }),
  );
}

/** Ends that a folder inherits. */
export function stopInheriting(): Promise<boolean> {
  return change(
    '',
    () => words.stopped,
    id => engine.call('sharing.stopInheriting', { id }),
  );
}

/** Shows the files that are wider than their folder, in this folder or in the organization. */
export async function openWider(isReport: boolean): Promise<void> {
  const { id } = useSharing.getState();
  if (id === null) return;
  set(id, { wider: { isReport, files: null }, fault: null });
  try {
    const { files } = await (isReport ? engine.call('sharing.report', {}) : engine.call('sharing.wider', { id }));
    set(id, { wider: { isReport, files } });
  } catch (thrown) {
    set(id, { wider: null, fault: toFault(thrown) });
  }
}

export function closeWider(): void {
  useSharing.setState({ wider: null });
}

/** Takes away what makes files wider than a folder. @returns whether it was done. */
export async function narrow(folder: string, files: readonly string[]): Promise<boolean> {
  const { id } = useSharing.getState();
  if (id === null) return false;
  set(id, { changing: '', fault: null });
  try {
    const left = await engine.call('sharing.narrow', { id: folder, files: [...files] });
    const done = words.narrowed(left.cleared);
    set(id, { done, wider: null });
    announce(done);
    await readSharing();
    return true;
  } catch (thrown) {
    set(id, { fault: toFault(thrown) });
    return false;
  } finally {
    set(id, { changing: null });
  }
}

/** What a role brought about is read in the answer: the entry alone does not say it. */
function giving(who: ChangedFor, role: GivenRole): (view: SharingView) => string {
  return view => givenText(view, { ...who, role });
}

/** Nothing is shown as done that the service did not say afterwards. */
async function change(
  key: string,
  doneOf: (view: SharingView) => string,
  work: (id: string) => Promise<SharingView>,
): Promise<boolean> {
  const { id, changing } = useSharing.getState();
  if (id === null || changing !== null) return false;
  set(id, { changing: key, fault: null, done: null });
  try {
    const view = await work(id);
    const done = doneOf(view);
    set(id, { view, done });
    announce(done);
    return true;
  } catch (thrown) {
    set(id, { fault: toFault(thrown) });
    return false;
  } finally {
    set(id, { changing: null });
  }
}

/** What comes too late for another thing is passed over. */
function set(id: string, news: Partial<ShownSharing>): void {
  useSharing.setState(state => (state.id === id ? news : {}));
}

// Whoever goes somewhere else does not look at it any more.
useNavigation.subscribe(({ route }, before) => (route === before.route ? undefined : closeSharing()));
