import type { ItemId } from '../../../shared/ids.ts';
import { Ignoring } from '../policy/ignore.ts';
import { baseParentAndName, type Item, type Kind, parentAndName, type Tree } from '../item.ts';
import type { LocalObservation, MatchContext, MatchResult, ScanId } from './match-result.ts';
import { KeyOwners } from './key-owners.ts';
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
 * Says which item each found thing is. Who it is (its key) decides first, so that a rename stays a rename; where it is
 * decides when a program saved by replacing the file; anything else is new.
 */
export function matchScan(tree: Tree, look: ScanResult, known: Partial<MatchContext> = {}): MatchResult {
  const seen = { look, ignoring: known.ignoring ?? new Ignoring(), strays: known.strays ?? new Map() };
  const matching = new Matching(tree, seen, 'all');
  const matched = matching.result();
  return matching.missedSome() ? new Matching(tree, seen, 'some').result() : matched;
}

interface Seen extends MatchContext {
  readonly look: ScanResult;
}

class Matching {
  readonly #look: ScanResult;
  readonly #ignoring: Ignoring;
  readonly #names: VolumeNames;
  readonly #strays = new Map<string, Item>();
  /** Strays whose key something else has by now. */
  readonly #lost: { readonly stray: Item; readonly key: string }[] = [];
  /** Whether everything that moved must be among what was listed, or may also be in folders that were not. */
  readonly #listed: 'all' | 'some';
  readonly #byKey = new KeyOwners();
  readonly #byPlace = new Map<string, Item>();
  /** Items without a place here, by the one that was agreed. */
  readonly #byBasePlace = new Map<string, Item>();
  /** Files that are here, but not in the place that was agreed, by that place. */
  readonly #away = new Map<string, Item>();
  /** Files that were moved aside by a save, by the place where the newly written ones stand; and their ids. */
  readonly #savedInto = new Map<string, Item>();
  readonly #saved = new Set<ItemId>();
  readonly #children = new Map<ItemId, Item[]>();
  readonly #keysFound = new Map<string, boolean>();
  /** Keys of what was moved while the look was made, and found in both places. */
  readonly #keysTwice = new Set<string>();
  /** Keys in folders of which it is not known yet which item they are. */
  readonly #keysUnplaced = new Set<string>();
  /** What each path is; undefined where that is not known yet. */
  readonly #scanIds = new Map<string, ScanId | undefined>();
  readonly #formers = new Map<string, ItemId>();
  readonly #seen = new Set<ItemId>();
  readonly #unknown = new Set<ItemId>();
  readonly #observations: LocalObservation[] = [];
  readonly #odd: { path: string; code: string }[] = [];
  readonly #hidden: Hidden[] = [];
  readonly #waiting = new Set<string>();
  /** Whether something may have been moved while the look was made: then the next one must list every folder. */
  #isUnsure = false;
  #displaced: readonly string[] = [];
  #lastNew = 0;

