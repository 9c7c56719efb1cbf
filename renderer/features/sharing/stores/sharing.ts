import { create } from 'zustand';

import { type Fault } from '../../../../shared/fault.ts';
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
import { onRouteChange } from '../../../state/navigation.ts';
import { onServiceBack } from '../../../state/sync.ts';
import { showToast } from '../../../state/toast.ts';
import { update } from '../../../state/reading/section.ts';

/** The sharing of one thing that is on show. */
export interface ShownSharing {
  /** As the row names it; null: nothing is on show. */
  readonly id: string | null;
  readonly name: string;
  readonly view: SharingView | null;
  /** Why the last question or change did not come to its end. */
  readonly fault: Fault | null;
  /** The key of the row that is being changed; empty: a new one. Null: none is. */
  readonly changing: string | null;
  /** The files inside that are wider than this folder, while they are looked at. */
  readonly wider: { readonly files: readonly WiderFile[] | null } | null;
}

const NOTHING: ShownSharing = {
  id: null,
  name: '',
  view: null,
  fault: null,
  changing: null,
  wider: null,
};

export const useSharing = create<ShownSharing>(() => NOTHING);

/** Counts the changes that were made: each may have changed who can open much else. */
export const useSharingChanges = create<{ readonly count: number }>(() => ({ count: 0 }));

/** Who can open things has changed, and what came of it is said. */
export function sharingChanged(said: string): void {
  useSharingChanges.setState(({ count }) => ({ count: count + 1 }));
  showToast(said);
}

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
  await update(
    useSharing,
    () => engine.call('sharing.look', { id }),
    view => ({ view }),
    shownAs(id),
  );
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

/** Gives an entry another role. */
export function giveRole({ key, name, entry }: EntryOf, role: GivenRole): Promise<boolean> {
  return change(key, giving({ key, name }, role), id => engine.call('sharing.changeRole', { id, entry, role }));
}

/** Removes an entry. */
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

/** Shows the files inside a folder that are wider than it. */
export async function openWider(): Promise<void> {
  const { id } = useSharing.getState();
  if (id === null) return;
  const read = () => engine.call('sharing.wider', { id });
  await update(useSharing, read, ({ files }) => ({ wider: { files } }), {
    ...shownAs(id),
    during: { wider: { files: null }, fault: null },
    after: { wider: null },
  });
}

export function closeWider(): void {
  useSharing.setState({ wider: null });
}

/** Takes away what makes files wider than a folder. @returns whether it was done. */
export async function narrowAccess(folder: string, files: readonly string[]): Promise<boolean> {
  const { id } = useSharing.getState();
  if (id === null) return false;
  const clear = async () => {
    const left = await engine.call('sharing.narrow', { id: folder, files: [...files] });
    if (useSharing.getState().id === id) useSharing.setState({ wider: null });
    sharingChanged(words.narrowed(left.cleared));
    await readSharing();
  };
  return update(useSharing, clear, (_, { fault }) => ({ fault }), {
    ...shownAs(id),
    during: { changing: '', fault: null },
    after: { changing: null },
  });
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
  const make = async () => {
    const view = await work(id);
    sharingChanged(doneOf(view));
    return { view };
  };
  return update(useSharing, make, answer => answer, {
    ...shownAs(id),
    during: { changing: key, fault: null },
    after: { changing: null },
  });
}

/** A late answer about another thing is dropped. */
function shownAs(id: string) {
  return { isCurrent: () => useSharing.getState().id === id };
}

// What was never read because the service could not be reached is read once it answers.
onServiceBack(() => {
  const { view, fault } = useSharing.getState();
  if (view === null && fault?.kind === 'offline') void readSharing();
});

// Going to another place closes it.
onRouteChange(closeSharing);
