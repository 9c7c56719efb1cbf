import type { MirrorId } from '../../../shared/ids.ts';
import { HOUR } from '../../../shared/units.ts';
import type { Mirror } from '../../journal/records/mirrors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RequestBudget } from '../../engine/limits/request-budget.ts';

/** A folder's listing takes two requests: one for its files, one for its subfolders. */
const REQUESTS_PER_FOLDER = 2;
/** A halted mirror is tried again after this long at the latest. */
const LONGEST_MS = HOUR;

/** Mirrors that are not tried for a while, until their time has come or a person asks. */
export class IdlePolling {
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #budget: Pick<RequestBudget, 'msFor'>;
  readonly #ended = new Set<string | null>();
  readonly #until = new Map<MirrorId, number>();

  constructor(
    mirrors: readonly Mirror[],
    { clock, budget }: { clock: Pick<Clock, 'elapsed'>; budget: Pick<RequestBudget, 'msFor'> },
  ) {
    this.#clock = clock;
    this.#budget = budget;
    for (const { halted, organization } of mirrors) if (halted?.kind === 'access-ended') this.#ended.add(organization);
  }

  /**
   * Access to an organization ended: its mirrors are not tried until a person signs in, or asks.
   * @returns whether there are mirrors of other organizations, which go on.
   */
  end(organization: string | null, mirrors: readonly Mirror[]): boolean {
    this.#ended.add(organization);
    return mirrors.some(other => !this.isEnded(other));
  }

  isEnded({ organization }: Mirror): boolean {
    return this.#ended.has(organization);
  }

  /** A pass failed after listing this many folders: if that halts the mirror, the next try may cost as much. */
  failed(mirror: MirrorId, folders: number): void {
    const restMs = Math.min(this.#budget.msFor(folders * REQUESTS_PER_FOLDER), LONGEST_MS);
    this.#until.set(mirror, this.#clock.elapsed() + restMs);
  }

  /** Whether a halted mirror is left alone, since trying it would cost more than an hour without changes may. */
  isWaiting({ id, halted }: Mirror): boolean {
    return halted !== null && (this.#until.get(id) ?? 0) > this.#clock.elapsed();
  }

  /** Lets all be tried once more: a person signed in, or asks for it. */
  tryAgain(): void {
    this.#ended.clear();
    this.#until.clear();
  }
}
