import type { ItemId } from '../../../shared/ids.ts';

/** Where an item goes on one side: a folder of the mirror, and a name. */
export interface Target {
  readonly parent: ItemId;
  readonly name: string;
}

/**
 * One step of a plan. The executor reads the item again before it acts; if anything differs from the plan, nothing is
 * done and a new plan is made.
 */
export type Operation =
  /** Both sides are in the right state and only the base is not recorded. */
  | { readonly kind: 'agree'; readonly item: ItemId }
  /** Both sides have lost the item: remove its record. */
  | { readonly kind: 'forget'; readonly item: ItemId }
  /** A file removed at the service stays on this computer and is no longer synchronised. */
  | { readonly kind: 'keep-here'; readonly item: ItemId }
  /** A new local item and a new remote item are the same. */
  | { readonly kind: 'join'; readonly item: ItemId; readonly remoteItem: ItemId }
  | { readonly kind: 'create-folder-local'; readonly item: ItemId; readonly to: Target }
  | { readonly kind: 'create-folder-remote'; readonly item: ItemId; readonly to: Target }
  /**
   * `isDetour`: only a temporary name that makes way for another item; the base does not change. `isRenumbered`: only
   * another number among items of one name, so every other step for the item comes first.
   */
  | {
      readonly kind: 'move-local';
      readonly item: ItemId;
      readonly to: Target;
      readonly isDetour: boolean;
      readonly isRenumbered?: true;
    }
  | { readonly kind: 'move-remote'; readonly item: ItemId; readonly to: Target }
  | { readonly kind: 'upload'; readonly item: ItemId; readonly to: Target }
  /** `onTop`: on top of the current head, even when that is not the base (upload mirrors). */
  | { readonly kind: 'upload-version'; readonly item: ItemId; readonly onTop: boolean }
  | { readonly kind: 'download'; readonly item: ItemId; readonly to: Target }
  /** Downloads the remote version and compares it: equal bytes become the base, different bytes a conflict copy. */
  | { readonly kind: 'keep-both'; readonly item: ItemId; readonly copyIsSent: boolean }
  | { readonly kind: 'delete-local'; readonly item: ItemId }
  | { readonly kind: 'delete-remote'; readonly item: ItemId };

export type OperationKind = Operation['kind'];

/** The operations that remove something. They run last and are checked most: twice observed, guarded in number. */
export function isRemoval(
  operation: Operation,
): operation is Extract<Operation, { kind: 'delete-local' | 'delete-remote' }> {
  return operation.kind === 'delete-local' || operation.kind === 'delete-remote';
}
