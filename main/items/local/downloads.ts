import { MINUTE } from '../../../shared/units.ts';
import type { World } from '../../ports/world.ts';

/** A file generated while it is downloaded. */
export interface Download {
  /** The suggested file name. */
  readonly name: string;
  readonly type: string;
  readonly parts: Iterable<string>;
}

/** A ticket is valid for this time, once, and only for the client that has it. */
const GOOD_FOR_MS = MINUTE;
/** Tickets open at the same time. */
const MOST_KEPT = 16;

/** Files requested over the contract and downloaded over HTTP. */
export class Downloads {
  readonly #world: Pick<World, 'clock' | 'random'>;
  readonly #offered = new Map<string, { readonly download: Download; readonly untilMs: number }>();

  constructor(world: Pick<World, 'clock' | 'random'>) {
    this.#world = world;
  }

  /** Offers a file. @returns its ticket. */
  offer(download: Download): string {
    const ticket = this.#world.random.uuid();
    this.#offered.set(ticket, { download, untilMs: this.#world.clock.elapsed() + GOOD_FOR_MS });
    for (const oldest of this.#offered.keys()) {
      if (this.#offered.size <= MOST_KEPT) break;
      this.#offered.delete(oldest);
    }
    return ticket;
  }

  /** The file of a ticket, once; null: unknown, used or expired. */
  take(ticket: string): Download | null {
    const offered = this.#offered.get(ticket);
    this.#offered.delete(ticket);
    return offered !== undefined && offered.untilMs > this.#world.clock.elapsed() ? offered.download : null;
  }
}
