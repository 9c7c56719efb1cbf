import type { ItemId, MirrorId, ServiceId, Sha256, VersionId } from '../../../shared/ids.ts';
import { itemIn, numberIn, textOf } from '../storage/row-values.ts';
import type { Db, Row } from '../storage/db.ts';

/** An operation begun: enough to recognise its effect after a crash or a lost answer. */
export type IntentWork =
  | {
      readonly kind: 'upload';
      /** Where it was when it was sent, and its name on both sides. */
      readonly parent: ItemId;
      readonly localName: string;
      readonly name: string;
      readonly sha256: Sha256;
      readonly sizeBytes: number;
      /** Null until the service named them. */
      readonly file: ServiceId | null;
      readonly version: VersionId | null;
    }
  | {
      readonly kind: 'upload-version';
      readonly file: ServiceId;
      readonly base: VersionId | null;
      readonly sha256: Sha256;
      readonly sizeBytes: number;
      /** What the service called it; until it answered, and in what older versions began, that is not known. */
      readonly version?: VersionId;
    }
  /** `isRenumbered`: its name here may be another one than at the service, and is agreed once it stands there. */
  | {
      readonly kind: 'move-local';
      readonly from: string;
      readonly to: string;
      readonly key: string;
      readonly isRenumbered?: true;
    }
  /** A fetched version comes to `path`, and is recorded only when it is there. */
  | {
      readonly kind: 'download';
      readonly parent: ItemId;
      readonly path: string;
      /** What the service called it then; not in what older versions began. */
      readonly remoteName?: string;
      readonly version: VersionId;
      readonly sha256: Sha256;
      /** What the staged file is recognised by; not in what older versions began. */
      readonly key?: string;
      /** The name that late bytes of the replaced file get in the store; not in what older versions began. */
      readonly late?: string;
    }
  /** A file whose bytes are safe at the service is let go here. */
  | { readonly kind: 'free'; readonly path: string }
  /** Ours goes aside to `copy`, theirs comes to `path`. */
  | {
      readonly kind: 'keep-both';
      readonly path: string;
      readonly copy: string;
      readonly key: string;
      readonly version: VersionId;
      readonly theirs: Sha256;
      /** What theirs is recognised by; not in what older versions began. */
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

/** Operations begun and not settled. */
export class Intents {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  begin(mirror: MirrorId, item: ItemId, intent: { work: IntentWork; now: number }): number {
    const { work, now } = intent;
    const sql = 'INSERT INTO intent (mirror, item, kind, args, since) VALUES (?, ?, ?, ?, ?)';
    return this.#db.run(sql, mirror, item, work.kind, JSON.stringify(work), now).id;
  }

  update(id: number, work: IntentWork): void {
    this.#db.run('UPDATE intent SET args = ? WHERE id = ?', JSON.stringify(work), id);
  }

  /** What was staged came nowhere and is gone: something else may get its key, and must not be taken for it. */
  forgetKeyOf(id: number): void {
    const row = this.#db.one('SELECT args FROM intent WHERE id = ?', id);
    if (row !== null) this.update(id, withoutKey(workIn(row)));
  }

  /** Files with these keys went for ever: what was begun with them came nowhere. */
  forgetKeys(mirror: MirrorId, keys: ReadonlySet<string>): void {
    for (const { id, work } of this.all(mirror)) if (keys.has(keyStaged(work) ?? '')) this.forgetKeyOf(id);
  }

  end(id: number): void {
    this.#db.run('DELETE FROM intent WHERE id = ?', id);
  }

  /** Whether something begun for an item is not settled: then nothing else is begun for it. */
  isOpen(item: ItemId): boolean {
    return this.#db.one('SELECT 1 FROM intent WHERE item = ?', item) !== null;
  }

  /** Where something begun may have put a file: while it is not settled, nobody knows whose the one there is. */
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

/** We wrote it ourselves, in this shape. */
function workIn(row: Row): IntentWork {
  return JSON.parse(textOf(row, 'args')) as IntentWork;
}

/** What a file that was staged for this is recognised by. */
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
