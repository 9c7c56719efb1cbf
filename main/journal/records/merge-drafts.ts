import type { ServiceId, VersionId } from '../../../shared/ids.ts';
import { numberIn, textIn, toBlob, versionIn } from '../storage/row-values.ts';
import type { Db } from '../storage/db.ts';

/** A person's merge of two versions of a file, until the service has received it. */
export interface MergeDraft {
  readonly file: ServiceId;
  /** The version that it is based on. */
  readonly head: VersionId;
  /** The person's note about the change; null: none. */
  readonly note: string | null;
  readonly bytes: Uint8Array;
  /** Ms since the epoch. */
  readonly at: number;
}

/** Merges that wait to be sent. A newer one of a file replaces the older one. */
export class MergeDrafts {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  get(file: ServiceId): MergeDraft | null {
    const row = this.#db.one('SELECT * FROM merge_draft WHERE file = ?', toBlob(file));
    const head = row === null ? null : versionIn(row, 'head');
    const bytes = row?.['bytes'];
    if (row === null || head === null || !(bytes instanceof Uint8Array)) return null;
    return { file, head, note: textIn(row, 'note'), bytes: new Uint8Array(bytes), at: numberIn(row, 'at') ?? 0 };
  }

  set({ file, head, note, bytes, at }: MergeDraft): void {
    const sql = 'INSERT OR REPLACE INTO merge_draft (file, head, note, bytes, at) VALUES (?, ?, ?, ?, ?)';
    this.#db.run(sql, toBlob(file), toBlob(head), note, bytes, at);
  }

  remove(file: ServiceId): void {
    this.#db.run('DELETE FROM merge_draft WHERE file = ?', toBlob(file));
  }
}
