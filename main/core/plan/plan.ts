import type { ItemId } from '../../../shared/ids.ts';
import type { MirrorMode } from '../../../shared/features/mirrors/model.ts';
import { eachInParts, type InParts, toEnd } from '../in-parts.ts';
import { planDetours } from './name-detours.ts';
import type { Wait } from './name-detours.ts';
import { outcomesInParts, outcomesOf } from './item-outcomes.ts';
import type { ItemOutcome } from './item-outcomes.ts';
import { feasibleOperations } from './feasible-operations.ts';
import type { Tree } from '../item.ts';
import { LocalNames, NewRemoteItems } from './name-assignment.ts';
import type { Naming } from './name-assignment.ts';
import { detourName, toRemoteName } from '../names/local-names.ts';
import { pairFolders } from './folder-pairing.ts';
import { isNewLocal } from './unmatched-items.ts';
import { isOnlineOnly } from '../policy/online-only.ts';
import { numberingOf } from './name-numbers.ts';
import type { Operation, Target } from './operation.ts';
import { inOrder, phaseOf } from './operation-order.ts';
import { movedRemotely } from './merge-location.ts';
import { UnverifiedPairs } from './unverified-pairs.ts';
import { EXACT_NAMES, type VolumeNames } from '../names/volume-names.ts';

/** What a plan depends on besides the tree. */
export interface Rules {
  readonly mode: MirrorMode;
  /** Items that wait for a person or a time. They keep their names, and no step is planned for them. */
  readonly isBlocked: (item: ItemId) => boolean;
  /** Remote folders that were not listed yet. A new local item in one of them may already exist there, so it waits. */
  readonly isUnseen: (folder: ItemId) => boolean;
  /** Items that must keep their local number for now, for example because a program has them open. Left out: none. */
  readonly keepsName?: (item: ItemId) => boolean;
}

/**
 * Computes the next steps from the observations. Pure and total: the same tree gives the same plan.
 * A plan may leave steps for the next plan when they depend on its own results. Planning and executing in turn comes to
 * an end, with a tree that needs no step: the tests draw random trees to show it.
 */
export function plan(tree: Tree, rules: Rules): readonly Operation[] {
  return toEnd(planInParts(tree, rules));
}

/** The same in parts. @param rules must answer alike in all parts. */
export function* planInParts(tree: Tree, rules: Rules): InParts<readonly Operation[]> {
  // The order matters: outcomes first, then the numbers of items with one name, then pairs of folders, and only then
  // names for what comes here. Each stage may only use what the earlier ones decided.
  const keepsName = (item: ItemId): boolean => rules.isBlocked(item) || rules.keepsName?.(item) === true;
  const { names: volume = EXACT_NAMES } = tree;
  const planned = yield* outcomesInParts(tree, rules.mode);
  const numbering = numberingOf(planned, { mode: rules.mode, keepsName, volume });
  yield;
  const { outcomes } = numbering;
  const folders = pairFolders(outcomes, volume);
  yield;
  const unverified = new UnverifiedPairs(numbering, rules.isBlocked);
  yield;
  const names = new LocalNames(numbering, { folders, unverified });
  yield;
  const newRemote = new NewRemoteItems(numbering, rules.mode, folders);
  yield;
  const waits: Wait[] = [];
  const operations: Operation[] = [];
  yield* eachInParts(outcomes.values(), outcome => {
    if (rules.isBlocked(outcome.item.id)) return;
    for (const step of [placeStep(outcome, rules.mode), contentStep(outcome, outcomes)]) {
      // A folder that was not listed yet may already contain this item: uploading now would create a second one.
      if (step === null || (isToCome(step) && rules.isUnseen(outcome.location.parent))) continue;
      // The remote half of an unverified pair may be this very file; the comparison will tell.
      if (step.kind === 'upload' && isNewLocal(outcome) && unverified.mayBeLocal(outcome) !== null) continue;
      const twin = isToCome(step) ? newRemote.take(outcome) : null;
      if (twin !== null) {
        operations.push({ kind: 'join', item: outcome.item.id, remoteItem: twin });
        continue;
      }
      // Names are given out in the order of the outcomes, and each is reserved: two items of one plan never get the
      // same one.
      const named = step.needsName ? names.nameFor(outcome) : null;
      if (named?.kind === 'wait') waits.push(waitOf(outcome, step, { ...named, names, volume }));
      const operation = settled(outcome, step, { named, volume });
      if (operation !== null) operations.push(operation);
    }
  });
  // Only now all waits are known: a ring shows only when its last item was asked.
  for (const each of planDetours(waits, { outcomes, isBlocked: rules.isBlocked, names })) operations.push(each);
  yield;
  const inTheirOrder = inOrder(tree, outcomes, onePartnerEach(operations));
  yield;
  const ordered = feasibleOperations(tree, outcomes, inTheirOrder);
  // After a join the two items are one, which changes the meaning of other steps: run only the record steps now, and
  // plan the rest from the new state.
  return ordered.some(({ kind }) => kind === 'join') ? ordered.filter(operation => phaseOf(operation) === 0) : ordered;
}

/** Tells for which items no step is needed on either side, even when other items still wait. */
export function atRest(tree: Tree, mode: MirrorMode): (item: ItemId) => boolean {
  const outcomes = outcomesOf(tree, mode);
  return item => {
    const outcome = outcomes.get(item);
    const isDecided = outcome?.decision === 'rest' || outcome?.decision === 'keep-here';
    return isDecided && placeStep(outcome, mode) === null && contentStep(outcome, outcomes) === null;
  };
}

