import { create } from 'zustand';

import { type Fault } from '../../../../shared/fault.ts';
import type { RemoteFolderInfo } from '../../../../shared/features/set-up/model.ts';
import type { ZoneCard, ZoneTest, ZoneWish } from '../../../../shared/features/zones/model.ts';
import { wizardWords as words } from '../../../../shared/features/zones/wizard-text.ts';
import { zoneTexts } from '../../../../shared/features/zones/text.ts';
import { engine } from '../../../state/engine.ts';
import { showToast } from '../../../state/toast.ts';
import { throttledReader } from '../../../state/reading/throttled-reader.ts';
import { notChanged, useZones } from './cards.ts';
import { answerOrFault, update } from '../../../state/reading/section.ts';

/** The questions in their order, and what would happen at the end. */
export const WIZARD_STEPS = ['folder', 'what', 'when', 'where', 'labels', 'proof', 'test'] as const;
export type WizardStep = (typeof WIZARD_STEPS)[number];

/** So many lines of each kind are on show. */
export const MOST_ROWS = 50;

/** A drop zone as it is being described. Nothing of it has happened until `saveZone`. */
export interface Wizard {
  /** Begun, and neither left nor carried out: who comes back finds it as it was. */
  readonly isOpen: boolean;
  /** The one that is changed; null: a new one. */
  readonly old: ZoneCard | null;
  readonly step: WizardStep;
  readonly wish: ZoneWish;
  /** The names that lead to the destination; empty: none is chosen. */
  readonly destinationPath: string;
  /** What came of the last look at the folder, and what was wished then. */
  readonly tested: { readonly wish: ZoneWish; readonly found: ZoneTest } | null;
  readonly isTesting: boolean;
  readonly isSaving: boolean;
  readonly fault: Fault | null;
  /** By parent; the top under the empty text. */
  readonly folders: ReadonlyMap<string, readonly RemoteFolderInfo[] | 'reading' | 'unread'>;
  /** The names that lead to each folder that was seen. */
  readonly paths: ReadonlyMap<string, string>;
  readonly unfolded: ReadonlySet<string>;
}

const NEW_WISH: ZoneWish = {
  name: '',
  folder: '',
  destination: '',
  organization: null,
  preset: 'everything',
  grouping: 'top-folder',
  subfolders: true,
  include: [],
  exclude: [],
  startAt: null,
  layout: '{instrument}/{yyyy}-{mm}-{dd}/{run}',
  instrument: '',
  location: '',
  operator: { kind: 'none' },
  tags: [],
  description: '',
  settle: { kind: 'quiet' },
  quietSeconds: 30,
  verify: 'sample',
  manifest: true,
  hours: null,
  pauseWhile: [],
  stalledAfterHours: 24,
  wipeAfterDays: null,
};

const START: Wizard = {
  isOpen: false,
  old: null,
  step: 'folder',
  wish: NEW_WISH,
  destinationPath: '',
  tested: null,
  isTesting: false,
  isSaving: false,
  fault: null,
  folders: new Map(),
  paths: new Map(),
  unfolded: new Set(),
};

export const useWizard = create<Wizard>(() => START);

/** The top of the service's folders, as a key. */
export const TOP = '';

/** Goes on with what was begun of this zone, or begins: with nothing, or with what the zone is now. */
export function beginWizard(old: ZoneCard | null): void {
  const { isOpen, old: before } = useWizard.getState();
  if (isOpen && before?.id === old?.id) return;
  useWizard.setState({
    ...START,
    isOpen: true,
    old,
    ...(old === null ? {} : { wish: old.definition, destinationPath: old.destinationPath }),
  });
}

/** Nothing of what was begun counts any more. */
export function leaveWizard(): void {
  useWizard.setState(START);
}

export function setWish(change: Partial<ZoneWish>): void {
  useWizard.setState(({ wish }) => ({ wish: { ...wish, ...change }, fault: null }));
}

