import { badRequest } from '../../../../shared/fault.ts';
import type { ChatUpload } from '../../../../shared/features/chat/files-model.ts';
import { chatFileTexts as texts } from '../../../../shared/features/chat/files-text.ts';
import { DAY } from '../../../../shared/units.ts';
import type { AppContext, Dropping } from '../../../items/app-context.ts';
import { passOn } from '../../drops/incoming-bytes.ts';
import { CopyFolder } from '../../../items/pinned/copy-folder.ts';
import { type KeptUpload, MOST_UPLOADS, UploadRecords } from '../records/chat-records.ts';

/** Files that no message or draft references are moved to the trash after this time: a window may still hold them. */
const UNNAMED_MS = 7 * DAY;
/** Files announced and not received yet. */
const MOST_COMING = 200;
/** Windows are told of progress at most this often, in milliseconds. */
const TELL_EVERY_MS = 250;

type Incoming = Parameters<Dropping['take']>[2];

/**
 * Local files that are sent with messages. Their bytes are copied to a folder of our own when they are chosen and kept
 * until the message has arrived; the original is only read.
 */
export class Uploads implements Dropping {
  readonly records: UploadRecords;
  readonly shelf: CopyFolder;
  readonly #context: AppContext;
  /** Announced by a window or command, and not received yet. */
  readonly #coming = new Map<string, string>();
  readonly #doneBytes = new Map<string, number>();
  #toldAt = -Infinity;

  constructor(context: AppContext) {
    this.#context = context;
    this.records = new UploadRecords(context.journal.facts);
    const listed = (): Set<string> => new Set(this.records.all().map(({ id }) => id));
    this.shelf = new CopyFolder(context, { folder: 'attached', listed });
  }

  /** Whether a ticket belongs to one of these files. */
  has(ticket: string): boolean {
    return this.#coming.has(ticket);
  }

  /** Announces a file. @returns the ticket for its bytes, which is its id from then on. */
  begin(name: string): string {
    if (this.records.all().length >= MOST_UPLOADS) throw badRequest(texts.tooMany);
    const id = this.#context.world.random.uuid();
    // The oldest announcement was abandoned.
    const [oldest] = this.#coming.keys();
    if (oldest !== undefined && this.#coming.size >= MOST_COMING) this.#coming.delete(oldest);
    this.#coming.set(id, name);
    return id;
  }

  /** Receives the bytes, completely or not at all. @throws FaultError; the ticket then stays valid. */
  async take(ticket: string, _path: readonly string[], incoming: Incoming): Promise<string> {
    const name = this.#coming.get(ticket);
    if (name === undefined) throw badRequest(texts.noUpload);
    await this.shelf.mustFit(incoming.sizeBytes ?? 0, name);
    const into = await this.shelf.begin(ticket);
    let facts: Pick<KeptUpload, 'sha256' | 'sizeBytes'>;
    try {
      await passOn(incoming, chunk => into.write(chunk));
      facts = await into.finish();
    } catch (error) {
      await into.discard().catch(() => undefined);
      throw error;
    }
    const { fingerprint: stamp } = await this.shelf.finish(ticket);
    const at = this.#context.world.clock.now();
    const empty = { target: null, arrived: null, note: null, isDone: false };
    this.records.add({ id: ticket, name, ...facts, stamp, at, ...empty });
    this.#coming.delete(ticket);
    this.#context.changed();
    return ticket;
  }

  /** The progress of a file; null: it was not received. */
  shown(id: string): ChatUpload | null {
    const coming = this.#coming.get(id);
    if (coming !== undefined) return { id, name: coming, sizeBytes: null, state: 'coming', doneBytes: 0, note: null };
    const upload = this.records.find(id);
    if (upload === null) return null;
    const { name, sizeBytes, note, arrived } = upload;
    const done = this.#doneBytes.get(id);
    const state = arrived !== null ? 'ready' : note !== null ? 'failed' : done !== undefined ? 'sending' : 'kept';
    return { id, name, sizeBytes, state, doneBytes: arrived === null ? (done ?? 0) : sizeBytes, note };
  }

  /** Sets how much of a file was sent; null: it is not being sent. */
  progress(id: string, doneBytes: number | null): void {
    if (doneBytes === null) this.#doneBytes.delete(id);
    else this.#doneBytes.set(id, doneBytes);
    const { clock } = this.#context.world;
    if (doneBytes !== null && clock.elapsed() - this.#toldAt < TELL_EVERY_MS) return;
    this.#toldAt = clock.elapsed();
    this.#context.changed();
  }

  /** A person removed it: its bytes go to the trash first, then its record is deleted. */
  async drop(id: string): Promise<void> {
    this.#coming.delete(id);
    const upload = this.records.find(id);
    if (upload === null) return;
    await this.shelf.toStore({ path: id }, upload.name);
    this.records.remove(id);
    this.#context.changed();
  }

  /** It was not a person's only copy, so its bytes are deleted at once. */
  async forget(id: string): Promise<void> {
    this.#coming.delete(id);
    if (this.records.find(id) === null) return;
    await this.shelf.drop({ path: id });
    this.records.remove(id);
  }

  /** Removes files whose messages have arrived, and files unreferenced for a week. */
  async tidy(isNamed: (id: string) => boolean): Promise<void> {
    const old = this.#context.world.clock.now() - UNNAMED_MS;
    for (const { id, isDone, at } of this.records.all()) {
      if (isNamed(id)) continue;
      if (isDone) await this.forget(id);
      else if (at < old) await this.drop(id);
    }
  }
}

/** A single file name without path separators or invisible characters. */
export function plainName(name: string): string {
  const own = name.split(/[/\\]/).at(-1) ?? '';
  const seen = own.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '').trim();
  return seen === '' ? texts.unnamed : seen;
}
