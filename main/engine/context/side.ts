import type { Question } from '../../../shared/fault.ts';
import type { ItemId } from '../../../shared/ids.ts';
import type { Tree } from '../../core/item.ts';
import type { Operation, Target } from '../../core/plan/operation.ts';
import type { Ignoring } from '../../core/policy/ignore.ts';
import type { StepOutcome } from './mirror-context.ts';

/**
 * One side of a mirror: the folder on this computer, or the folder of the service. A pass observes both, plans over what
 * the journal then holds, and lets each side carry out what the plan wants of it.
 * @typeParam Content the operations that bring the other side's content to this one.
 */
export interface Side<Content extends Operation> {
  /**
   * Observes what is due on this side and records it in the journal: observations only, nothing is decided.
   * @throws FaultError when the side cannot be trusted: nothing of it is recorded then.
   */
  readonly observe: (ignoring: Ignoring) => Promise<Observation>;
  /** Makes a folder that the other side has. */
  readonly createFolder: (item: ItemId, to: Target) => Promise<StepResult>;
  /** Moves or renames an item as the other side did. */
  readonly move: (item: ItemId, to: Move) => Promise<StepResult>;
  /** Removes what the other side removed, once its bytes are safe. @param tree what the plan was made from. */
  readonly remove: (item: ItemId, tree: Tree) => Promise<StepResult>;
  /**
   * Transfers the other side's content to this one: a download, or the upload of an edit.
   * @param onTransferred called when the bytes are through.
   */
  readonly transfer: (operation: Content, onTransferred: OnTransferred) => Promise<StepResult>;
}

/** Both sides of one mirror, for one pass. */
export interface Sides {
  readonly local: Side<Extract<Operation, { kind: 'download' | 'keep-both' }>>;
  readonly remote: Side<Extract<Operation, { kind: 'upload-version' }>> & TakesNewFiles;
}

/** Only the service: new files are announced to it many in one call, so they cannot be uploaded one by one. */
export interface TakesNewFiles {
  readonly uploadNewFiles: (operations: readonly Operation[], attempts: Attempts) => Promise<void>;
}

/** What came of observing one side, besides what stands in the journal. */
export interface Observation {
  /** Whether all of the side was observed, not only the folders that were due. */
  readonly isWhole: boolean;
  /** Whether something that was observed before could not be judged: another pass must observe it. */
  readonly isUncertain: boolean;
  /** Files that are still being written, by path, and when they may be read (ms since the epoch). */
  readonly settling: ReadonlyMap<string, number>;
}

/** Where a move leads, and what it is for; see the operation `move-local`, the only one that says more than where. */
export type Move = Target & Partial<Pick<Extract<Operation, { kind: 'move-local' }>, 'isDetour' | 'isRenumbered'>>;

/** What came of a step, or what a person has to answer before it is done. */
export type StepResult = StepOutcome | Question;

/** Called when the bytes of a transfer are through: what is left of it is for the disk, and the next may begin. */
export type OnTransferred = (sizeBytes: number) => void;

/** Runs steps under the policy for what goes wrong in them: a fault of one item leaves the others alone. */
export interface Attempts {
  readonly attempt: (operation: Operation, work: () => Promise<StepResult> | StepResult) => Promise<void>;
  /** Records that a step failed before it could be attempted. */
  readonly fail: (operation: Operation, error: unknown) => void;
}
