import { requirePresent } from '../../../shared/assert.ts';
import type { ItemId, MirrorId, ServiceId, Sha256, VersionId } from '../../../shared/ids.ts';
import { itemIn, numberIn, textOf } from '../storage/row-values.ts';
import type { Db, Row } from '../storage/db.ts';
import { OpenIntents } from './open-intents.ts';

/** An operation that was begun, with enough facts to recognise its effect after a crash or a lost response. */
export type IntentWork =
  | {
      readonly kind: 'upload';
      /** The folder and local name when it was sent, and the remote name. */
      readonly parent: ItemId;
      readonly localName: string;
      readonly name: string;
      readonly sha256: Sha256;
      readonly sizeBytes: number;
      /** Null until the service announced them. */
      readonly file: ServiceId | null;
      readonly version: VersionId | null;
    }
  | {
      readonly kind: 'upload-version';
      readonly file: ServiceId;
      readonly base: VersionId | null;
      readonly sha256: Sha256;
      readonly sizeBytes: number;
      /**
       * The version that the service announced; missing before its answer and in records of earlier versions of
       * Benchtop.
       */
      readonly version?: VersionId;
    }
  /** `isRenumbered`: the local name may differ from the remote one, and becomes part of the base after the move. */
  | {
      readonly kind: 'move-local';
      readonly from: string;
      readonly to: string;
      readonly key: string;
      readonly isRenumbered?: true;
    }
  /** A downloaded version is put at `path`; the item is recorded only when it is there. */
  | {
      readonly kind: 'download';
      readonly parent: ItemId;
      readonly path: string;
      /** The remote name at that time; missing in records of earlier versions of Benchtop. */
      readonly remoteName?: string;
      readonly version: VersionId;
      readonly sha256: Sha256;
      /** The key of the staged file; missing in records of earlier versions of Benchtop. */
      readonly key?: string;
      /**
       * The name in the trash for changes to the replaced file that arrive at the last moment; missing in records of
       * earlier versions.
       */
      readonly late?: string;
    }
  /** A file whose bytes are safe at the service is removed here (made online-only). */
  | { readonly kind: 'free'; readonly path: string }
  /** The local file moves to the conflict copy at `copy`, the remote one is put at `path`. */
  | {
      readonly kind: 'keep-both';
      readonly path: string;
      readonly copy: string;
      readonly key: string;
      readonly version: VersionId;
      readonly theirs: Sha256;
      /** The key of the staged remote file; missing in records of earlier versions of Benchtop. */
      readonly theirsKey?: string;
      readonly ours: Sha256;
    };

export interface Intent {
  readonly id: number;
  readonly item: ItemId;
  readonly work: IntentWork;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/** An id is free again once its intent ended, so that the next ids follow the last of those that are open. */
const LAST_ID = 'SELECT max(id) AS last FROM intent';

/** Operations that were begun and whose result is not recorded yet. */
export class Intents {
  readonly #db: Db;
  readonly #open: OpenIntents;

  constructor(db: Db) {
    this.#db = db;
    this.#open = new OpenIntents(db);
  }

  begin(mirror: MirrorId, item: ItemId, intent: { work: IntentWork; now: number }): number {
    const { work, now } = intent;
    const sql = 'INSERT INTO intent (mirror, item, kind, args, since) VALUES (?, ?, ?, ?, ?)';
    return this.#open.beginning(item, () => this.#db.run(sql, mirror, item, work.kind, JSON.stringify(work), now).id);
  }

  /** Begins many at once: all or none. @returns their ids, in the same order. */
  beginAll(
    mirror: MirrorId,
    works: readonly (readonly [item: ItemId, work: IntentWork])[],
    now: number,
  ): readonly number[] {
    if (works.length === 0) return [];
    const first = (numberIn(requirePresent(this.#db.one(LAST_ID), 'the last id'), 'last') ?? 0) + 1;
    const rows = works.map(([item, work], at) => [first + at, item, work.kind, JSON.stringify(work)]);
    const sql = `INSERT INTO intent (id, mirror, item, kind, args, since)
      SELECT v.value ->> 0, ?, v.value ->> 1, v.value ->> 2, v.value ->> 3, ? FROM json_each(?) AS v`;
    const items = works.map(([item], at): [number, ItemId] => [first + at, item]);
    this.#open.beginningAll(items, () => void this.#db.run(sql, mirror, now, JSON.stringify(rows)));
    return items.map(([id]) => id);
  }

  update(id: number, work: IntentWork): void {
    this.#open.changing(() => void this.#db.run('UPDATE intent SET args = ? WHERE id = ?', JSON.stringify(work), id));
  }

  /** Updates many at once: all or none. */
  updateAll(intents: readonly (readonly [id: number, work: IntentWork])[]): void {
    if (intents.length === 0) return;
    const sql = 'UPDATE intent SET args = v.value ->> 1 FROM json_each(?) AS v WHERE intent.id = v.value ->> 0';
    const all = JSON.stringify(intents.map(([id, work]) => [id, JSON.stringify(work)]));
    this.#open.changing(() => void this.#db.run(sql, all));
  }

  /**
   * The staged file was discarded, and the file system may reuse its key. A later file with that key must not be taken
   * for it.
   */
  forgetKeyOf(id: number): void {
    const row = this.#db.one('SELECT args FROM intent WHERE id = ?', id);
    if (row !== null) this.update(id, withoutKey(workIn(row)));
  }

  /** Files with these keys were removed for good: forget the keys in the intents that staged them. */
  forgetKeys(mirror: MirrorId, keys: ReadonlySet<string>): void {
    for (const { id, work } of this.all(mirror)) if (keys.has(keyStaged(work) ?? '')) this.forgetKeyOf(id);
  }

  end(id: number): void {
    this.#open.ending(id, () => void this.#db.run('DELETE FROM intent WHERE id = ?', id));
  }

  /** Whether an operation for the item is unfinished. Then no other one is begun for it. */
  isOpen(item: ItemId): boolean {
    return this.#open.has(item);
  }

  /**
   * Paths at which an unfinished operation may have put a file. Until recovery decided, it is not known whether the
   * file there is ours or the person's.
   */
  paths(mirror: MirrorId): ReadonlySet<string> {
    return new Set(
      this.all(mirror).flatMap(({ work }) => {
        if (work.kind === 'keep-both') return [work.path, work.copy];
        return work.kind === 'download' ? [work.path] : [];
      }),
    );
  }

  all(mirror: MirrorId): readonly Intent[] {
    return this.#db.all('SELECT * FROM intent WHERE mirror = CAST(? AS TEXT) ORDER BY id', mirror).map(row => ({
      id: numberIn(row, 'id') ?? 0,
      item: (itemIn(row, 'item') ?? 0) as ItemId,
      work: workIn(row),
      since: numberIn(row, 'since') ?? 0,
    }));
  }
}

/** Written by `begin` in this shape. */
function workIn(row: Row): IntentWork {
  return JSON.parse(textOf(row, 'args')) as IntentWork;
}

/** The key of the file that was staged for the operation. */
function keyStaged(work: IntentWork): string | undefined {
  if (work.kind === 'download') return work.key;
  return work.kind === 'keep-both' ? work.theirsKey : undefined;
}

function withoutKey(work: IntentWork): IntentWork {
  if (work.kind === 'download') {
    const { key: _, ...left } = work;
    return left;
  }
  if (work.kind !== 'keep-both') return work;
  const { theirsKey: _, ...left } = work;
  return left;
}
