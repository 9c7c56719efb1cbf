import { FaultError } from '../../../../shared/fault.ts';
import type { SourceEntry } from '../../../ports/source.ts';
import { Choosing } from './file-choice.ts';
import { datasetOf } from './dataset.ts';
import { FirstLook } from './first-scan.ts';
import type { Known } from '../records/file-records.ts';
import { isAtOrBelow } from '../records/first-records.ts';
import type { SeenBefore } from '../records/first-records.ts';
import type { OpenZone, ZoneParts } from './zone-context.ts';
import { couldBeMarker, quietMs } from './settle.ts';

/** What a look at a folder cannot tell of, with the system's word. */
export interface Unreadable {
  readonly path: string;
  readonly code: string;
}

/** What came of going through a zone's folder. */
export interface ScanReport {
  readonly files: number;
  /** Folders that were gone through. */
  readonly folders: number;
  /** Whether it came to its end. */
  readonly isWhole: boolean;
  readonly unreadable: readonly Unreadable[];
  /** Whether anything was other than before. */
  readonly isNews: boolean;
  /** How many could not be read; `unreadable` names the first of them. */
  readonly unreadableCount: number;
  /** Names directly in the zone's folder that say of a run that it is finished, and are not sent themselves. */
  readonly markers: ReadonlySet<string>;
}

const MOST_NAMED = 100;
const PAGE = 500;

/** A part of a look, and what is done between its steps. */
export interface ScanWish {
  /** The folder below which it looks; empty: everywhere. */
  readonly top?: string;
  /** Only what is directly in it. */
  readonly isShallow?: boolean;
  /** Which folder it is that is gone through whole; null: it cannot be told. */
  readonly root?: string | null;
  /** Asked again and again, so that a long look holds nothing else up; with false it ends where it is. */
  readonly between?: () => Promise<boolean>;
}

/**
 * Goes through a zone's folder, or the part of it below `top`, and writes down what is there: folder by folder and a few
 * hundred names at a time, so that memory does not grow with their number.
 * @throws FaultError when the folder itself cannot be read; what `between` throws.
 */
export async function scan(
  parts: ZoneParts,
  open: OpenZone,
  { top = '', isShallow = false, root = null, between = async () => true }: ScanWish = {},
): Promise<ScanReport> {
  const walk = new Walk(parts, open, between);
  return walk.run({ top, isShallow, root });
}

/** Why a name has nothing that could be sent: the system's word, or ours. */
export function whyUnreadable({ stamp }: Pick<SourceEntry, 'stamp'>): string {
  if (stamp === 'name') return 'no valid text';
  return isSystemWord(stamp) ? stamp : 'no regular file';
}

/** Whether something stands behind a name that could not be seen, so that nobody knows what is there. */
export function isSystemWord(code: string): boolean {
  return /^E[A-Z]+$/.test(code);
}

class Walk {
  readonly #parts: ZoneParts;
  readonly #open: OpenZone;
  readonly #choosing: Choosing;
  readonly #first: FirstLook;
  readonly #between: () => Promise<boolean>;
  #isEnded = false;
  readonly #unreadable: Unreadable[] = [];
  readonly #blind: string[] = [];
  readonly #markers = new Set<string>();
  #unreadableCount = 0;
  #files = 0;
  #isNews = false;
  #hasGone = false;

  constructor(parts: ZoneParts, open: OpenZone, between: () => Promise<boolean>) {
    this.#parts = parts;
    this.#open = open;
    this.#between = between;
    this.#choosing = new Choosing(open.zone.wish);
    this.#first = new FirstLook(parts, open);
  }

