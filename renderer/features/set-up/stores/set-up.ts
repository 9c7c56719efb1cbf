import { create } from 'zustand';

import type { Fault } from '../../../../shared/fault.ts';
import type { OrganizationInfo } from '../../../../shared/features/account/model.ts';
import type { MirrorMode } from '../../../../shared/features/mirrors/model.ts';
import type {
  ComputerKind,
  FolderMeasure,
  MirrorPreview,
  PlaceChecked,
  PlannedFolder,
  RemoteFolderInfo,
} from '../../../../shared/features/set-up/model.ts';
import { engine } from '../../../state/engine.ts';
import { topicStore } from '../../../state/reading/topic-store.ts';
import { faultIn, update } from '../../../state/reading/section.ts';

/** How far this computer is set up. */
export const useSetUpState = topicStore('setUp.state');

/** Where a person is after signing in. */
export type SetUpStep = 'computer' | 'place' | 'folders' | 'review' | 'arriving';

/** A folder that is kept here from now on. */
export interface Begun {
  /** The chosen folder, and the mirror it became. */
  readonly id: string;
  readonly mirror: string;
  readonly name: string;
  readonly local: string;
  /** As many files as both sides had together; null: more than were counted. */
  readonly files: number | null;
  /** What the engine said about it beforehand, such as too little room. */
  readonly notice: string | null;
}

/** What is chosen so far. Nothing of it has happened until `beginKeeping`. */
export interface SetUp {
  readonly step: SetUpStep;
  /** This computer was set up before: more folders are chosen. */
  readonly isChoosing: boolean;
  /** It is no step of setting up, but a sheet over another screen. */
  readonly isSheet: boolean;
  readonly kind: ComputerKind | null;
  /** Which ways changes travel, where that is chosen; null: as the kind of computer says. */
  readonly mode: MirrorMode | null;
  readonly person: string | null;
  readonly organizations: readonly OrganizationInfo[] | null;
  readonly place: string;
  /** A place is about to be filled in: what was typed now would stand behind it. */
  readonly isProposing: boolean;
  /** Of the text in `place`; null while it is looked at. */
  readonly checked: PlaceChecked | null;
  readonly keeps: boolean;
  /** By parent; the top under the empty text. */
  readonly folders: ReadonlyMap<string, readonly RemoteFolderInfo[] | 'reading' | 'unread'>;
  /** Of every folder that was seen. */
  readonly names: ReadonlyMap<string, string>;
  readonly sizes: ReadonlyMap<string, FolderMeasure | 'unread'>;
  readonly chosen: ReadonlySet<string>;
  /** Folders that stand open. */
  readonly unfolded: ReadonlySet<string>;
  readonly previews: ReadonlyMap<string, { readonly planned: PlannedFolder; readonly found: MirrorPreview | null }>;
  /** Chosen folders that were set up already, in order. What was compared of them stays on show. */
  readonly begun: readonly Begun[];
  /** What is under way, and what stopped it. */
  readonly busy: 'switching' | 'starting' | 'asking' | null;
  readonly fault: Fault | null;
  /** The folder that could not be set up. */
  readonly failed: string | null;
  /** Folders of which was said that other records of Benchtop keep them in step, by their paths here. */
  readonly claimed: ReadonlySet<string>;
}

const START: SetUp = {
  step: 'computer',
  isChoosing: false,
  isSheet: false,
  kind: null,
  mode: null,
  person: null,
  organizations: null,
  place: '',
  isProposing: false,
  checked: null,
  keeps: false,
  folders: new Map(),
  names: new Map(),
  sizes: new Map(),
  chosen: new Set(),
  unfolded: new Set(),
  previews: new Map(),
  begun: [],
  busy: null,
  fault: null,
  failed: null,
  claimed: new Set(),
};

export const useSetUp = create<SetUp>(() => START);

/** Which ways changes travel on each kind of computer. */
export const MODES: { readonly [kind in ComputerKind]: MirrorMode } = {
  own: 'two-way',
  instrument: 'upload',
  shared: 'download',
};

/** Begins at the first question again; what was chosen of the computer stays. */
export function startOver(step: SetUpStep = 'computer'): void {
  const kind = useSetUpState.getState().value?.kind ?? null;
  useSetUp.setState({ ...START, step, kind, isChoosing: step === 'place' });
}

/** Folders that were set up before another one failed are no longer a choice. */
export function goToStep(step: SetUpStep): void {
  const { begun, chosen, previews } = useSetUp.getState();
  const isBegun = new Set(begun.map(({ id }) => id));
  const rest = {
    chosen: new Set([...chosen].filter(id => !isBegun.has(id))),
    previews: new Map([...previews].filter(([id]) => !isBegun.has(id))),
    folders: new Map(),
    unfolded: new Set<string>(),
    begun: [],
  };
  useSetUp.setState({ step, fault: null, failed: null, ...(begun.length > 0 ? rest : {}) });
}

/** The folders were looked at, or left. */
export function leaveArriving(): void {
  if (useSetUp.getState().step === 'arriving') startOver();
}

export async function chooseKind(kind: ComputerKind): Promise<void> {
  useSetUp.setState({ kind, previews: new Map() });
  await attemptStep(() => engine.call('setUp.setComputer', { kind }));
}

/** Who is signed in and where: for the warning, and for the choice of the organization. */
export async function readAccount(): Promise<void> {
  await attemptStep(async () => {
    const { organizations, name, email } = await engine.call('account.look', null);
    useSetUp.setState({ organizations, person: name ?? email });
  });
}

export async function switchOrganization(organization: string): Promise<void> {
  useSetUp.setState({ busy: 'switching' });
  await attemptStep(async () => {
    await engine.call('account.switchOrganization', { organization });
    // Another organization has other folders and another usual place.
    useSetUp.setState({ folders: new Map(), sizes: new Map(), chosen: new Set(), previews: new Map() });
    await Promise.all([readAccount(), usualPlace()]);
  });
  useSetUp.setState({ busy: null });
}

/** Counts the texts of the place: what comes late is about an earlier one, and is passed over. */
let placeTurn = 0;

/** Fills in the usual place, unless a place was typed while it was asked for. */
export async function usualPlace(): Promise<void> {
  const turn = placeTurn;
  useSetUp.setState({ isProposing: true });
  let usual: string | null = null;
  await attemptStep(async () => {
    usual = (await engine.call('setUp.defaultPlace', null)).path;
  });
  useSetUp.setState({ isProposing: false });
  if (usual !== null && turn === placeTurn) await setPlace(usual);
}

/** Looks at a place as it is typed; only the last one counts. */
export async function setPlace(place: string): Promise<void> {
  const turn = (placeTurn += 1);
  useSetUp.setState({ place, checked: null, fault: null, previews: new Map() });
  if (place.trim() === '') return;
  const isCurrent = () => turn === placeTurn;
  const check = () => engine.call('setUp.checkPlace', { path: place });
  await update(useSetUp, check, checked => ({ checked }), { isCurrent });
}

export function setKeeps(keeps: boolean): void {
  useSetUp.setState({ keeps, fault: null });
}

/** Does something of these steps; what stops it is shown. */
export async function attemptStep(work: () => Promise<unknown>): Promise<void> {
  const fault = await faultIn(work);
  if (fault !== null) useSetUp.setState({ fault });
}
