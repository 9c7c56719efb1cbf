import type { Fault } from '../../../shared/fault.ts';
import type { ItemId, ServiceId, VersionId } from '../../../shared/ids.ts';
import type { FileDescription, DescriptionEdit } from '../../core/policy/description-edits.ts';
import { numberIn, textIn, textOf, toBlob } from '../storage/row-values.ts';
import type { Db, Row } from '../storage/db.ts';

/** A change that waits to be sent. */
export type OutgoingWork =
  | {
      readonly kind: 'describe';
      readonly wish: DescriptionEdit;
      /** The text of a colleague, if it was changed since the person read it. */
      readonly theirs?: string | null;
    }
  | (OutgoingUpload & {
      readonly kind: 'upload';
      /** The path in the outbox. */
      readonly path: string;
      readonly sizeBytes: number;
    })
  | (OutgoingUpload & {
      readonly kind: 'put-back';
      /**
       * The versions to send, oldest first, the newest bytes last. All of them stay in the trash until all are sent.
       */
      readonly layers: readonly StoredLayer[];
      /** The version that the next one is sent on top of; null: the next one is sent as a new file. */
      readonly base: VersionId | null;
    });

/** A file that is being sent to a remote folder. */
export interface OutgoingUpload {
  /** Folders below `subject` that are created if missing, then the file's name. */
  readonly names: readonly string[];
  readonly organization: string | null;
  /** The folder's name as shown; missing in rows of earlier versions. */
  readonly shownFolder?: string;
  /** What the service announced for it; null before that. */
  readonly target: Target | null;
}

/** The ids that the service announced for a new file. */
export interface Target {
  readonly file: ServiceId;
  readonly version: VersionId | null;
  readonly name: string;
}

/** One version of a file that is restored. */
export interface StoredLayer {
  /** The name in the trash. */
  readonly name: string;
  readonly sizeBytes: number;
  /** Whether the service has received it. */
  readonly isSent: boolean;
}

/** One change in the queue. */
export interface QueuedChange {
  readonly id: number;
  readonly at: number;
  /** For a description the file, for an upload the folder: an item's id or a UUID of the service. */
  readonly subject: string;
  readonly name: string;
  readonly work: OutgoingWork;
  readonly fault: Fault | null;
  readonly attempts: number;
  /** Ms since the epoch; null together with a fault: a person has to decide. */
  readonly retryAt: number | null;
}

/** The queue of changes by a person that only the service can apply. */
export class Outgoing {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  add({ at, subject, name, work }: Pick<QueuedChange, 'at' | 'subject' | 'name' | 'work'>): number {
    const sql = 'INSERT INTO outgoing (at, kind, subject, name, work) VALUES (?, ?, ?, ?, ?)';
    // The column only distinguishes descriptions from files; `work` contains the details.
    const kind = work.kind === 'describe' ? 'describe' : 'upload';
    return this.#db.run(sql, at, kind, subject, name, JSON.stringify(work)).id;
  }

  all(): readonly QueuedChange[] {
    return this.#db.all('SELECT * FROM outgoing ORDER BY id').map(waitingOf);
  }

  get(id: number): QueuedChange | null {
    const row = this.#db.one('SELECT * FROM outgoing WHERE id = ?', id);
    return row === null ? null : waitingOf(row);
  }

  /** Names of files in the trash that are being sent to remote folders. */
  storedNames(): ReadonlySet<string> {
    const layers = this.all().flatMap(({ work }) => (work.kind === 'put-back' ? work.layers : []));
    return new Set(layers.map(({ name }) => name));
  }

  /** The waiting change of a file's description. */
  describing(subject: string): QueuedChange | null {
    const row = this.#db.one("SELECT * FROM outgoing WHERE subject = ? AND kind = 'describe'", subject);
    return row === null ? null : waitingOf(row);
  }

  /** Replaces the work and retries it at once. */
  setWork(id: number, work: OutgoingWork): void {
    this.#db.run('UPDATE outgoing SET work = ? WHERE id = ?', JSON.stringify(work), id);
  }

  setFault(id: number, fault: Fault | null, retryAt: number | null): void {
    const sql = 'UPDATE outgoing SET fault = ?, retry_at = ?, attempts = attempts + ? WHERE id = ?';
    this.#db.run(sql, fault === null ? null : JSON.stringify(fault), retryAt, fault === null ? 0 : 1, id);
  }

  remove(id: number): void {
    this.#db.run('DELETE FROM outgoing WHERE id = ?', id);
  }
}

/** Written by this class in these shapes. */
function waitingOf(row: Row): QueuedChange {
  const fault = textIn(row, 'fault');
  return {
    id: numberIn(row, 'id') ?? 0,
    at: numberIn(row, 'at') ?? 0,
    subject: textOf(row, 'subject'),
    name: textOf(row, 'name'),
    work: JSON.parse(textOf(row, 'work')) as OutgoingWork,
    fault: fault === null ? null : (JSON.parse(fault) as Fault),
    attempts: numberIn(row, 'attempts') ?? 0,
    retryAt: numberIn(row, 'retry_at'),
  };
}

/**
 * The descriptions of files as the service last returned them, for reading offline, and the notes for their next
 * versions.
 */
export class Descriptions {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** `at`: when the service returned it, ms since the epoch. */
  get(file: ServiceId): (FileDescription & { readonly at: number }) | null {
    const row = this.#db.one('SELECT * FROM described WHERE file = ?', toBlob(file));
    if (row === null) return null;
    const tags = JSON.parse(textOf(row, 'tags')) as readonly string[];
    return { description: textIn(row, 'description'), tags, at: numberIn(row, 'at') ?? 0 };
  }

  set(file: ServiceId, { description, tags }: FileDescription, at: number): void {
    const sql = 'INSERT OR REPLACE INTO described (file, description, tags, at) VALUES (?, ?, ?, ?)';
    this.#db.run(sql, toBlob(file), description, JSON.stringify(tags), at);
  }

  /** The note for the next version of a file; null: none. */
  note(item: ItemId): string | null {
    const row = this.#db.one('SELECT note FROM change_note WHERE item = ?', item);
    return row === null ? null : textIn(row, 'note');
  }

  /** A note was sent with a version: one that was written during the upload is for the next version, and stays. */
  noteSent(item: ItemId, note: string): void {
    this.#db.run('DELETE FROM change_note WHERE item = ? AND note = ?', item, note);
  }

  setNote(item: ItemId, note: string | null): void {
    if (note === null) this.#db.run('DELETE FROM change_note WHERE item = ?', item);
    else this.#db.run('INSERT OR REPLACE INTO change_note (item, note) VALUES (?, ?)', item, note);
  }
}
