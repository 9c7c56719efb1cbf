import type { ItemId } from '../../../shared/ids.ts';
import { joinPath } from '../../../shared/local-path.ts';
import { eachInParts, type InParts, toEnd } from '../in-parts.ts';
import { Ignoring } from '../policy/ignore.ts';
import { type Item, type Kind, parentAndName, type Tree } from '../item.ts';
import type { LocalObservation, MatchContext, MatchResult, ScanId } from './match-result.ts';
import { ItemLookup } from './item-lookup.ts';
import { whyNotSynced } from './unreadable-names.ts';
import {
  type Hidden,
  isUnchanged,
  hasOwnKey,
  type ScanResult,
  type ScannedEntry,
  type ScannedFolder,
} from './scan-result.ts';
import { isUnsent } from '../plan/unmatched-items.ts';
import { haveSwapped, isBackupName } from './backup-names.ts';
import { EXACT_NAMES, type VolumeNames } from '../names/volume-names.ts';

/**
 * Decides which item each scanned entry is, in this order:
 * - The key, which identifies the file: `a.csv` renamed to `b.csv` stays the same item, and keeps its history at the
 *   service.
 * - The path, when its old file is gone: a program saved by replacing the file.
 * - Otherwise the entry is new.
 * A partial scan proves less: a file missing in a listed folder may be in one that was not listed. Then the entry waits
 * for the next scan instead of being taken for a replacement.
 */
export function matchScan(tree: Tree, scan: ScanResult, known: Partial<MatchContext> = {}): MatchResult {
  return toEnd(matchInParts(tree, scan, known));
}

/** The same in parts. */
export function* matchInParts(tree: Tree, scan: ScanResult, known: Partial<MatchContext> = {}): InParts<MatchResult> {
  const seen = { scan, ignoring: known.ignoring ?? new Ignoring(), strays: known.strays ?? new Map() };
  // First assume that everything that moved is in a listed folder. If a folder turns out to be another one than
  // before without having been listed, that assumption is wrong: match again without it.
  const matching = new Matching(tree, yield* ItemLookup.of(tree), { ...seen, listed: 'all' });
  const matched = yield* matching.result();
  if (!matching.missedSome()) return matched;
  return yield* new Matching(tree, yield* ItemLookup.of(tree), { ...seen, listed: 'some' }).result();
}

interface MatchInput extends MatchContext {
  readonly scan: ScanResult;
  /** `all`: everything that moved must be in a listed folder; `some`: it may also be in a folder that was not listed. */
  readonly listed: 'all' | 'some';
}

/** Listed folders that are matched in one part. */
const FOLDERS_OF_A_PART = 32;

class Matching {
  readonly #scan: ScanResult;
  readonly #ignoring: Ignoring;
  readonly #names: VolumeNames;
  readonly #strays = new Map<string, Item>();
  /** Strays whose key belongs to another entry by now. */
  readonly #lost: { readonly stray: Item; readonly key: string }[] = [];
  readonly #listed: MatchInput['listed'];
  readonly #known: ItemLookup;
  /** Files whose program saved by renaming the old file, by the path of the newly written file; and their ids. */
  readonly #savedInto = new Map<string, Item>();
  readonly #saved = new Set<ItemId>();
  readonly #keysFound = new Map<string, boolean>();
  /** Keys that were found in two folders, because the file was moved during the scan. */
  readonly #keysTwice = new Set<string>();
  /** Keys of entries in folders whose own item is not known yet. */
  readonly #keysUnplaced = new Set<string>();
  /** The id at each path; undefined where it is not known yet. */
  readonly #scanIds = new Map<string, ScanId | undefined>();
  readonly #formers = new Map<string, ItemId>();
  readonly #seen = new Set<ItemId>();
  readonly #unknown = new Set<ItemId>();
  readonly #observations: LocalObservation[] = [];
  readonly #odd: { path: string; code: string }[] = [];
  readonly #hidden: Hidden[] = [];
  readonly #waiting = new Set<string>();
  /** Whether a file may have been moved during the scan. Then the next scan must list every folder. */
  #isUnsure = false;
  #displaced: readonly string[] = [];
  #lastNew = 0;

