import { FaultError, mayBeLifted, NO_ROOM_STATUS, POLICY, toFault } from '../../../shared/fault.ts';
import type { Fault } from '../../../shared/fault.ts';
import type { ItemId } from '../../../shared/ids.ts';
import type { Tree } from '../../core/item.ts';
import type { Operation } from '../../core/plan/operation.ts';
import { atOnce, phaseOf } from '../../core/plan/operation-order.ts';
import { isOfWholeJournal } from '../../journal/storage/database.ts';
import { subjectOf } from '../../journal/records/problems.ts';
import { folderOf, itemOf, noteActive, requestPoll } from '../context/mirror-context.ts';
import type { MirrorContext, StepOutcome } from '../context/mirror-context.ts';
import { recordSafely } from '../context/quarantine.ts';
import { recordProblem, tryRefusedAgain } from '../context/retry.ts';
import { runParallel } from '../content/parallel-transfers.ts';
import type { OnTransferred, Move, Sides, StepResult } from '../context/side.ts';
import { recordAgreement, forgetItem, joinItems, keepLocalOnly } from '../content/record-agreement.ts';

/** What one round of steps came to. */
export interface RoundResult {
  /** Steps that changed something. */
  readonly done: number;
  /** Something was not as planned: both sides must be observed again. */
  readonly mustRepeat: boolean;
}

/** A step that changes nothing outside of the journal. */
type RecordStep = Extract<Operation, { kind: 'agree' | 'forget' | 'keep-here' | 'join' }>;

/** Steps that only record are committed this many together; between two batches the event loop gets a turn. */
const RECORDS_TOGETHER = 128;
/** This many items failing in a row with 5xx mean that the service itself is in trouble. */
const FAILING_IN_A_ROW = 3;

/**
 * Carries out a plan: recording, folders and moves first, one after the other (sibling folders in parallel), then
 * content in parallel, then removals one after the other. A fault of one item is recorded for that item; a fault of the
 * account or the mirror ends the round.
 * @throws FaultError when the account or the mirror has to stop.
 */
export async function executePlan(
  context: MirrorContext,
  sides: Sides,
  { tree, operations }: { readonly tree: Tree; readonly operations: readonly Operation[] },
): Promise<RoundResult> {
  const round = new Round(context, sides, tree);
  const inPhase = (phase: number): readonly Operation[] => operations.filter(operation => phaseOf(operation) === phase);
  await recordAll(context, round, operations.filter(isRecord));
  for (const group of atOnce(inPhase(1))) {
    const [first] = group;
    if (first !== undefined && group.length === 1) await round.attempt(first, () => round.step(first));
    else await runParallel(context, group, operation => round.attempt(operation, () => round.step(operation)));
  }
  const content = inPhase(2);
  await runParallel(
    context,
    content.filter(({ kind }) => kind !== 'upload'),
    (operation, onTransferred) => round.attempt(operation, () => round.step(operation, onTransferred)),
  );
  await sides.remote.uploadNewFiles(content, {
    attempt: (operation, work) => round.attempt(operation, work),
    fail: (operation, error) => round.fail(operation, error),
  });
  for (const operation of inPhase(3)) await round.attempt(operation, () => round.step(operation));
  return round.result();
}

/** Steps that only record, many in one durable commit. */
async function recordAll(context: MirrorContext, round: Round, operations: readonly RecordStep[]): Promise<void> {
  for (let from = 0; from < operations.length; from += RECORDS_TOGETHER) {
    // RACE: each step reads its items when it is carried out, so what happens between two batches is not recorded over.
    if (from > 0) await context.world.clock.sleep(0);
    await round.recordTogether(operations.slice(from, from + RECORDS_TOGETHER));
  }
}

/** One round of steps, and the policy for faults of its steps. */
export class Round {
  readonly #context: MirrorContext;
  readonly #sides: Sides;
  readonly #tree: Tree;
  /** When each folder was last noted as active. */
  readonly #activeAt = new Map<ItemId, number>();
  #done = 0;
  #mustRepeat = false;
  #failingInARow = 0;
  #diskIsFull = false;
  #stopped: FaultError | null = null;

  constructor(context: MirrorContext, sides: Sides, tree: Tree) {
    this.#context = context;
    this.#sides = sides;
    this.#tree = tree;
  }