export function goToStep(step: WizardStep): void {
  useWizard.setState({ step, fault: null });
}

/** Looks what the zone would do with what is in its folder now, as it is described when the look begins. */
export const testZone = throttledReader(async () => {
  const { wish } = useWizard.getState();
  if (wish.folder.trim() === '') return;
  // Fields that are still empty do not matter for what would be sent.
  const asked = { ...wish, name: wish.name.trim() || '-', destination: wish.destination || '-' };
  const test = () => engine.call('zones.test', { wish: asked, most: MOST_ROWS });
  const into = (found: ZoneTest, now: Wizard) => ({
    fault: now.fault,
    // An answer about the folder of another zone is dropped.
    ...(now.wish.folder === wish.folder ? { tested: { wish, found } } : {}),
  });
  await update(useWizard, test, into, { during: { isTesting: true }, after: { isTesting: false } });
});

/** What speaks against the zone, as far as it was looked at as it is described now; null: it was not. */
export function troublesOf({ tested, wish, old }: Wizard): readonly string[] | null {
  if (tested === null || tested.wish !== wish) return null;
  if (old === null) return tested.found.troubles;
  // A zone that is changed is in its own way as long as it is the old one.
  const own = zoneTexts.ownTroubles(old.definition);
  return tested.found.troubles.filter(text => !own.has(text));
}

/** Goes on from the first step once the folder was looked at and nothing speaks against it. */
export async function leaveFolderStep(): Promise<void> {
  if (troublesOf(useWizard.getState()) === null) await testZone();
  if (troublesOf(useWizard.getState())?.length === 0) goToStep('what');
}

/** Reads the folders in a folder of the service, once. */
export async function readZoneFolders(parent: string): Promise<void> {
  const known = useWizard.getState().folders.get(parent);
  if (known !== undefined && known !== 'unread') return;
  put(parent, 'reading');
  const { answer: found, fault } = await answerOrFault(() =>
    engine.call('setUp.folders', { parent: parent === TOP ? null : parent }),
  );
  put(parent, found ?? 'unread');
  if (fault !== null) return useWizard.setState({ fault });
  const above = useWizard.getState().paths.get(parent);
  const named = found.map(({ id, name }) => [id, above === undefined ? name : `${above}/${name}`] as const);
  useWizard.setState(({ paths }) => ({ paths: new Map([...paths, ...named]) }));
}

function put(parent: string, found: readonly RemoteFolderInfo[] | 'reading' | 'unread'): void {
  useWizard.setState(({ folders }) => ({ folders: new Map([...folders, [parent, found]]) }));
}

/** Opens exactly these, and reads what is in them. */
export function unfoldZoneFolders(unfolded: ReadonlySet<string>): void {
  useWizard.setState({ unfolded });
  for (const id of unfolded) void readZoneFolders(id);
}

export function chooseDestination(id: string): void {
  setWish({ destination: id });
  useWizard.setState(({ paths }) => ({ destinationPath: paths.get(id) ?? '' }));
}

/** Carries it out. @returns the zone's id; null when it was refused. */
export async function saveZone(): Promise<string | null> {
  const { old, wish, isSaving } = useWizard.getState();
  if (isSaving) return null;
  let id: string | null = old?.id ?? null;
  const save = async () => {
    const { folder: _, ...change } = wish;
    if (old === null) ({ id } = await engine.call('zones.add', wish));
    else await engine.call('zones.change', { zone: old.id, change });
    const done = (old === null ? words.test.started : words.test.saved)(wish.name);
    leaveWizard();
    useZones.setState({ cards: await engine.call('zones.list', null), fault: null });
    showToast(done);
  };
  const isSaved = await update(useWizard, save, () => ({}), {
    during: { isSaving: true, fault: null },
    after: { isSaving: false },
    faultOf: notChanged,
  });
  return isSaved ? id : null;
}