/**
 * When several remote items would join the same local item, the first one gets it. The next plan treats the others as
 * new.
 */
function onePartnerEach(operations: readonly Operation[]): readonly Operation[] {
  const joined = new Set<ItemId>();
  return operations.filter(({ kind, item }) => kind !== 'join' || (!joined.has(item) && joined.add(item).has(item)));
}

type Waiting = Extract<Naming, { kind: 'wait' }> & { readonly names: LocalNames; readonly volume: VolumeNames };

/**
 * The wait of an item for a name. It may come under a temporary name if the wait is part of a ring, but not for a mere
 * number: renumbering can always be left for later.
 */
function waitOf(outcome: ItemOutcome, step: Step, waiting: Waiting): Wait {
  const { occupant, name: wanted, names, volume } = waiting;
  const { id } = outcome.item;
  if (outcome.isRenumbered === true) return { item: id, occupant, passing: null };
  const name = detourName(wanted, id, aside => names.isTaken(outcome.location.parent, aside, id));
  return { item: id, occupant, passing: settled(outcome, step, { named: { kind: 'name', name }, volume }) };
}

/** A step before its local name is known. */
interface Step {
  readonly kind: Operation['kind'];
  readonly needsName: boolean;
  /** Whether the local location may be sent to the service. */
  readonly isSent?: boolean;
}

/** Whether the step creates something at the service. */
function isToCome({ kind }: Step): boolean {
  return kind === 'upload' || kind === 'create-folder-remote';
}

/**
 * The operation for a step whose local name is known; null when it has to wait or nothing remains to be done.
 */
function settled(
  outcome: ItemOutcome,
  step: Step,
  { named, volume }: { readonly named: Naming | null; readonly volume: VolumeNames },
): Operation | null {
  const { item, location } = outcome;
  if (named?.kind === 'join') return { kind: 'join', item: named.occupant, remoteItem: item.id };
  if (named?.kind === 'wait') return null;
  const here = { parent: location.parent, name: named?.name ?? location.localName };
  const there = {
    parent: location.parent,
    name: item.remote === null ? toRemoteName(location.localName, volume) : location.remoteName,
  };
  switch (step.kind) {
    case 'create-folder-local':
    case 'download':
      return { kind: step.kind, item: item.id, to: here };
    case 'move-local':
      if (!isAt(outcome, here.name)) return moveLocal(outcome, here);
      // It already has the name that it would get: only its folder can still differ.
      if (item.remote?.parent === location.parent) return { kind: 'agree', item: item.id };
      return step.isSent === true ? { kind: 'move-remote', item: item.id, to: there } : null;
    case 'create-folder-remote':
    case 'move-remote':
    case 'upload':
      return { kind: step.kind, item: item.id, to: there };
    case 'upload-version':
      return { kind: 'upload-version', item: item.id, onTop: outcome.decision === 'upload-on-top' };
    case 'keep-both':
      return { kind: 'keep-both', item: item.id, copyIsSent: outcome.decision === 'keep-both' };
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

/**
 * A move on this computer to the final location.
 */
function moveLocal({ item, isRenumbered }: ItemOutcome, to: Target): Operation {
  const renumbered = isRenumbered === true ? { isRenumbered } : {};
  return { kind: 'move-local', item: item.id, to, isDetour: false, ...renumbered };
}

function isAt(outcome: ItemOutcome, name: string): boolean {
  return outcome.item.local?.parent === outcome.location.parent && outcome.item.local.name === name;
}

/** The step that brings both sides to the same location. */
function placeStep({ moves }: ItemOutcome, mode: MirrorMode): Step | null {
  if (moves === null) return null;
  if (moves === 'there') return { kind: 'move-remote', needsName: false };
  return { kind: 'move-local', needsName: true, isSent: mode !== 'download' };
}

/**
 * The step for the content of an item, or for a folder as a whole; null when none is needed now.
 */
function contentStep(outcome: ItemOutcome, outcomes: ReadonlyMap<ItemId, ItemOutcome>): Step | null {
  const { item, decision } = outcome;
  switch (decision) {
    case 'frozen':
      return null;
    case 'rest':
      return isUnrecorded(outcome) ? { kind: 'agree', needsName: false } : null;
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
      // Move first: when the comparison finds equal bytes, the location is recorded together with them.
      return outcome.moves === null ? { kind: 'keep-both', needsName: false } : null;
    case 'keep-here':
      return item.base === null ? null : { kind: 'keep-here', needsName: false };
    case 'delete-remote':
      return outcomes.get(outcome.location.parent)?.decision === 'delete-remote'
        ? null
        : { kind: 'delete-remote', needsName: false };
    case 'delete-local':
    case 'forget':
      return { kind: decision, needsName: false };
  }
}

/** Whether both sides have the same location and content, but the base says otherwise. */
function isUnrecorded({ item, location }: ItemOutcome): boolean {
  const { base, local, remote } = item;
  // The base of an online-only item contains nothing new but its location.
  if (isOnlineOnly(item)) return base !== null && movedRemotely(item);
  if (local === null || remote === null || local.parent !== remote.parent) return false;
  if (location.remoteName !== remote.name || location.localName !== local.name || location.nameFromService)
    return false;
  if (base === null) return item.kind === 'folder' || local.sha256 === remote.sha256;
  const samePlace = base.parent === local.parent && base.localName === local.name && base.remoteName === remote.name;
  const sameContent = base.version === remote.version && base.sha256 === local.sha256;
  return !samePlace || (!sameContent && local.sha256 !== null && local.sha256 === remote.sha256);
}