  async run({ top, isShallow, root }: Required<Omit<ScanWish, 'between'>>): Promise<ScanReport> {
    const seen = new Set<string>();
    const left = [top];
    for (let folder = left.pop(); folder !== undefined && !this.#isEnded; folder = left.pop()) {
      seen.add(folder);
      try {
        const folders = await this.#folder(folder);
        if (!isShallow) for (const each of folders) left.push(each);
      } catch (error) {
        if (!(error instanceof FaultError) || folder === top) throw error;
        if (error.fault.kind !== 'disk-refused') continue;
        this.#note(folder, error.fault.code);
        this.#blind.push(folder);
        this.#first.unseen(folder);
      }
    }
    if (!isShallow && !this.#isEnded) await this.#dropGoneFolders(top, seen);
    if (top === '' && !isShallow && !this.#isEnded) this.#first.ended(seen, root);
    if ((top === '' && !isShallow) || this.#hasGone) this.#parts.records.runs.dropEmpty(this.#open.zone.id);
    const { length } = this.#unreadable;
    return {
      files: this.#files,
      folders: seen.size,
      isWhole: !this.#isEnded,
      unreadable: this.#unreadable,
      isNews: this.#isNews,
      unreadableCount: Math.max(length, this.#unreadableCount),
      markers: this.#markers,
    };
  }

  /** @returns the folders in it that are to be looked into. */
  async #folder(folder: string): Promise<readonly string[]> {
    const folders: string[] = [];
    let present = 0;
    for await (const entries of this.#open.source.list(folder)) {
      const files: SourceEntry[] = [];
      for (const entry of entries) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.kind === 'file') files.push(entry);
        else if (entry.kind === 'other') this.#noteUnlessExcluded(path, entry);
        else if (this.#goesInto(path)) folders.push(path);
      }
      present += await this.#see(folder, files);
      this.#isEnded = !(await this.#between());
      if (this.#isEnded) return [];
    }
    if (present !== this.#parts.records.files.countIn(this.#open.zone.id, folder)) await this.#dropGone(folder);
    return folders;
  }

  #goesInto(folder: string): boolean {
    return this.#open.zone.wish.subfolders && !this.#choosing.skipsFolder(folder);
  }

  /** @returns how many of them are kept. */
  async #see(folder: string, entries: readonly SourceEntry[]): Promise<number> {
    const { records } = this.#parts;
    const wanted = entries.filter(({ name }) => this.#isWanted(folder === '' ? name : `${folder}/${name}`));
    if (wanted.length === 0) return 0;
    const names = wanted.map(({ name }) => name);
    const known = records.files.named(this.#open.zone.id, folder, names);
    const news = wanted.filter(entry => {
      const before = known.get(entry.name);
      return before === undefined || before.stamp !== entry.stamp || !before.isPresent;
    });
    this.#files += wanted.length;
    if (news.length === 0) return wanted.length;
    this.#isNews = true;
    const seenBefore = await this.#first.seenBefore(news.filter(({ name }) => !known.has(name)));
    records.transaction(() => {
      for (const entry of news) {
        const before = known.get(entry.name);
        if (before === undefined) this.#add(folder, entry, seenBefore.get(entry));
        else this.#write(entry, before);
      }
    });
    return wanted.length;
  }

  #isWanted(path: string): boolean {
    const { settle } = this.#open.zone.wish;
    // A marker beside the runs says that one is finished, and is no result itself; inside of a run it is sent with it.
    if (settle.kind === 'marker' && !path.includes('/') && couldBeMarker(settle.name, path)) {
      this.#markers.add(path);
      return false;
    }
    return this.#choosing.verdict(path) === 'send';
  }

  #add(folder: string, entry: SourceEntry, seenBefore: SeenBefore | undefined): void {
    const { records, world } = this.#parts;
    const { id: zone, wish } = this.#open.zone;
    const now = world.clock.now();
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    const { inside, ...set } = datasetOf(wish, path);
    const run = records.runs.seen(zone, set, now);
    const quietAt = now + quietMs(wish.quietSeconds, entry.sizeBytes, 0);
    const isFirst = this.#first.takesIn(path, seenBefore);
    records.files.add({ zone, run, folder, inside, isFirst }, entry, { changedAt: now, quietAt });
  }

  #write(entry: SourceEntry, known: Known): void {
    const { records, world } = this.#parts;
    const now = world.clock.now();
    const before = known.stamp === entry.stamp ? null : records.files.get(known.id);
    if (before === null) return records.files.setPresent(known.id, true);
    // A file that has arrived, or was gone, begins again; pauses between its writes say nothing of how it is written.
    const isGrowing = before.state === 'waiting' && before.sent === null && before.isPresent;
    const gapMs = isGrowing ? Math.max(before.gapMs, now - before.changedAt) : 0;
    const quietAt = now + quietMs(this.#open.zone.wish.quietSeconds, entry.sizeBytes, gapMs);
    records.files.changed(before.id, entry, { changedAt: now, quietAt, gapMs });
  }

  /** Something that was in a folder is there no more: each is looked at by itself. */
  async #dropGone(folder: string): Promise<void> {
    const { files } = this.#parts.records;
    let after = '';
    for (;;) {
      const page = files.presentIn(this.#open.zone.id, folder, after, PAGE);
      if (page.length === 0) return;
      for (const item of page) {
        const there = await this.#open.source.stat(item.path).catch(() => 'unknown' as const);
        // What a rule leaves out since then is as good as gone.
        const isGone = (there !== 'unknown' && there?.kind !== 'file') || !this.#isWanted(item.path);
        if (isGone) this.#gone(item.id);
      }
      after = page.at(-1)?.name ?? '';
    }
  }

  async #dropGoneFolders(top: string, seen: ReadonlySet<string>): Promise<void> {
    const { files } = this.#parts.records;
    for (const folder of files.folders(this.#open.zone.id, top)) {
      if (seen.has(folder) || this.#blind.some(each => isAtOrBelow(folder, each))) continue;
      await this.#dropGone(folder);
    }
  }

  #gone(id: number): void {
    this.#isNews = true;
    this.#hasGone = true;
    this.#parts.records.files.setPresent(id, false);
  }

  #noteUnlessExcluded(path: string, entry: SourceEntry): void {
    if (this.#choosing.verdict(path) === 'excluded') return;
    const why = whyUnreadable(entry);
    if (isSystemWord(why)) this.#first.unseen(path);
    this.#note(path, why);
  }

  #note(path: string, code: string): void {
    this.#unreadableCount += 1;
    if (this.#unreadable.length < MOST_NAMED) this.#unreadable.push({ path, code });
  }
}
