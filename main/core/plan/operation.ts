import type { ItemId } from '../../../shared/ids.ts';

/** Where an item goes: a folder of the mirror and the name it has there on one side. */
export interface Target {
  readonly parent: ItemId;
  readonly name: string;
}

/** One step of a plan. What it works on is looked up when it is carried out; anything unexpected ends in a new plan. */
export type Operation =
  /** Both sides are as they should be: only our record of it is missing. */
  | { readonly kind: 'agree'; readonly item: ItemId }
  /** Both sides lost it: the record goes too. */
  | { readonly kind: 'forget'; readonly item: ItemId }
  /** A file removed at the service stays here, no longer followed. */
  | { readonly kind: 'keep-here'; readonly item: ItemId }
  /** Something new here and something new there are one item. */
  | { readonly kind: 'join'; readonly item: ItemId; readonly remoteItem: ItemId }
  | { readonly kind: 'create-folder-local'; readonly item: ItemId; readonly to: Target }
  | { readonly kind: 'create-folder-remote'; readonly item: ItemId; readonly to: Target }
  /**
   * `isDetour`: only out of the way of another item; where it belongs stays as it was. `isRenumbered`: only for a number that
   * tells things of one name apart here, so that it gives way to all else that is done with the item.
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
  /** `onTop`: on whatever the head is now, not on what was agreed (upload mirrors). */
  | { readonly kind: 'upload-version'; readonly item: ItemId; readonly onTop: boolean }
  | { readonly kind: 'download'; readonly item: ItemId; readonly to: Target }
  /** Fetch theirs and compare: equal bytes agree, different bytes become a conflict that keeps both. */
  | { readonly kind: 'keep-both'; readonly item: ItemId; readonly copyIsSent: boolean }
  | { readonly kind: 'delete-local'; readonly item: ItemId }
  | { readonly kind: 'delete-remote'; readonly item: ItemId };

export type OperationKind = Operation['kind'];

/** Operations that lead to a removal somewhere: the last, slowest and most suspicious ones. */
export function isRemoval(
  operation: Operation,
): operation is Extract<Operation, { kind: 'delete-local' | 'delete-remote' }> {
  return operation.kind === 'delete-local' || operation.kind === 'delete-remote';
}
