import { FaultError } from '../../../../shared/fault.ts';
import type { SourceEntry } from '../../../ports/read-only-folder.ts';
import { isAtOrBelow } from '../records/initial-scan-records.ts';
import type { SeenBefore } from '../records/initial-scan-records.ts';
import type { OpenZone, ZoneContext } from './zone-context.ts';

/**
 * Tells which files of a zone's folder are new: those that were absent in its first complete scan. Modification times
 * cannot tell, because copies and moved folders keep old ones and instrument clocks may be wrong.
 */
export class InitialScan {
  readonly #context: ZoneContext;
  readonly #open: OpenZone;
  /** Paths below which the initial scan is not complete. */
  readonly #due: readonly string[];
  /** Paths that exist but could not be read. */
  readonly unreadable = new Set<string>();

  constructor(context: ZoneContext, open: OpenZone) {
    this.#context = context;
    this.#open = open;
    this.#due = context.records.initialScan.due(open.zone.id);
  }

  /** Something exists at this path and cannot be read: its initial scan stays due. */
  unseen(path: string): void {
    if (this.#isDue(path)) this.unreadable.add(path);
  }

  /**
   * Matches files without a record to files seen before under another path: renamed, moved, or in a folder that was
   * absent for a while.
   */
  async seenBefore(entries: readonly SourceEntry[]): Promise<ReadonlyMap<SourceEntry, SeenBefore>> {
    const found = new Map<SourceEntry, SeenBefore>();
    const taken = new Set<string>();
    for (const entry of entries)
      for (const before of this.#context.records.initialScan.candidates(this.#open.zone.id, entry)) {
        const key = `${before.gone} ${before.item}`;
        if (taken.has(key) || !(await this.#isGone(before))) continue;
        taken.add(key);
        found.set(entry, before);
        break;
      }
    return found;
  }

  /** Whether a new record belongs to the initial scan, so that the start date applies to it. */
  isInitial(path: string, before: SeenBefore | undefined): boolean {
    if (before === undefined) return this.#isDue(path);
    this.#context.records.initialScan.matched(before);
    return before.isFirst;
  }

  /**
   * A full scan is complete. @param seen the folders that were listed;
   * @param root identifies the folder that was scanned.
   */
  complete(seen: ReadonlySet<string>, root: string | null): void {
    const { records } = this.#context;
    const { id } = this.#open.zone;
    // A path that could not be read then and is absent now, such as an unplugged disk, stays due.
    const left = this.#due.filter(path => path !== '' && !seen.has(path));
    records.transaction(() => {
      records.initialScan.setDue(id, [...new Set([...left, ...this.unreadable])]);
      if (root !== null) records.zones.setRoot(id, root);
    });
  }

  #isDue(path: string): boolean {
    return this.#due.some(each => isAtOrBelow(path, each));
  }

  /** A path that cannot be read counts as present: then the new file is a copy. */
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

/** If another folder is now at the zone's path, repeats the initial scan, so that not all of its files count as new. */
export function repeatInitialScanIfReplaced({ records }: ZoneContext, { zone }: OpenZone, root: string | null): void {
  if (root !== null && zone.root !== null && root !== zone.root) records.initialScan.setDue(zone.id, ['']);
}
