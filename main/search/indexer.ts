import { keptBytes } from '../../shared/kept-bytes.ts';
import type { ItemId, ServiceId } from '../../shared/ids.ts';
import { HOUR, MIB, SECOND } from '../../shared/units.ts';
import { isoMs } from '../core/calendar.ts';
import type { Item } from '../core/item.ts';
import { toLocalName } from '../core/names/local-names.ts';
import { plainTime } from '../core/policy/service-time.ts';
import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../ports/clock.ts';
import type { Disk } from '../ports/disk.ts';
import type { Log } from '../ports/log.ts';
import { knownTags } from './known-tags.ts';
import { MOST_TEXT_BYTES, maybeText, textIn, wordsOf } from './text-extraction.ts';
import type { Doc, SearchIndex } from './search-index.ts';
import { EXACT_NAMES } from '../core/names/volume-names.ts';

/** How many items to index at once, and for how long at most: no request has to wait longer. */
const SLICE = 100;
const SLICE_MS = 8;
/** How many texts, and how many bytes of them, to add at once. */
const TEXTS_AT_ONCE = 50;
const BYTES_AT_ONCE = MIB / 4;
/** Changes come in bursts: wait this long before indexing them. */
const AFTER_CHANGE_MS = SECOND / 2;
/** After each slice of work, pause for so many times its duration: transfers and windows come first. */
const REST = 2;
/** Behind so many files, as after an import, a search would miss most: then it rests no longer than it works. */
const MANY_BEHIND = 200;
const REST_BEHIND = 0.5;
/** How long to wait after an error such as a full disk. */
const AFTER_ERROR_MS = 60 * SECOND;

/** What the indexer needs. */
export interface IndexerParts {
  readonly journal: Journal;
  readonly index: SearchIndex;
  readonly clock: Clock;
  readonly disk: Disk;
  readonly log: Log;
  /** Whether the content of files may be searched. */
  readonly looksInside: () => boolean;
}

/**
 * Keeps the search index up to date with the journal and the files, with a delay. Works in small slices, so that it
 * never blocks another task.
 */
export class Indexer {
  readonly #parts: IndexerParts;
  /** Items that may have changed. */
  readonly #touched = new Set<ItemId>();
  /** Files whose content may differ from the index. */
  readonly #unread = new Set<ItemId>();
  /** The id after which the comparison of all items continues; null: none is running. */
  #comparing: number | null = 0;
  /** The entry after which the search for obsolete entries continues; null: none is running. */
  #sweeping: string | null = null;
  #wake: () => void = () => undefined;
  /** The change counter of the catalogue when all of it was indexed. */
  #shelfChanges = -1;
  #wipedAt = -Infinity;
  #isClosed = false;
  #hasText: boolean | null = null;
  #running: Promise<void> | null = null;

  constructor(parts: IndexerParts) {
    this.#parts = parts;
    parts.journal.items.onTouched(id => {
      if (id === null) this.#comparing = 0;
      else this.#touched.add(id);
      this.#wake();
    });
  }

  /** Whether everything known is in the index. */
  get isComplete(): boolean {
    const { catalogue } = this.#parts.journal;
    const isQuiet = this.#touched.size === 0 && this.#unread.size === 0 && this.#shelfChanges === catalogue.changes;
    return this.#comparing === null && this.#sweeping === null && isQuiet;
  }

  /** A change may have happened that no listener reports. */
  wake(): void {
    this.#wake();
  }

  /**
   * The description of a file changed; no listener reports that.
   * @param file an item, or the service's id for a file that is only listed.
   */
  described(file: { readonly item: ItemId } | { readonly id: ServiceId }): void {
    const { journal, index } = this.#parts;
    if ('item' in file) this.#touched.add(file.item);
    else index.together(() => index.retagShelved(file.id, knownTags(journal, file.id, file.id)));
    this.#wake();
  }

  /** Starts to keep the index up to date, until `close`. */
  start(): void {
    this.#running ??= this.#run();
  }

