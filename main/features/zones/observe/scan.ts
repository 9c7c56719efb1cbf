import { append } from '../../../../shared/append.ts';
import { FaultError } from '../../../../shared/fault.ts';
import type { SourceEntry } from '../../../ports/read-only-folder.ts';
import { FileFilter } from './file-filter.ts';
import { datasetOf } from './dataset.ts';
import { InitialScan } from './initial-scan.ts';
import type { ScannedState } from '../records/file-records.ts';
import { isAtOrBelow } from '../records/initial-scan-records.ts';
import type { SeenBefore } from '../records/initial-scan-records.ts';
import type { OpenZone, ZoneContext } from './zone-context.ts';
import type { ScanReport, Unreadable } from './zone-status.ts';
import { couldBeMarker, quietMs } from './run-completion.ts';

const MOST_NAMED = 100;
const PAGE = 500;

/** Which part to scan, and what to do between batches. */
export interface ScanOptions {
  /** Only below this folder; empty: everything. */
  readonly top?: string;
  /** Only direct children. */
  readonly isShallow?: boolean;
  /** Identifies the folder that a full scan covers; null: the system does not tell. */
  readonly root?: string | null;
  /** Called after each batch so that a long scan blocks nothing else; false aborts the scan. */
  readonly between?: () => Promise<boolean>;
}

/**
 * Scans a zone's folder, or the part below `top`, and records what it finds: folder by folder in batches of a few
 * hundred names, so that memory stays bounded.
 * @throws FaultError when the top folder cannot be read; errors of `between`.
 */
export async function scanZone(
  context: ZoneContext,
  open: OpenZone,
  { top = '', isShallow = false, root = null, between = async () => true }: ScanOptions = {},
): Promise<ScanReport> {
  const walk = new Scan(context, open, between);
  return walk.run({ top, isShallow, root });
}

/** Why a name cannot be sent: the system's error code, or a phrase of ours. */
export function whyUnreadable({ fingerprint }: Pick<SourceEntry, 'fingerprint'>): string {
  if (fingerprint === 'name') return 'no valid text';
  return isSystemError(fingerprint) ? fingerprint : 'no regular file';
}

/** Whether a code is a system error, in which case the contents behind the name are unknown. */
export function isSystemError(code: string): boolean {
  return /^E[A-Z]+$/.test(code);
}

class Scan {
  readonly #context: ZoneContext;
  readonly #open: OpenZone;
  readonly #choosing: FileFilter;
  readonly #first: InitialScan;
  readonly #between: () => Promise<boolean>;
  #isEnded = false;
  readonly #unreadable: Unreadable[] = [];
  readonly #blind: string[] = [];
  readonly #markers = new Set<string>();
  #unreadableCount = 0;
  #files = 0;
  #isNews = false;
  #hasGone = false;

  constructor(context: ZoneContext, open: OpenZone, between: () => Promise<boolean>) {
    this.#context = context;
    this.#open = open;
    this.#between = between;
    this.#choosing = new FileFilter(open.zone.wish);
    this.#first = new InitialScan(context, open);
  }

