import { FaultError } from '../../../../shared/fault.ts';
import type { SourceEntry } from '../../../ports/source.ts';
import { isAtOrBelow } from '../records/first-records.ts';
import type { SeenBefore } from '../records/first-records.ts';
import type { OpenZone, ZoneContext } from './zone-context.ts';

/**
 * What is new in a zone's folder: what was not there when it was gone through for the first time to its end. Times of files
 * do not decide that: a copy keeps its old one, a folder that is moved in too, and an instrument's clock may be wrong.
 */
export class FirstLook {
  readonly #context: ZoneContext;
  readonly #open: OpenZone;
  /** Paths below which the first look is still under way. */
  readonly #due: readonly string[];
  /** Paths at which something is that could not be looked at. */
  readonly #unseen = new Set<string>();

  constructor(context: ZoneContext, open: OpenZone) {
    this.#context = context;
    this.#open = open;
    this.#due = context.records.first.due(open.zone.id);
  }

  /** Something is there and cannot be looked at: its own first look is still to come. */
  unseen(path: string): void {
    if (this.#isDue(path)) this.#unseen.add(path);
  }

  /** What names that are not listed yet were before: renamed, moved, or in a folder that was away for a while. */
  async seenBefore(entries: readonly SourceEntry[]): Promise<ReadonlyMap<SourceEntry, SeenBefore>> {
    const found = new Map<SourceEntry, SeenBefore>();
    const taken = new Set<string>();
    for (const entry of entries)
      for (const before of this.#context.records.first.like(this.#open.zone.id, entry)) {
        const key = `${before.gone} ${before.item}`;
        if (taken.has(key) || !(await this.#isGone(before))) continue;
        taken.add(key);
        found.set(entry, before);
        break;
      }
    return found;
  }

  /** Whether a file that is listed from now on is one of the first look, of which the start date decides by its time. */
  takesIn(path: string, before: SeenBefore | undefined): boolean {
    if (before === undefined) return this.#isDue(path);
    this.#context.records.first.found(before);
    return before.isFirst;
  }

  /** A whole look came to its end. @param seen the folders that were gone through; @param root which folder it was. */
  ended(seen: ReadonlySet<string>, root: string | null): void {
    const { records } = this.#context;
    const { id } = this.#open.zone;
    // What was out of sight then and is not there now, such as a disk that is not connected, is still to be seen.
    const left = this.#due.filter(path => path !== '' && !seen.has(path));
    records.transaction(() => {
      records.first.setDue(id, [...new Set([...left, ...this.#unseen])]);
      if (root !== null) records.zones.setRoot(id, root);
    });
  }

  #isDue(path: string): boolean {
    return this.#due.some(each => isAtOrBelow(path, each));
  }

  /** What cannot be looked at counts as there: then the other one is a copy. */
  async #isGone({ gone, path }: SeenBefore): Promise<boolean> {
    if (gone !== null) return true;
    try {
      return (await this.#open.source.stat(path)) === null;
    } catch (error) {
      if (error instanceof FaultError) return false;
      throw error;
    }
  }
}

/** Another folder in the place of the one that was looked at: its first look is to be made, so that not all of it is new. */
export function beginFirstLookAnew({ records }: ZoneContext, { zone }: OpenZone, root: string | null): void {
  if (root !== null && zone.root !== null && root !== zone.root) records.first.setDue(zone.id, ['']);
}