  /** Brings the index up to date and returns. Does nothing while `start` is doing that. */
  async catchUp(): Promise<void> {
    if (this.#running !== null) return;
    while (!this.#isClosed && (await this.#slice()));
  }

  /** Stops after the current slice. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { clock, log } = this.#parts;
    while (!this.#isClosed) {
      try {
        // oxlint-disable-next-line no-await-in-loop
        await this.#followAll();
        if (this.#isClosed) return;
        await new Promise<void>(resolve => (this.#wake = resolve));
        if (!this.#isClosed) await clock.sleep(AFTER_CHANGE_MS);
      } catch (error) {
        log.error('search.index', { error: error instanceof Error ? error.message : 'unknown' });
        this.#comparing = 0;
        await clock.sleep(AFTER_ERROR_MS);
      }
    }
  }

  get #rest(): number {
    return this.#touched.size + this.#unread.size >= MANY_BEHIND ? REST_BEHIND : REST;
  }

  async #followAll(): Promise<void> {
    const { clock } = this.#parts;
    for (let isMore = true; isMore && !this.#isClosed;) {
      const began = clock.elapsed();
      // oxlint-disable-next-line no-await-in-loop
      isMore = await this.#slice();
      // oxlint-disable-next-line no-await-in-loop
      if (isMore) await clock.sleep(Math.max(1, this.#rest * (clock.elapsed() - began)));
    }
  }

  /** Does one slice of work. @returns whether there was any. */
  async #slice(): Promise<boolean> {
    this.#heedSetting();
    if (this.#parts.index.mergeSome(this.#whileShort())) return true;
    if (this.#comparing !== null) return this.#compare(this.#comparing);
    if (this.#sweeping !== null) return this.#sweep(this.#sweeping);
    if (this.#touched.size > 0) return this.#followTouched();
    if (this.#followShelf()) return true;
    if (this.#unread.size === 0) return this.#wipe();
    await this.#readSome();
    return true;
  }

  /** Removes deleted words from the index file, at most once an hour, because it rewrites the whole file. */
  #wipe(): boolean {
    const now = this.#parts.clock.elapsed();
    if (now - this.#wipedAt < HOUR) return false;
    const wiped = this.#parts.index.wipeSome();
    if (wiped === 'wiped') this.#wipedAt = now;
    return wiped === 'more';
  }

  #heedSetting(): void {
    const looksInside = this.#parts.looksInside();
    if (this.#hasText === looksInside) return;
    if (!looksInside) this.#parts.index.forgetTexts();
    else if (this.#hasText !== null) this.#comparing = 0;
    this.#hasText = looksInside;
    if (!looksInside) this.#unread.clear();
  }

  #compare(after: number): true {
    const { journal } = this.#parts;
    const items = journal.items.pageAfter(after, SLICE);
    const last = this.#eachTogether(items, item => this.#put(item));
    this.#comparing = last?.id ?? null;
    if (this.#comparing === null) this.#sweeping = '';
    return true;
  }

  #sweep(after: string): true {
    const { journal, index } = this.#parts;
    const refs = index.refsAfter('item', after, SLICE);
    const gone = refs.filter(ref => journal.items.get(Number(ref) as ItemId) === null);
    index.together(() => {
      for (const ref of gone) index.remove('item', ref);
    });
    this.#sweeping = refs.at(-1) ?? null;
    return true;
  }

  #followTouched(): true {
    const { journal, index } = this.#parts;
    const some = [...this.#touched].slice(0, SLICE);
    this.#eachTogether(some, id => {
      this.#touched.delete(id);
      const item = journal.items.get(id);
      if (item === null) index.remove('item', String(id));
      else this.#put(item);
    });
    return true;
  }

  /** Does work for some in one transaction, as long as a slice may take. @returns the last one it was done for. */
  #eachTogether<T>(some: readonly T[], work: (one: T) => void): T | undefined {
    const mayGoOn = this.#whileShort();
    let last: T | undefined;
    this.#parts.index.together(() => {
      for (const one of some) {
        work((last = one));
        if (!mayGoOn()) return;
      }
    });
    return last;
  }

  /** Whether what begins now was short until it is asked. */
  #whileShort(): () => boolean {
    const { clock } = this.#parts;
    const began = clock.elapsed();
    return () => clock.elapsed() - began < SLICE_MS;
  }

  /** Updates one listed place. @returns whether there was one to update. */
  #followShelf(): boolean {
    const { journal, index } = this.#parts;
    const { changes } = journal.catalogue;
    if (changes === this.#shelfChanges) return false;
    const marks = journal.catalogue.marks();
    const known = index.shelfMarks();
    const gone = [...known.keys()].find(key => marks.every(each => each.key !== key));
    const other = marks.find(({ key, mark }) => known.get(key) !== mark);
    if (gone !== undefined) index.together(() => index.removeShelf(gone));
    else if (other !== undefined) index.together(() => this.#putShelf(other.key, other.mark));
    else this.#shelfChanges = changes;
    return true;
  }

  #putShelf(key: number, mark: string): void {
    const { journal } = this.#parts;
    const docs = journal.catalogue.entries(key).map(({ id, kind, name, updatedAt }) => ({
      source: 'shelf' as const,
      ref: `${key}/${id}`,
      kind,
      name,
      otherName: null,
      modifiedMs: isoMs(updatedAt ?? ''),
      tags: kind === 'folder' ? null : knownTags(journal, id, id),
    }));
    this.#parts.index.putShelf(key, mark, docs);
  }

  #put(item: Item): void {
    const { index } = this.#parts;
    const ref = String(item.id);
    const name = item.local?.name ?? item.base?.localName ?? toLocalName(item.remote?.name ?? '', EXACT_NAMES);
    // The mirror's own folder has no name, and an item on neither side is gone.
    if (name === '' || (item.local === null && item.remote === null)) return index.remove('item', ref);
    index.put({
      source: 'item',
      ref,
      kind: item.kind,
      name,
      modifiedMs: modifiedMs(item),
      ...this.#saidOf(item, name),
    });
    if (item.kind === 'folder' || this.#hasText === false) return;
    const content = item.local?.sha256 ?? null;
    if (index.contentOf(ref) === content) return;
    if (content === null) index.setText(ref, null, null);
    else this.#unread.add(item.id);
  }

  /** The name at the service, and the tags. */
  #saidOf({ id, kind, remote }: Item, name: string): Pick<Doc, 'otherName' | 'tags'> {
    const tags = kind === 'folder' ? null : knownTags(this.#parts.journal, remote?.id ?? null, String(id));
    return { otherName: remote !== null && remote.name !== name ? remote.name : null, tags };
  }

  /** Reads some files and adds their words together: adding each alone is a write of its own, which is much slower. */
  async #readSome(): Promise<void> {
    const read: Inside[] = [];
    let bytes = 0;
    for (const id of this.#unread) {
      if (this.#isClosed || read.length >= TEXTS_AT_ONCE || bytes >= BYTES_AT_ONCE) break;
      this.#unread.delete(id);
      // oxlint-disable-next-line no-await-in-loop
      const inside = await this.#readInside(id);
      if (inside === null) continue;
      read.push(inside);
      bytes += inside.text === null ? 0 : inside.sizeBytes;
    }
    const { index, journal } = this.#parts;
    index.together(() => {
      for (const { item, content, text } of read)
        // A file that changed during this read is skipped: its new content will be read next.
        if (journal.items.get(item)?.local?.sha256 === content) index.setText(String(item), content, text);
    });
  }

  /** Null when the file cannot be read now (moved, or locked by a program). Its next change brings it here again. */
  async #readInside(id: ItemId): Promise<Inside | null> {
    const { journal } = this.#parts;
    const item = journal.items.get(id);
    const content = item?.local?.sha256 ?? null;
    if (item === null || item.local === null || content === null) return null;
    const { name, sizeBytes } = item.local;
    const isWanted = maybeText(name) && sizeBytes <= MOST_TEXT_BYTES;
    const read = isWanted ? await readText(this.#parts, item) : { text: null };
    return read && { item: id, content, sizeBytes, text: read.text === null ? null : wordsOf(name, read.text) };
  }
}

/** The content of one file. */
interface Inside {
  readonly item: ItemId;
  readonly content: string;
  readonly sizeBytes: number;
  /** Null when it has no readable text. */
  readonly text: string | null;
}

/** The text of a local file: null text when it has none or is too large, null when it cannot be read now. */
export async function readText(
  { journal, disk }: Pick<IndexerParts, 'journal' | 'disk'>,
  { id }: Item,
): Promise<{ readonly text: string | null } | null> {
  const mirrorId = journal.items.mirrorOf(id);
  const mirror = journal.mirrors.all().find(each => each.id === mirrorId);
  if (mirror === undefined) return null;
  try {
    const file = await disk.open(mirror.root, journal.pathOf(id));
    try {
      const bytes = await read(file.chunks());
      return { text: bytes === null ? null : textIn(bytes) };
    } finally {
      await file.close();
    }
  } catch {
    return null;
  }
}

async function read(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    parts.push(keptBytes(chunk));
    length += chunk.length;
    if (length > MOST_TEXT_BYTES) return null;
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function modifiedMs({ local, remote }: Item): number | null {
  if (local !== null) return local.modifiedMs;
  return isoMs(plainTime(remote?.updatedAt ?? null) ?? '');
}
