import type { ItemId } from '../../../shared/ids.ts';
import type { MirrorMode } from '../../../shared/features/mirrors/model.ts';
import { detours } from './name-detours.ts';
import type { Wait } from './name-detours.ts';
import { fatesOf } from './item-outcomes.ts';
import type { Fate } from './item-outcomes.ts';
import { feasible } from './feasible.ts';
import type { Tree } from '../item.ts';
import { LocalNames, NewThere } from './name-assignment.ts';
import type { Naming } from './name-assignment.ts';
import { detourName, toRemoteName } from '../names/local-names.ts';
import { pairFolders } from './folder-pairing.ts';
import { isNewHere } from './unmatched-items.ts';
import { isOnlineOnly } from '../policy/online-only.ts';
import { numberingOf } from './name-numbers.ts';
import type { Operation, Target } from './operation.ts';
import { inOrder, phaseOf } from './operation-order.ts';
import { movedThere } from './place.ts';
import { Uncompared } from './unverified-pairs.ts';
import { EXACT_NAMES, type VolumeNames } from '../names/volume-names.ts';

/** What a plan depends on besides the tree. */
export interface Rules {
  readonly mode: MirrorMode;
  /** Items that wait for a person or a clock of their own; they keep their place, and nothing is done about them. */
  readonly isBlocked: (item: ItemId) => boolean;
  /** Folders at the service of whose contents nothing is known yet: what is new here may be there, and waits. */
  readonly isUnseen: (folder: ItemId) => boolean;
  /** Items that keep the number they have here, because a program has them open, say; none when it is left out. */
  readonly keepsName?: (item: ItemId) => boolean;
}

/**
 * What to do next, from what was seen: pure, total, and the same for the same tree.
 * A plan may leave for the next one what depends on its own outcome; planning again after carrying it out leads to a
 * tree that needs nothing.
 */
export function plan(tree: Tree, rules: Rules): readonly Operation[] {
  const keepsName = (item: ItemId): boolean => rules.isBlocked(item) || rules.keepsName?.(item) === true;
  const { names: volume = EXACT_NAMES } = tree;
  const numbering = numberingOf(fatesOf(tree, rules.mode), { mode: rules.mode, keepsName, volume });
  const { fates } = numbering;
  const folders = pairFolders(fates, volume);
  const uncompared = new Uncompared(numbering, rules.isBlocked);
  const names = new LocalNames(numbering, { folders, uncompared });
  const newThere = new NewThere(numbering, rules.mode, folders);
  const waits: Wait[] = [];
  const operations: Operation[] = [];
  for (const fate of fates.values()) {
    if (rules.isBlocked(fate.item.id)) continue;
    for (const step of [placeStep(fate, rules.mode), contentStep(fate, fates)]) {
      if (step === null || (isToCome(step) && rules.isUnseen(fate.belongs.parent))) continue;
      if (step.kind === 'upload' && isNewHere(fate) && uncompared.mayBeHere(fate) !== null) continue;
      const twin = isToCome(step) ? newThere.take(fate) : null;
      if (twin !== null) {
        operations.push({ kind: 'join', item: fate.item.id, remoteItem: twin });
        continue;
      }
      const named = step.needsName ? names.nameFor(fate) : null;
      if (named?.kind === 'wait') waits.push(waitOf(fate, step, { ...named, names, volume }));
      const operation = settled(fate, step, { named, volume });
      if (operation !== null) operations.push(operation);
    }
  }
  for (const each of detours(waits, { fates, isBlocked: rules.isBlocked, names })) operations.push(each);
  const ordered = feasible(tree, fates, inOrder(tree, fates, onePartnerEach(operations)));
  // What joins two items changes what the others mean: the rest is planned when that is recorded.
  return ordered.some(({ kind }) => kind === 'join') ? ordered.filter(operation => phaseOf(operation) === 0) : ordered;
}

/** Tells about which items nothing is to be done on either side, whatever others wait for. */
export function atRest(tree: Tree, mode: MirrorMode): (item: ItemId) => boolean {
  const fates = fatesOf(tree, mode);
  return item => {
    const fate = fates.get(item);
    const isDecided = fate?.decision === 'rest' || fate?.decision === 'keep-here';
    return isDecided && placeStep(fate, mode) === null && contentStep(fate, fates) === null;
  };
}

/** Of several things at the service that want to be one thing here, the first gets it; the others are new to the next plan. */
function onePartnerEach(operations: readonly Operation[]): readonly Operation[] {
  const joined = new Set<ItemId>();
  return operations.filter(({ kind, item }) => kind !== 'join' || (!joined.has(item) && joined.add(item).has(item)));
}

type Waiting = Extract<Naming, { kind: 'wait' }> & { readonly names: LocalNames; readonly volume: VolumeNames };

function waitOf(fate: Fate, step: Step, waiting: Waiting): Wait {
  const { occupant, name: wanted, names, volume } = waiting;
  const { id } = fate.item;
  if (fate.isRenumbered === true) return { item: id, occupant, passing: null };
  const name = detourName(wanted, id, aside => names.isTaken(fate.belongs.parent, aside, id));
  return { item: id, occupant, passing: settled(fate, step, { named: { kind: 'name', name }, volume }) };
}

