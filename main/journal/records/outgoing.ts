import type { Fault } from '../../../shared/fault.ts';
import type { ItemId, ServiceId, VersionId } from '../../../shared/ids.ts';
import type { FileDescription, DescriptionEdit } from '../../core/policy/description-edits.ts';
import { numberIn, textIn, textOf, toBlob } from '../storage/row-values.ts';
import type { Db, Row } from '../storage/database.ts';

/** What is to be sent. */
export type OutgoingWork =
  | {
      readonly kind: 'describe';
      readonly wish: DescriptionEdit;
      /** What somebody else wrote meanwhile, when it is disputed. */
      readonly theirs?: string | null;
    }
  | (Going & {
      readonly kind: 'upload';
      /** In the outbox. */
      readonly path: string;
      readonly sizeBytes: number;
    })
  | (Going & {
      readonly kind: 'put-back';
      /** What is sent, oldest first and the newest bytes last. All of it stays in the store until all of it is sent. */
      readonly layers: readonly StoredLayer[];
      /** The version that the next one goes on top of; null: the next one is sent as a new file. */
      readonly base: VersionId | null;
    });

/** A file on its way into a folder of the service. */
export interface Going {
  /** Folders below `subject` that are made when they are not there, then the file's name. */
  readonly names: readonly string[];
  readonly organization: string | null;
  /** The folder as people know it; older rows do not say it. */
  readonly shownFolder?: string;
  /** What it was announced as; null before. */
  readonly target: Target | null;
}

/** What a new file was announced as. */
export interface Target {
  readonly file: ServiceId;
  readonly version: VersionId | null;
  readonly name: string;
}

/** One version of a file that is put back. */
export interface StoredLayer {
  /** In the store. */
  readonly name: string;
  readonly sizeBytes: number;
  /** Whether the service has it. */
  readonly isSent: boolean;
}

/** One thing that waits to be sent. */
export interface Waiting {
  readonly id: number;
  readonly at: number;
  /** Of a description the file's row, of an upload the folder's: an item's number or a UUID. */
  readonly subject: string;
  readonly name: string;
  readonly work: OutgoingWork;
  readonly fault: Fault | null;
  readonly attempts: number;
  /** Ms since the epoch; null with a fault: a person has to decide. */
  readonly retryAt: number | null;
}

/** What a person did that only the service can take. */
export class Outgoing {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  add({ at, subject, name, work }: Pick<Waiting, 'at' | 'subject' | 'name' | 'work'>): number {
    const sql = 'INSERT INTO outgoing (at, kind, subject, name, work) VALUES (?, ?, ?, ?, ?)';
    // The column tells descriptions from files; which file it is stands in the work.
    const kind = work.kind === 'describe' ? 'describe' : 'upload';
    return this.#db.run(sql, at, kind, subject, name, JSON.stringify(work)).id;
  }

  all(): readonly Waiting[] {
    return this.#db.all('SELECT * FROM outgoing ORDER BY id').map(waitingOf);
  }

  get(id: number): Waiting | null {
    const row = this.#db.one('SELECT * FROM outgoing WHERE id = ?', id);
    return row === null ? null : waitingOf(row);
  }

  /** Names of files of the store that are on their way into folders of the service. */
  storedNames(): ReadonlySet<string> {
    const layers = this.all().flatMap(({ work }) => (work.kind === 'put-back' ? work.layers : []));
    return new Set(layers.map(({ name }) => name));
  }

  /** The description of a file that waits. */
  describing(subject: string): Waiting | null {
    const row = this.#db.one("SELECT * FROM outgoing WHERE subject = ? AND kind = 'describe'", subject);
    return row === null ? null : waitingOf(row);
  }

  /** Is tried anew, at once. */
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

/** We wrote it ourselves, in these shapes. */
function waitingOf(row: Row): Waiting {
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

/** What the service last said of files, for reading offline; and what a person says of the next version. */
export class Descriptions {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** `at`: when the service said so, ms since the epoch. */
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

  /** What changed in the next version of a file; null when nobody said. */
  note(item: ItemId): string | null {
    const row = this.#db.one('SELECT note FROM change_note WHERE item = ?', item);
    return row === null ? null : textIn(row, 'note');
  }

  setNote(item: ItemId, note: string | null): void {
    if (note === null) this.#db.run('DELETE FROM change_note WHERE item = ?', item);
    else this.#db.run('INSERT OR REPLACE INTO change_note (item, note) VALUES (?, ?)', item, note);
  }
}