  constructor(tree: Tree, known: ItemLookup, { scan, ignoring, strays, listed }: MatchInput) {
    this.#scan = scan;
    this.#ignoring = ignoring;
    this.#names = tree.names ?? EXACT_NAMES;
    this.#listed = listed;
    this.#known = known;
    // Ignored entries are not matched: another entry at the path of an ignored item has taken it over.
    for (const folder of scan.changed)
      for (const entry of folder.entries) if (!this.#isIgnored(folder.path, entry)) this.#noteKey(entry);
    for (const [id, key] of strays) this.#indexStray(tree.items.get(id), key);
    this.#scanIds.set('', tree.root);
    this.#formers.set('', tree.root);
  }

  *result(): InParts<MatchResult> {
    yield* eachInParts(this.#scan.changed, folder => this.#matchFolder(folder), FOLDERS_OF_A_PART);
    for (const { path, code } of this.#scan.unreadable) this.#odd.push({ path, code });
    for (const { path } of this.#scan.unreadable) this.#freezeInside(this.#scanIdAt(path));
    this.#displaced = this.#freezeDisplaced();
    const gone = this.#findGone();
    // These folders have to be listed by the next scan, even if nothing changes in them until then. An empty digest
    // never matches.
    const everywhere = this.#isUnsure ? this.#scan.digests.keys() : [];
    const unread = [
      ...this.#scan.unreadable.map(({ path }) => path),
      ...this.#displaced,
      ...this.#waiting,
      ...everywhere,
    ];
    const digests = [...this.#scan.changed, ...unread.map(path => ({ path, digest: '' }))].flatMap(
      ({ path, digest }) => {
        const scanId = this.#scanIdAt(path);
        return scanId === undefined ? [] : [{ scanId, digest }];
      },
    );
    // An item's path may be found occupied before the item itself is found in another folder.
    const unknown = [...this.#unknown].filter(id => !this.#seen.has(id));
    return { observations: this.#observations, gone, unknown, digests, odd: this.#odd, hidden: this.#hidden };
  }

  /** Whether folders were not listed although they are no longer the same folders. */
  missedSome(): boolean {
    return this.#displaced.length > 0;
  }

  /**
   * Records that a key was found, before any entry is matched: a file that was renamed must not be taken for replaced.
   */
  #noteKey(entry: ScannedEntry): void {
    const { key } = entry;
    if (this.#scan.isRestless && this.#keysFound.get(key) === true && hasOwnKey(entry)) this.#keysTwice.add(key);
    this.#keysFound.set(key, hasOwnKey(entry));
    if (hasOwnKey(entry)) this.#known.byKey.found(entry);
  }

  /**
   * Another entry has the key of this stray, because the file system reused the key. Then the key cannot identify the
   * stray any more; a full scan can still prove that it is gone.
   */
  #indexStray(stray: Item | undefined, key: string): void {
    if (stray === undefined || this.#known.byKey.has(key)) {
      if (stray?.local === null) this.#lost.push({ stray, key });
      return;
    }
    if (this.#keysFound.get(key) === true) this.#known.forget(stray);
    this.#strays.set(key, stray);
    this.#known.byKey.add(key, stray);
  }

  #matchFolder(folder: ScannedFolder): void {
    const parent = this.#scanIdAt(folder.path);
    if (parent === undefined) {
      for (const entry of folder.entries) this.#keysUnplaced.add(entry.key);
      return;
    }
    this.#findSaves(parent, folder);
    for (const entry of folder.entries) {
      const path = joinPath(folder.path, entry.name);
      if (this.#isIgnored(folder.path, entry)) this.#hide(parent, folder.path, entry);
      else if (entry.kind === 'other' || entry.isHollow === true) {
        this.#odd.push({ path, code: whyNotSynced(entry) });
        this.#leaveAlone(parent, entry);
      } else this.#match(parent, path, { ...entry, kind: entry.kind });
    }
  }

  /**
   * Finds files that a program saved in two steps: rename the old file in its folder, write a new one under its name.
   * The new file is the item with new content; the renamed one is a backup, or was removed already (hazard S2). A
   * rename to any other name, with a new file at the old path, is a real rename.
   */
  #findSaves(parent: ScanId, { path: folder, entries }: ScannedFolder): void {
    const names = new Map(entries.map(({ key, name }) => [key, name]));
    for (const entry of entries) {
      const isAside = (now: string): boolean =>
        isBackupName(now, entry.name) || this.#ignoring.ignores(joinPath(folder, now), 'file');
      if (entry.kind !== 'file' || entry.isHollow === true || entry.links > 1 || this.#isIgnored(folder, entry))
        continue;
      const place = parentAndName(this.#names, parent, entry.name);
      const written = this.#known.byKey.get(entry.key);
      // A file that the service has, found at its recorded path, was not replaced.
      if (!isUnsent(written) && written === this.#known.byPath.get(place)) continue;
      const saved = [this.#known.byPath.get(place), this.#known.awayFromBase.get(place)].find(item => {
        if (item?.local?.parent !== parent || item.local.key === entry.key || isUnsent(item)) return false;
        const now = names.get(item.local.key);
        const isGone = now === undefined && item.local.name !== entry.name && !this.#keysFound.has(item.local.key);
        return this.#free(item, 'file') !== null && (isGone || (now !== undefined && isAside(now)));
      });
      if (saved === undefined || haveSwapped(saved, written, names)) continue;
      this.#savedInto.set(place, saved);
      this.#saved.add(saved.id);
    }
  }

  #isIgnored(folder: string, { name, kind }: ScannedEntry): boolean {
    return this.#ignoring.ignores(joinPath(folder, name), kind === 'folder' ? 'folder' : 'file');
  }

  /**
   * Ignores an entry. What is inside an ignored folder is not matched either: an item that was moved into it is out of
   * sight, not gone.
   */
  #hide(parent: ScanId, folder: string, entry: ScannedEntry): void {
    const { name, kind } = entry;
    this.#hidden.push({ folder, name, kind: kind === 'folder' ? 'folder' : 'file' });
    if (kind === 'folder') this.#scanIds.set(joinPath(folder, name), undefined);
    this.#keysUnplaced.add(entry.key);
    this.#leaveAlone(parent, entry);
  }

  /**
   * Matches one entry, and reports it if it differs from what is recorded of its item.
   */
  #match(parent: ScanId, path: string, entry: LocalObservation['entry']): void {
    const item = this.#itemFor(parent, entry);
    if (item === 'later') return this.#wait(parent, path, entry);
    const scanId = item?.id ?? --this.#lastNew;
    if (item !== null) this.#seen.add(item.id);
    if (entry.kind === 'folder') this.#scanIds.set(path, scanId);
    if (item === null || !isUnchanged(item, parent, entry)) this.#observations.push({ scanId, parent, path, entry });
  }

  /**
   * Postpones an entry to the next scan. It looks new, but the item that was at its path may have moved to a folder
   * that was not listed. Deciding now could turn a move into a removal and an upload.
   */
  #wait(parent: ScanId, path: string, entry: LocalObservation['entry']): void {
    const slash = path.lastIndexOf('/');
    this.#waiting.add(slash < 0 ? '' : path.slice(0, slash));
    this.#keysUnplaced.add(entry.key);
    this.#scanIds.set(path, undefined);
    const was = this.#known.byPath.get(parentAndName(this.#names, parent, entry.name));
    if (was !== undefined && !this.#seen.has(was.id)) this.#freeze(was);
  }

  /** Finds the item of an entry. @returns null when the entry is new, `later` when only the next scan can tell. */
  #itemFor(parent: ScanId, entry: LocalObservation['entry']): Item | null | 'later' {
    const place = parentAndName(this.#names, parent, entry.name);
    const saved = this.#savedInto.get(place);
    if (saved !== undefined) return saved;
    const atPlace = this.#free(this.#known.byPath.get(place), entry.kind);
    // A removed item may still be recorded with this key, which the file system has reused. An entry at its own
    // recorded path with its own key is itself.
    if (atPlace?.local?.key === entry.key) return atPlace;
    // Hard links share one key, so the key of such an entry does not tell which of the names it is.
    const byKey = hasOwnKey(entry) ? this.#free(this.#known.byKey.get(entry.key), entry.kind) : null;
    // The file was moved during the scan and seen at both paths. Which of them is current, only the next scan tells.
    if (byKey === null && this.#keysTwice.has(entry.key)) return 'later';
    // The item at this path was replaced if its own key was found nowhere: had it been renamed, its key would be
    // somewhere.
    const wasReplaced = atPlace !== null && atPlace !== byKey && !this.#keysFound.has(atPlace.local?.key ?? '');
    // The path decides for a replaced file: a new file at the path of a file that is gone is its new content (hazard
    // S1). For a folder only if the service does not know it, because its content would move along.
    const takesPlace = wasReplaced && (entry.kind === 'file' || isUnsent(byKey ?? undefined));
    if (takesPlace) return this.#listed === 'some' ? 'later' : atPlace;
    if (byKey !== null) return byKey;
    return this.#free(this.#known.byBasePath.get(place), entry.kind);
  }

  /** The item, if it has this kind and no other entry was matched with it. */
  #free(item: Item | undefined, kind: Kind): Item | null {
    return item !== undefined && item.kind === kind && !this.#isTaken(item) ? item : null;
  }

  #isTaken(item: Item): boolean {
    return this.#seen.has(item.id) || this.#saved.has(item.id);
  }

  /**
   * An entry that is ignored or of another kind (a link, a device) stands for an item: freeze the item. It must not
   * count as removed, or the service would lose the file.
   */
  #leaveAlone(parent: ScanId, entry: ScannedEntry): void {
    const was =
      this.#known.byKey.get(entry.key) ?? this.#known.byPath.get(parentAndName(this.#names, parent, entry.name));
    if (was !== undefined && !this.#isTaken(was)) this.#freeze(was);
  }

  /** Marks an item and everything in it as unknown: no decision until a later scan finds it or proves it gone. */
  #freeze(item: Item): void {
    this.#unknown.add(item.id);
    for (const child of this.#known.children.get(item.id) ?? []) if (!this.#seen.has(child.id)) this.#freeze(child);
  }

  #freezeInside(folder: ScanId | undefined): void {
    for (const child of folder === undefined ? [] : (this.#known.children.get(folder as ItemId) ?? []))
      if (!this.#seen.has(child.id)) this.#freeze(child);
  }

  /**
   * Finds folders that were not listed because their entries are unchanged, but that are other folders now: `a` was
   * renamed to `b`, a new `a` was made, and everything was moved into it. Their content waits for the next scan, which
   * has to list them.
   * @returns their paths.
   */
  #freezeDisplaced(): readonly string[] {
    const listed = new Set(this.#scan.changed.map(({ path }) => path));
    const displaced: string[] = [];
    for (const path of this.#scan.digests.keys()) {
      const former = listed.has(path) ? undefined : this.#formerAt(path);
      const now = this.#scanIdAt(path);
      if (former === undefined || former === now) continue;
      displaced.push(path);
      this.#freezeInside(former);
      this.#freezeInside(now);
    }
    return displaced;
  }

  /** The folder that was at a path before this scan. */
  #formerAt(path: string): ItemId | undefined {
    const known = this.#formers.get(path);
    if (known !== undefined) return known;
    const slash = path.lastIndexOf('/');
    const item = this.#folderIn(this.#formerAt(slash < 0 ? '' : path.slice(0, slash)), path.slice(slash + 1));
    if (item !== null) this.#formers.set(path, item.id);
    return item?.id;
  }

  /** The folder with a name in a parent before this scan. */
  #folderIn(parent: ScanId | undefined, name: string): Item | null {
    const item = parent === undefined ? undefined : this.#known.byPath.get(parentAndName(this.#names, parent, name));
    return item?.kind === 'folder' ? item : null;
  }

  /**
   * Items whose folder was read, or is gone, and that were found nowhere. Everything that could still be somewhere is
   * frozen instead: only a proven absence may become a removal.
   */
  #findGone(): ItemId[] {
    const gone: ItemId[] = [];
    const visit = (item: Item): void => {
      if (this.#seen.has(item.id) || this.#unknown.has(item.id)) return;
      // Its key was found in a folder whose own item is not known yet, so it exists somewhere.
      if (this.#keysUnplaced.has(item.local?.key ?? '')) return this.#freeze(item);
      if (this.#mayHaveMoved(item)) return this.#freeze(item);
      gone.push(item.id);
      this.#seen.add(item.id);
      for (const child of this.#known.children.get(item.id) ?? []) visit(child);
    };
    for (const { path } of this.#scan.changed) {
      const folder = this.#scanIdAt(path);
      for (const child of folder === undefined ? [] : (this.#known.children.get(folder as ItemId) ?? []))
        if (this.#wasHidden(path, child)) this.#freeze(child);
        else visit(child);
    }
    // Strays have no path whose folder could be listed: only a complete scan proves that they are gone.
    if (!this.#isWhole()) return gone;
    for (const [key, stray] of this.#strays)
      if (!this.#keysUnplaced.has(key) && !this.#keysFound.has(key)) visit(stray);
    for (const { stray, key } of this.#lost) if (!this.#keysUnplaced.has(key)) visit(stray);
    return gone;
  }

  /**
   * While names change, a scan can miss a file that is moved from a folder not read yet into one already read. So the
   * first scan that misses it does not count. The next one does, or removals would never be noticed where a program
   * writes all the time.
   */
  #mayHaveMoved({ localPresence }: Item): boolean {
    if (!this.#scan.isRestless || localPresence !== 'present') return false;
    this.#isUnsure = true;
    return true;
  }

  /** Whether every folder was listed. Only then is an item that was not found proven to be gone. */
  #isWhole(): boolean {
    const listed = new Set(this.#scan.changed.map(({ path }) => path));
    return this.#scan.unreadable.length === 0 && [...this.#scan.digests.keys()].every(path => listed.has(path));
  }

  /**
   * An ignored item is not searched for, so its absence proves nothing. Only an item that the service never had may be
   * dropped.
   */
  #wasHidden(folder: string, { id, base, kind, local, remote }: Item): boolean {
    if (local === null || this.#seen.has(id) || (base === null && remote === null)) return false;
    return this.#ignoring.ignores(joinPath(folder, local.name), kind);
  }

  /** The id of the folder at a path: found by this scan, or recorded and unchanged. */
  #scanIdAt(path: string): ScanId | undefined {
    if (this.#scanIds.has(path)) return this.#scanIds.get(path);
    const slash = path.lastIndexOf('/');
    const item = this.#folderIn(this.#scanIdAt(slash < 0 ? '' : path.slice(0, slash)), path.slice(slash + 1));
    if (item !== null) this.#scanIds.set(path, item.id);
    return item?.id;
  }
}