  result(): RoundResult {
    return { done: this.#done, mustRepeat: this.#mustRepeat };
  }

  /** Runs one step and applies the policy to its outcome. */
  async attempt(operation: Operation, work: () => Promise<StepResult> | StepResult): Promise<void> {
    if (this.#stopped !== null) throw this.#stopped;
    if (this.#context.isPaused() || (this.#diskIsFull && writesLocal(operation))) return;
    // A transfer changes no folder, so the folder is read before it: reading it afterwards would load the item again.
    const folder = isTransfer(operation) ? folderOf(this.#context, operation.item) : null;
    const changesNothing = this.#isLinking(operation);
    try {
      const outcome = await work();
      if (outcome === 'done') await this.#succeeded(operation, { folder, changesNothing });
      if (outcome === 'stale') this.#recordProblem(operation, { kind: 'stale', detail: 'it changed meanwhile' });
      if (typeof outcome === 'object') this.#recordProblem(operation, outcome);
    } catch (error) {
      this.#failed(operation, error);
    }
  }

  /**
   * Runs steps that only record, in one transaction: a flush of the journal costs the same for one as for many. If one
   * of them throws, nothing of them is recorded; then each is attempted alone, so that it does not block the others.
   */
  async recordTogether(operations: readonly RecordStep[]): Promise<void> {
    const alone = async (): Promise<void> => {
      for (const operation of operations) await this.attempt(operation, () => this.step(operation));
    };
    if (operations.length < 2 || this.#stopped !== null || this.#context.isPaused()) return alone();
    const before = { done: this.#done, mustRepeat: this.#mustRepeat };
    try {
      this.#context.journal.transaction(() => {
        for (const operation of operations) if (this.#record(operation) === 'done') this.#noteDone(operation);
      });
    } catch {
      this.#done = before.done;
      this.#mustRepeat = before.mustRepeat;
      await alone();
    }
  }

  step(operation: Operation, onTransferred: OnTransferred = () => undefined): Promise<StepResult> | StepResult {
    const { local, remote } = this.#sides;
    switch (operation.kind) {
      case 'agree':
      case 'forget':
      case 'keep-here':
      case 'join':
        return this.#record(operation);
      case 'create-folder-local':
        return local.createFolder(operation.item, operation.to);
      case 'create-folder-remote':
        return remote.createFolder(operation.item, operation.to);
      case 'move-local':
        return local.move(operation.item, moveOf(operation));
      case 'move-remote':
        return remote.move(operation.item, operation.to);
      case 'download':
      case 'keep-both':
        return local.transfer(operation, onTransferred);
      case 'upload-version':
        return remote.transfer(operation, onTransferred);
      case 'delete-local':
        return local.remove(operation.item, this.#tree);
      case 'delete-remote':
        return remote.remove(operation.item, this.#tree);
      case 'upload':
        return 'postponed';
    }
  }

  #record(operation: RecordStep): StepOutcome {
    switch (operation.kind) {
      case 'agree':
        return recordAgreement(this.#context, operation.item);
      case 'forget':
        return forgetItem(this.#context, operation.item);
      case 'keep-here':
        return keepLocalOnly(this.#context, operation.item);
      case 'join':
        return joinItems(this.#context, operation.item, operation.remoteItem);
    }
  }

  fail(operation: Operation, error: unknown): void {
    this.#failed(operation, error);
  }

  /** Whether the step only records, or finds out, what both sides had already: then nothing happened in its folder. */
  #isLinking({ kind, item }: Operation): boolean {
    if (kind === 'agree' || kind === 'forget' || kind === 'keep-here' || kind === 'join') return true;
    if (kind !== 'download' && kind !== 'keep-both') return false;
    const before = itemOf(this.#context, item);
    return before !== null && before.local !== null && before.base === null;
  }

  async #succeeded(
    operation: Operation,
    { folder, changesNothing }: { folder: ItemId | null; changesNothing: boolean },
  ): Promise<void> {
    this.#noteDone(operation);
    if (changesNothing) return;
    const active = folder ?? folderOf(this.#context, operation.item);
    if (active !== null) await noteActive(this.#context, active, this.#activeAt);
  }

  #noteDone(operation: Operation): void {
    this.#done += 1;
    this.#failingInARow = 0;
    this.#forgetProblem(operation);
  }

  /**
   * A step that was refused before and succeeds now shows that a permission was granted, mostly for more than this
   * item.
   */
  #forgetProblem({ item }: Operation): void {
    const { journal, mirror, world } = this.#context;
    const problem = journal.problems.get(mirror.id, subjectOf(item));
    if (problem === null) return;
    journal.problems.clear(mirror.id, problem.subject);
    if (!mayBeLifted(problem.fault)) return;
    tryRefusedAgain(journal, [mirror.id], { now: world.clock.now() });
    this.#mustRepeat = true;
  }

  #failed(operation: Operation, error: unknown): void {
    if (isOfWholeJournal(error)) throw error;
    const fault = toFault(error);
    if (fault.kind === 'bug') this.#context.quarantined.add(operation.item);
    this.#context.world.log[fault.kind === 'bug' ? 'error' : 'info']('step.failed', {
      kind: operation.kind,
      item: operation.item,
      fault: fault.kind,
      detail: fault.kind === 'bug' ? fault.detail : undefined,
    });
    const policy = POLICY[fault.kind];
    if (policy.stops === 'account' || policy.stops === 'mirror')
      throw (this.#stopped = error instanceof FaultError ? error : new FaultError(fault));
    if (policy.stops === 'downloads') this.#diskIsFull = true;
    // A malformed answer (status below 500) or a login page concerns its item alone, however many items get one. Full
    // storage at the service (507) stops uploads only.
    const isOutage =
      fault.kind === 'failing' && fault.status >= 500 && fault.status !== NO_ROOM_STATUS && fault.page === undefined;
    this.#failingInARow = isOutage ? this.#failingInARow + 1 : 0;
    if (this.#failingInARow >= FAILING_IN_A_ROW)
      throw (this.#stopped = new FaultError({ kind: 'busy', retryAfterMs: null }));
    this.#recordProblem(operation, fault);
  }

  #recordProblem(operation: Operation, fault: Fault): void {
    const context = this.#context;
    recordSafely(context, operation.item, () => {
      const item = itemOf(context, operation.item);
      if (item !== null) recordProblem(context, item, { fault, isMove: operation.kind === 'move-remote' });
    });
    if (POLICY[fault.kind].retry !== 'after-observing') return;
    recordSafely(context, operation.item, () => requestPoll(context, operation.item));
    this.#mustRepeat = true;
  }
}

function moveOf({ to, isDetour, isRenumbered }: Extract<Operation, { kind: 'move-local' }>): Move {
  return { ...to, isDetour, ...(isRenumbered === true ? { isRenumbered } : {}) };
}

function isRecord(operation: Operation): operation is RecordStep {
  return phaseOf(operation) === 0;
}

function isTransfer({ kind }: Operation): boolean {
  return kind === 'upload' || kind === 'download';
}

function writesLocal({ kind }: Operation): boolean {
  return kind === 'download' || kind === 'keep-both' || kind === 'create-folder-local';
}