/** A step before it has its local name. */
interface Step {
  readonly kind: Operation['kind'];
  readonly needsName: boolean;
  /** Whether a place from here may be sent. */
  readonly isSent?: boolean;
}

/** What the service does not have yet. */
function isToCome({ kind }: Step): boolean {
  return kind === 'upload' || kind === 'create-folder-remote';
}

function settled(
  fate: Fate,
  step: Step,
  { named, volume }: { readonly named: Naming | null; readonly volume: VolumeNames },
): Operation | null {
  const { item, belongs } = fate;
  if (named?.kind === 'join') return { kind: 'join', item: named.occupant, remoteItem: item.id };
  if (named?.kind === 'wait') return null;
  const here = { parent: belongs.parent, name: named?.name ?? belongs.localName };
  const there = {
    parent: belongs.parent,
    name: item.remote === null ? toRemoteName(belongs.localName, volume) : belongs.remoteName,
  };
  switch (step.kind) {
    case 'create-folder-local':
    case 'download':
      return { kind: step.kind, item: item.id, to: here };
    case 'move-local':
      if (!isAt(fate, here.name)) return moveLocal(fate, here);
      // The name it has here is the one it would be given: only the folder may still differ.
      if (item.remote?.parent === belongs.parent) return { kind: 'agree', item: item.id };
      return step.isSent === true ? { kind: 'move-remote', item: item.id, to: there } : null;
    case 'create-folder-remote':
    case 'move-remote':
    case 'upload':
      return { kind: step.kind, item: item.id, to: there };
    case 'upload-version':
      return { kind: 'upload-version', item: item.id, onTop: fate.decision === 'upload-on-top' };
    case 'keep-both':
      return { kind: 'keep-both', item: item.id, copyIsSent: fate.decision === 'keep-both' };
    case 'join':
      return null;
    case 'agree':
    case 'forget':
    case 'keep-here':
    case 'delete-local':
    case 'delete-remote':
      return { kind: step.kind, item: item.id };
  }
}

function moveLocal({ item, isRenumbered }: Fate, to: Target): Operation {
  const renumbered = isRenumbered === true ? { isRenumbered } : {};
  return { kind: 'move-local', item: item.id, to, isDetour: false, ...renumbered };
}

function isAt(fate: Fate, name: string): boolean {
  return fate.item.local?.parent === fate.belongs.parent && fate.item.local.name === name;
}

/** What an item that both sides have needs so that both have it in the same place. */
function placeStep({ moves }: Fate, mode: MirrorMode): Step | null {
  if (moves === null) return null;
  if (moves === 'there') return { kind: 'move-remote', needsName: false };
  return { kind: 'move-local', needsName: true, isSent: mode !== 'download' };
}

function contentStep(fate: Fate, fates: ReadonlyMap<ItemId, Fate>): Step | null {
  const { item, decision } = fate;
  switch (decision) {
    case 'frozen':
      return null;
    case 'rest':
      return isUnrecorded(fate) ? { kind: 'agree', needsName: false } : null;
    case 'create-local':
      return { kind: 'create-folder-local', needsName: true };
    case 'create-remote':
      return { kind: 'create-folder-remote', needsName: false };
    case 'download':
      return { kind: 'download', needsName: item.local === null };
    case 'upload-as-new':
      return { kind: 'upload', needsName: false };
    case 'upload':
    case 'upload-on-top':
      return { kind: 'upload-version', needsName: false };
    case 'keep-both':
    case 'keep-both-here':
      // First where it belongs: when the bytes turn out to be equal, the place is recorded with them.
      return fate.moves === null ? { kind: 'keep-both', needsName: false } : null;
    case 'keep-here':
      return item.agreed === null ? null : { kind: 'keep-here', needsName: false };
    case 'delete-remote':
      return fates.get(fate.belongs.parent)?.decision === 'delete-remote'
        ? null
        : { kind: 'delete-remote', needsName: false };
    case 'delete-local':
    case 'forget':
      return { kind: decision, needsName: false };
  }
}

/** Whether both sides rest at the same place with the same content, but the record says otherwise. */
function isUnrecorded({ item, belongs }: Fate): boolean {
  const { agreed, local, remote } = item;
  // What is only online agrees on nothing but its place.
  if (isOnlineOnly(item)) return agreed !== null && movedThere(item);
  if (local === null || remote === null || local.parent !== remote.parent) return false;
  if (belongs.remoteName !== remote.name || belongs.localName !== local.name || belongs.nameFromService) return false;
  if (agreed === null) return item.kind === 'folder' || local.sha256 === remote.sha256;
  const samePlace =
    agreed.parent === local.parent && agreed.localName === local.name && agreed.remoteName === remote.name;
  const sameContent = agreed.version === remote.version && agreed.sha256 === local.sha256;
  return !samePlace || (!sameContent && local.sha256 !== null && local.sha256 === remote.sha256);
}
