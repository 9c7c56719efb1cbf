import { MINUTE } from '../../../shared/units.ts';
import type { World } from '../../ports/world.ts';

/** A file that is made while it is fetched. */
export interface Download {
  /** What it is called when it is saved. */
  readonly name: string;
  readonly type: string;
  readonly parts: Iterable<string>;
}

/** Somebody who asked for a file fetches it with the next request; nobody else can, and not twice. */
const GOOD_FOR_MS = MINUTE;
/** More than anybody asks for at once. */
const MOST_KEPT = 16;

/** Files that were asked for over the contract and are fetched over another way. */
export class Downloads {
  readonly #world: Pick<World, 'clock' | 'random'>;
  readonly #offered = new Map<string, { readonly download: Download; readonly untilMs: number }>();

  constructor(world: Pick<World, 'clock' | 'random'>) {
    this.#world = world;
  }

  /** Keeps a file for whoever has the ticket. */
  offer(download: Download): string {
    const ticket = this.#world.random.uuid();
    this.#offered.set(ticket, { download, untilMs: this.#world.clock.elapsed() + GOOD_FOR_MS });
    for (const oldest of this.#offered.keys()) {
      if (this.#offered.size <= MOST_KEPT) break;
      this.#offered.delete(oldest);
    }
    return ticket;
  }

  /** The file of a ticket, once; null when it is not known, used or too old. */
  take(ticket: string): Download | null {
    const offered = this.#offered.get(ticket);
    this.#offered.delete(ticket);
    return offered !== undefined && offered.untilMs > this.#world.clock.elapsed() ? offered.download : null;
  }
}