  constructor(tree: Tree, { look, ignoring, strays }: Seen, listed: 'all' | 'some') {
    this.#look = look;
    this.#ignoring = ignoring;
    this.#names = tree.names ?? EXACT_NAMES;
    this.#listed = listed;
    for (const item of tree.items.values()) this.#index(item);
    // What a rule hides is not found: who stands in its former place has taken it over.
    for (const folder of look.changed)
      for (const entry of folder.entries) if (!this.#isIgnored(folder.path, entry)) this.#noteKey(entry);
    for (const [id, key] of strays) this.#indexStray(tree.items.get(id), key);
    this.#scanIds.set('', tree.root);
    this.#formers.set('', tree.root);
  }

  result(): MatchResult {
    for (const folder of this.#look.changed) this.#matchFolder(folder);
    for (const { path, code } of this.#look.unreadable) this.#odd.push({ path, code });
    for (const { path } of this.#look.unreadable) this.#freezeInside(this.#scanIdAt(path));
    this.#displaced = this.#freezeDisplaced();
    const gone = this.#findGone();
    // What could not be seen in a folder now is seen again only if the next look lists it: no digest may match.
    const everywhere = this.#isUnsure ? this.#look.digests.keys() : [];
    const unread = [
      ...this.#look.unreadable.map(({ path }) => path),
      ...this.#displaced,
      ...this.#waiting,
      ...everywhere,
    ];
    const digests = [...this.#look.changed, ...unread.map(path => ({ path, digest: '' }))].flatMap(
      ({ path, digest }) => {
        const scanId = this.#scanIdAt(path);
        return scanId === undefined ? [] : [{ scanId, digest }];
      },
    );
    // What stands in an item's place may be found before the item itself, which moved on.
    const unknown = [...this.#unknown].filter(id => !this.#seen.has(id));
    return { observations: this.#observations, gone, unknown, digests, odd: this.#odd, hidden: this.#hidden };
  }

  /** Whether folders were not listed although they are other folders now. */
  missedSome(): boolean {
    return this.#displaced.length > 0;
  }

  #noteKey(entry: ScannedEntry): void {
    const { key } = entry;
    if (this.#look.isRestless && this.#keysFound.get(key) === true && hasOwnKey(entry)) this.#keysTwice.add(key);
    this.#keysFound.set(key, hasOwnKey(entry));
    if (hasOwnKey(entry)) this.#byKey.found(entry);
  }

  #index(item: Item): void {
    const base = baseParentAndName(this.#names, item.base);
    if (item.local !== null) {
      this.#byKey.add(item.local.key, item);
      const place = parentAndName(this.#names, item.local.parent, item.local.name);
      // What is not in sight only has a place where it once was; what was seen there since is what stands there.
      if (item.localPresence === 'present' || !this.#byPlace.has(place)) this.#byPlace.set(place, item);
      const siblings = this.#children.get(item.local.parent);
      if (siblings === undefined) this.#children.set(item.local.parent, [item]);
      else siblings.push(item);
      if (item.kind === 'file' && base !== null && base !== place) this.#away.set(base, item);
    } else if (base !== null && item.localPresence !== 'present') this.#byBasePlace.set(base, item);
  }

  /** Where something else has its key, which a system gave anew, only that it is nowhere can be told of it. */
  #indexStray(stray: Item | undefined, key: string): void {
    if (stray === undefined || this.#byKey.has(key)) {
      if (stray?.local === null) this.#lost.push({ stray, key });
      return;
    }
    if (this.#keysFound.get(key) === true) this.#forget(stray);
    this.#strays.set(key, stray);
    this.#byKey.add(key, stray);
  }

  /** It is not what it was: it has neither the place, recorded or agreed, nor the key that is recorded. */
  #forget(item: Item): void {
    const { local, base } = item;
    if (local !== null) this.#byKey.forget(local.key, item);
    const places = local === null ? this.#byBasePlace : this.#byPlace;
    const place =
      local === null ? baseParentAndName(this.#names, base) : parentAndName(this.#names, local.parent, local.name);
    if (place !== null && places.get(place)?.id === item.id) places.delete(place);
  }

  #matchFolder(folder: ScannedFolder): void {
    const parent = this.#scanIdAt(folder.path);
    if (parent === undefined) {
      for (const entry of folder.entries) this.#keysUnplaced.add(entry.key);
      return;
    }
    this.#findSaves(parent, folder);
    for (const entry of folder.entries) {
      const path = joined(folder.path, entry.name);
      if (this.#isIgnored(folder.path, entry)) this.#hide(parent, folder.path, entry);
      else if (entry.kind === 'other' || entry.isHollow === true) {
        this.#odd.push({ path, code: whyNotSynced(entry) });
        this.#leaveAlone(parent, entry);
      } else this.#match(parent, path, { ...entry, kind: entry.kind });
    }
  }

  /**
   * Files that a program saved by moving the old file aside in its folder and writing a new one in its place: the new
   * one is the item, edited, and what was moved aside is its backup, or gone by now (S2). Any other rename with a new
   * file in the old place is a rename.
   */
  #findSaves(parent: ScanId, { path: folder, entries }: ScannedFolder): void {
    const names = new Map(entries.map(({ key, name }) => [key, name]));
    for (const entry of entries) {
      const isAside = (now: string): boolean =>
        isBackupName(now, entry.name) || this.#ignoring.ignores(joined(folder, now), 'file');
      if (entry.kind !== 'file' || entry.isHollow === true || entry.links > 1 || this.#isIgnored(folder, entry))
        continue;
      const place = parentAndName(this.#names, parent, entry.name);
      const written = this.#byKey.get(entry.key);
      // What the service has, and stands where it stood, is itself.
      if (!isUnsent(written) && written === this.#byPlace.get(place)) continue;
      const saved = [this.#byPlace.get(place), this.#away.get(place)].find(item => {
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
    return this.#ignoring.ignores(joined(folder, name), kind === 'folder' ? 'folder' : 'file');
  }

  /** Nothing inside of it is matched: whoever went there is out of sight, not gone. */
  #hide(parent: ScanId, folder: string, entry: ScannedEntry): void {
    const { name, kind } = entry;
    this.#hidden.push({ folder, name, kind: kind === 'folder' ? 'folder' : 'file' });
    if (kind === 'folder') this.#scanIds.set(joined(folder, name), undefined);
    this.#keysUnplaced.add(entry.key);
    this.#leaveAlone(parent, entry);
  }

  #match(parent: ScanId, path: string, entry: LocalObservation['entry']): void {
    const item = this.#itemFor(parent, entry);
    if (item === 'later') return this.#wait(parent, path, entry);
    const scanId = item?.id ?? --this.#lastNew;
    if (item !== null) this.#seen.add(item.id);
    if (entry.kind === 'folder') this.#scanIds.set(path, scanId);
    if (item === null || !isUnchanged(item, parent, entry)) this.#observations.push({ scanId, parent, path, entry });
  }

  /** What stands here may be new while what stood here is where nothing was listed: the next look will tell. */
  #wait(parent: ScanId, path: string, entry: LocalObservation['entry']): void {
    const slash = path.lastIndexOf('/');
    this.#waiting.add(slash < 0 ? '' : path.slice(0, slash));
    this.#keysUnplaced.add(entry.key);
    this.#scanIds.set(path, undefined);
    const was = this.#byPlace.get(parentAndName(this.#names, parent, entry.name));
    if (was !== undefined && !this.#seen.has(was.id)) this.#freeze(was);
  }

  /** Which item an entry is; null when it is new. */
  #itemFor(parent: ScanId, entry: LocalObservation['entry']): Item | null | 'later' {
    const place = parentAndName(this.#names, parent, entry.name);
    const saved = this.#savedInto.get(place);
    if (saved !== undefined) return saved;
    const atPlace = this.#free(this.#byPlace.get(place), entry.kind);
    // A key that a system gave anew may still be recorded for something removed: who stands where it stood is itself.
    if (atPlace?.local?.key === entry.key) return atPlace;
    const byKey = hasOwnKey(entry) ? this.#free(this.#byKey.get(entry.key), entry.kind) : null;
    if (byKey === null && this.#keysTwice.has(entry.key)) return 'later';
    const wasReplaced = atPlace !== null && atPlace !== byKey && !this.#keysFound.has(atPlace.local?.key ?? '');
    // Identity follows the path: what stands where a file was is its new content, even if it was another file before (S1).
    const takesPlace = wasReplaced && (entry.kind === 'file' || isUnsent(byKey ?? undefined));
    if (takesPlace) return this.#listed === 'some' ? 'later' : atPlace;
    if (byKey !== null) return byKey;
    return this.#free(this.#byBasePlace.get(place), entry.kind);
  }

  /** The item, if it is of this kind and no other entry is it. */
  #free(item: Item | undefined, kind: Kind): Item | null {
    return item !== undefined && item.kind === kind && !this.#isTaken(item) ? item : null;
  }

  #isTaken(item: Item): boolean {
    return this.#seen.has(item.id) || this.#saved.has(item.id);
  }

  /** Skipped by rule, or no file or folder: whatever item it was is frozen, never taken for removed. */
  #leaveAlone(parent: ScanId, entry: ScannedEntry): void {
    const was = this.#byKey.get(entry.key) ?? this.#byPlace.get(parentAndName(this.#names, parent, entry.name));
    if (was !== undefined && !this.#isTaken(was)) this.#freeze(was);
  }

  #freeze(item: Item): void {
    this.#unknown.add(item.id);
    for (const child of this.#children.get(item.id) ?? []) if (!this.#seen.has(child.id)) this.#freeze(child);
  }

  #freezeInside(folder: ScanId | undefined): void {
    for (const child of folder === undefined ? [] : (this.#children.get(folder as ItemId) ?? []))
      if (!this.#seen.has(child.id)) this.#freeze(child);
  }

  /**
   * Folders that have the entries of the one that was in their place, and are not that one (it was renamed, another one
   * made, and everything moved there): they were not listed, so what is in them waits for the next look.
   * @returns their paths.
   */
  #freezeDisplaced(): readonly string[] {
    const listed = new Set(this.#look.changed.map(({ path }) => path));
    const displaced: string[] = [];
    for (const path of this.#look.digests.keys()) {
      const former = listed.has(path) ? undefined : this.#formerAt(path);
      const now = this.#scanIdAt(path);
      if (former === undefined || former === now) continue;
      displaced.push(path);
      this.#freezeInside(former);
      this.#freezeInside(now);
    }
    return displaced;
  }

  /** The folder that was at a path before this look. */
  #formerAt(path: string): ItemId | undefined {
    const known = this.#formers.get(path);
    if (known !== undefined) return known;
    const slash = path.lastIndexOf('/');
    const item = this.#folderIn(this.#formerAt(slash < 0 ? '' : path.slice(0, slash)), path.slice(slash + 1));
    if (item !== null) this.#formers.set(path, item.id);
    return item?.id;
  }

  /** The folder that had a name in a folder before this look. */
  #folderIn(parent: ScanId | undefined, name: string): Item | null {
    const item = parent === undefined ? undefined : this.#byPlace.get(parentAndName(this.#names, parent, name));
    return item?.kind === 'folder' ? item : null;
  }

  /** Items of folders that were read, or that are no more, and that were found nowhere. */
  #findGone(): ItemId[] {
    const gone: ItemId[] = [];
    const visit = (item: Item): void => {
      if (this.#seen.has(item.id) || this.#unknown.has(item.id)) return;
      if (this.#keysUnplaced.has(item.local?.key ?? '')) return this.#freeze(item);
      if (this.#mayHaveMoved(item)) return this.#freeze(item);
      gone.push(item.id);
      this.#seen.add(item.id);
      for (const child of this.#children.get(item.id) ?? []) visit(child);
    };
    for (const { path } of this.#look.changed) {
      const folder = this.#scanIdAt(path);
      for (const child of folder === undefined ? [] : (this.#children.get(folder as ItemId) ?? []))
        if (this.#wasHidden(path, child)) this.#freeze(child);
        else visit(child);
    }
    if (!this.#isWhole()) return gone;
    for (const [key, stray] of this.#strays)
      if (!this.#keysUnplaced.has(key) && !this.#keysFound.has(key)) visit(stray);
    for (const { stray, key } of this.#lost) if (!this.#keysUnplaced.has(key)) visit(stray);
    return gone;
  }

  /**
   * While names change, a look can miss what is moved from a folder that it has still to read into one it has read. So
   * the first one says nothing; the next does, or removals would never be seen where somebody writes without end.
   */
  #mayHaveMoved({ localPresence }: Item): boolean {
    if (!this.#look.isRestless || localPresence !== 'present') return false;
    this.#isUnsure = true;
    return true;
  }

  /** Whether every folder was listed: then what was found nowhere is nowhere. */
  #isWhole(): boolean {
    const listed = new Set(this.#look.changed.map(({ path }) => path));
    return this.#look.unreadable.length === 0 && [...this.#look.digests.keys()].every(path => listed.has(path));
  }

  /** What a rule hides is not looked for: that it is not there says nothing, unless only this computer ever had it. */
  #wasHidden(folder: string, { id, base, kind, local, remote }: Item): boolean {
    if (local === null || this.#seen.has(id) || (base === null && remote === null)) return false;
    return this.#ignoring.ignores(joined(folder, local.name), kind);
  }

  /** The folder at a path: found in this look, or known from before and unchanged since. */
  #scanIdAt(path: string): ScanId | undefined {
    if (this.#scanIds.has(path)) return this.#scanIds.get(path);
    const slash = path.lastIndexOf('/');
    const item = this.#folderIn(this.#scanIdAt(slash < 0 ? '' : path.slice(0, slash)), path.slice(slash + 1));
    if (item !== null) this.#scanIds.set(path, item.id);
    return item?.id;
  }
}

function joined(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