  async run({ top, isShallow, root }: Required<Omit<ScanOptions, 'between'>>): Promise<ScanReport> {
    const seen = new Set<string>();
    const left = [top];
    for (let folder = left.pop(); folder !== undefined && !this.#isEnded; folder = left.pop()) {
      seen.add(folder);
      try {
        const folders = await this.#folder(folder);
        if (!isShallow) append(left, folders);
      } catch (error) {
        if (!(error instanceof FaultError) || folder === top) throw error;
        if (error.fault.kind !== 'disk-refused') continue;
        this.#note(folder, error.fault.code);
        this.#blind.push(folder);
        this.#first.unseen(folder);
      }
    }
    if (!isShallow && !this.#isEnded) await this.#dropGoneFolders(top, seen);
    if (top === '' && !isShallow && !this.#isEnded) this.#first.complete(seen, root);
    if ((top === '' && !isShallow) || this.#hasGone) this.#context.records.runs.dropEmpty(this.#open.zone.id);
    const { length } = this.#unreadable;
    return {
      files: this.#files,
      folders: seen.size,
      isComplete: !this.#isEnded,
      unreadable: this.#unreadable,
      hasChanges: this.#isNews,
      unreadableCount: Math.max(length, this.#unreadableCount),
      markers: this.#markers,
    };
  }

  /** Scans one folder. @returns the subfolders to scan. */
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
    if (present !== this.#context.records.files.countIn(this.#open.zone.id, folder)) await this.#dropGone(folder);
    return folders;
  }

  #goesInto(folder: string): boolean {
    return this.#open.zone.wish.subfolders && !this.#choosing.skipsFolder(folder);
  }

  /** Records the files of a batch. @returns how many are selected. */
  async #see(folder: string, entries: readonly SourceEntry[]): Promise<number> {
    const { records } = this.#context;
    const wanted = entries.filter(({ name }) => this.#isWanted(folder === '' ? name : `${folder}/${name}`));
    if (wanted.length === 0) return 0;
    const names = wanted.map(({ name }) => name);
    const known = records.files.named(this.#open.zone.id, folder, names);
    const news = wanted.filter(entry => {
      const before = known.get(entry.name);
      return before === undefined || before.fingerprint !== entry.fingerprint || !before.isPresent;
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
    // A marker beside the runs is no result and is not sent; inside a run it is sent with it.
    if (settle.kind === 'marker' && !path.includes('/') && couldBeMarker(settle.name, path)) {
      this.#markers.add(path);
      return false;
    }
    return this.#choosing.verdict(path) === 'send';
  }

  #add(folder: string, entry: SourceEntry, seenBefore: SeenBefore | undefined): void {
    const { records, world } = this.#context;
    const { id: zone, wish } = this.#open.zone;
    const now = world.clock.now();
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    const { inside, ...set } = datasetOf(wish, path);
    const run = records.runs.findOrAdd(zone, set, now);
    const quietAt = now + quietMs(wish.quietSeconds, entry.sizeBytes, 0);
    const isFirst = this.#first.isInitial(path, seenBefore);
    records.files.add({ zone, run, folder, inside, isFirst }, entry, { changedAt: now, quietAt });
  }

  #write(entry: SourceEntry, known: ScannedState): void {
    const { records, world } = this.#context;
    const now = world.clock.now();
    const before = known.fingerprint === entry.fingerprint ? null : records.files.get(known.id);
    if (before === null) return records.files.setPresent(known.id, true);
    // A file that has arrived or was absent starts over; pauses measured before say nothing about how it is written
    // now.
    const isGrowing = before.state === 'waiting' && before.sent === null && before.isPresent;
    const gapMs = isGrowing ? Math.max(before.gapMs, now - before.changedAt) : 0;
    const quietAt = now + quietMs(this.#open.zone.wish.quietSeconds, entry.sizeBytes, gapMs);
    records.files.changed(before.id, entry, { changedAt: now, quietAt, gapMs });
  }

  /** Checks each recorded file of a folder that has fewer files than the records say. */
  async #dropGone(folder: string): Promise<void> {
    const { files } = this.#context.records;
    let after = '';
    for (;;) {
      const page = files.presentIn(this.#open.zone.id, folder, after, PAGE);
      if (page.length === 0) return;
      for (const item of page) {
        const there = await this.#open.source.stat(item.path).catch(() => 'unknown' as const);
        // A file that the rules now leave out is treated as absent.
        const isGone = (there !== 'unknown' && there?.kind !== 'file') || !this.#isWanted(item.path);
        if (isGone) this.#gone(item.id);
      }
      after = page.at(-1)?.name ?? '';
    }
  }

  async #dropGoneFolders(top: string, seen: ReadonlySet<string>): Promise<void> {
    const { files } = this.#context.records;
    for (const folder of files.folders(this.#open.zone.id, top)) {
      if (seen.has(folder) || this.#blind.some(each => isAtOrBelow(folder, each))) continue;
      await this.#dropGone(folder);
    }
  }

  #gone(id: number): void {
    this.#isNews = true;
    this.#hasGone = true;
    this.#context.records.files.setPresent(id, false);
  }

  #noteUnlessExcluded(path: string, entry: SourceEntry): void {
    if (this.#choosing.verdict(path) === 'excluded') return;
    const why = whyUnreadable(entry);
    if (isSystemError(why)) this.#first.unseen(path);
    this.#note(path, why);
  }

  #note(path: string, code: string): void {
    this.#unreadableCount += 1;
    if (this.#unreadable.length < MOST_NAMED) this.#unreadable.push({ path, code });
  }
}
