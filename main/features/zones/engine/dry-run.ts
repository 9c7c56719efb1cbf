import { append } from '../../../../shared/append.ts';
import { FaultError } from '../../../../shared/fault.ts';
import type { ZoneTest, ZoneWish } from '../../../../shared/features/zones/model.ts';
import { joinPath } from '../../../../shared/local-path.ts';
import type { SourceEntry } from '../../../ports/read-only-folder.ts';
import { FileFilter } from '../observe/file-filter.ts';
import { datasetOf } from '../observe/dataset.ts';
import { runFolderOf } from '../send/run-folder.ts';
import { whyUnreadable } from '../observe/scan.ts';
import { couldBeMarker } from '../observe/run-completion.ts';
import type { ZoneContext } from '../observe/zone-context.ts';

/** File extensions that the service refuses, to warn early; the service itself decides at upload time. */
const REFUSED = /\.(exe|bat|cmd|com|msi|scr|ps1|vbs|dll|sh)$/i;
const MOST_UNREADABLE = 100;

type Row = ZoneTest['rows'][number];

interface DryRunOptions {
  readonly most: number;
  /** Sentences that say why the zone cannot be added as described. */
  readonly troubles: readonly string[];
  /**
   * Whether the start date applies to a file. Files that appeared after the zone's initial scan are sent, no matter their
   * modification time.
   */
  readonly isFirst: (path: string) => boolean;
}

/** Predicts what a zone would do with the present contents of its folder. Writes nothing and sends nothing. */
export async function dryRun(
  context: Pick<ZoneContext, 'world' | 'computer'>,
  wish: ZoneWish,
  { most, troubles, isFirst }: DryRunOptions,
): Promise<ZoneTest> {
  const source = context.world.sources.open(wish.folder);
  const { volume, freeBytes, is } = await source.survey();
  const test = new DryRun(context, wish, { most, isFirst });
  const left = is === 'folder' ? [''] : [];
  for (let folder = left.pop(); folder !== undefined; folder = left.pop()) {
    try {
      for await (const entries of source.list(folder))
        append(
          left,
          entries.filter(entry => test.see(folder, entry)).map(({ name }) => joinPath(folder, name)),
        );
    } catch (error) {
      if (!(error instanceof FaultError)) throw error;
      test.unread(folder, error.fault.kind === 'disk-refused' ? error.fault.code : error.fault.kind);
    }
  }
  return { ...test.result(), troubles: [...troubles], volume, freeBytes };
}

class DryRun {
  readonly #context: Pick<ZoneContext, 'world' | 'computer'>;
  readonly #wish: ZoneWish;
  readonly #choosing: FileFilter;
  readonly #asked: Pick<DryRunOptions, 'most' | 'isFirst'>;
  readonly #rows: Row[] = [];
  readonly #skipped: { [verdict: string]: number } = {};
  readonly #runs = new Set<string>();
  readonly #unreadable: { path: string; code: string }[] = [];
  #files = 0;
  #bytes = 0;

  constructor(
    context: Pick<ZoneContext, 'world' | 'computer'>,
    wish: ZoneWish,
    asked: Pick<DryRunOptions, 'most' | 'isFirst'>,
  ) {
    this.#context = context;
    this.#wish = wish;
    this.#choosing = new FileFilter(wish);
    this.#asked = asked;
  }

  /** @returns whether the entry is a folder that has to be listed too. */
  see(folder: string, entry: SourceEntry): boolean {
    const path = joinPath(folder, entry.name);
    if (entry.kind === 'folder') return this.#wish.subfolders && !this.#choosing.skipsFolder(path);
    if (entry.kind === 'file') this.#file(path, entry);
    else if (this.#choosing.verdict(path) !== 'excluded') this.unread(path, whyUnreadable(entry));
    return false;
  }

  unread(path: string, code: string): void {
    if (this.#unreadable.length < MOST_UNREADABLE) this.#unreadable.push({ path, code });
  }

  result(): Omit<ZoneTest, 'troubles' | 'volume' | 'freeBytes'> {
    return {
      wouldSend: this.#files,
      wouldSendBytes: this.#bytes,
      runs: this.#runs.size,
      skipped: this.#skipped,
      rows: this.#rows,
      unreadable: this.#unreadable,
    };
  }

  #file(path: string, { sizeBytes, modifiedMs }: SourceEntry): void {
    const set = datasetOf(this.#wish, path);
    const verdict = this.#verdict(path, modifiedMs);
    if (verdict === 'send') {
      this.#files += 1;
      this.#bytes += sizeBytes;
      this.#runs.add(set.key);
    } else this.#skipped[verdict] = (this.#skipped[verdict] ?? 0) + 1;
    const shown = this.#rows.reduce((sum, row) => sum + (row.verdict === verdict ? 1 : 0), 0);
    if (shown >= this.#asked.most) return;
    const to = verdict === 'send' ? [...this.#folder(set, modifiedMs), set.inside].join('/') : null;
    this.#rows.push({ path, sizeBytes, verdict, run: set.name, to });
  }

  #verdict(path: string, modifiedMs: number): string {
    const { settle, startAt } = this.#wish;
    if (settle.kind === 'marker' && !path.includes('/') && couldBeMarker(settle.name, path)) return 'marker';
    const chosen = this.#choosing.verdict(path);
    if (chosen !== 'send') return chosen;
    if (startAt !== null && modifiedMs < startAt && this.#asked.isFirst(path)) return 'before-start';
    return REFUSED.test(path) ? 'refused' : 'send';
  }

  #folder({ key, name }: { key: string; name: string }, atMs: number): readonly string[] {
    const { world, computer } = this.#context;
    const run = { key, name, operator: null, label: null };
    return runFolderOf({ wish: this.#wish, run, computer, atMs, minutesEast: world.clock.minutesEast(atMs) }).folder;
  }
}
