import { requirePresent } from '../../../shared/assert.ts';
import type { Fault } from '../../../shared/fault.ts';
import type { ItemId, MirrorId, ServiceId } from '../../../shared/ids.ts';
import type { MirrorMode } from '../../../shared/features/mirrors/model.ts';
import { EXACT_NAMES, type VolumeNames } from '../../core/names/volume-names.ts';
import type { Root, VolumeFacts } from '../../ports/disk.ts';
import { itemIn, numberIn, serviceIdIn, textIn, textOf, toBlob } from '../storage/row-values.ts';
import type { Db, Row } from '../storage/db.ts';

/** One remote folder paired with one local folder. */
export interface Mirror {
  readonly id: MirrorId;
  readonly remoteId: ServiceId;
  readonly remotePath: string;
  readonly organization: string | null;
  readonly root: Root;
  readonly mode: MirrorMode;
  readonly rootItem: ItemId;
  readonly halted: Fault | null;
  readonly checkedAt: number | null;
  /**
   * The number in the folder's marker while journal and folder belong together; `nextEpoch` is being written into it. A
   * restored copy of either has another number.
   */
  readonly epoch: number;
  readonly nextEpoch: number | null;
  /** How the folder's volume treats names and times; null until it was probed. */
  readonly volumeFacts: VolumeFacts | null;
  /** How it treats names; exact until it was probed. */
  readonly names: VolumeNames;
}

/** The fields that are given when a mirror is added. */
type Added = 'remoteId' | 'remotePath' | 'organization' | 'root' | 'mode';

/** The tables with records of a mirror besides its items. */
const TABLES = [
  'intent',
  'problem',
  'conflict',
  'guard',
  'removal',
  'rule',
  'rules_in_force',
  'hidden',
  'listing',
  'full_look',
];

export class Mirrors {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Increases with every change of a mirror. */
  get changes(): number {
    return this.#db.changesOf('mirror');
  }

  all(): readonly Mirror[] {
    return this.#db.all('SELECT * FROM mirror ORDER BY length(id), id').map(mirrorOf);
  }

  get(id: MirrorId): Mirror | null {
    const row = this.#db.one('SELECT * FROM mirror WHERE id = ?', id);
    return row === null ? null : mirrorOf(row);
  }

  /** Adds a mirror with its root item. Ids count up and are never reused. */
  add(mirror: Pick<Mirror, Added>): Mirror {
    const last =
      numberIn(this.#db.one(`SELECT value FROM fact WHERE name = 'lastMirror'`) ?? { value: 0 }, 'value') ?? 0;
    const id = `m${last + 1}` as MirrorId;
    this.#db.run(`INSERT OR REPLACE INTO fact (name, value) VALUES ('lastMirror', ?)`, String(last + 1));
    const rootItem = this.#db.run(
      `INSERT INTO item (mirror, kind, l_sight, r_sight) VALUES (?, 'folder', 1, 1)`,
      id,
    ).id;
    this.#db.run(
      `INSERT INTO mirror (id, remote_id, remote_path, organization, local_path, marker, volume, mode, root_item)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      toBlob(mirror.remoteId),
      mirror.remotePath,
      mirror.organization,
      mirror.root.path,
      mirror.root.marker,
      mirror.root.volume,
      mirror.mode,
      rootItem,
    );
    return requirePresent(this.get(id), 'mirror');
  }

  /** The mirror's folder was moved. */
  setRoot(id: MirrorId, { path, marker, volume }: Root): void {
    const sql = 'UPDATE mirror SET local_path = ?, marker = ?, volume = ? WHERE id = ?';
    this.#db.run(sql, path, marker, volume, id);
  }

  /** Records the result of a probe. */
  setVolumeFacts(id: MirrorId, facts: VolumeFacts): void {
    this.#db.run('UPDATE mirror SET volume_facts = ? WHERE id = ?', JSON.stringify(facts), id);
  }

  setHalted(id: MirrorId, fault: Fault | null): void {
    this.#db.run('UPDATE mirror SET halted = ? WHERE id = ?', fault === null ? null : JSON.stringify(fault), id);
  }

  setChecked(id: MirrorId, atMs: number): void {
    this.#db.run('UPDATE mirror SET checked_at = ? WHERE id = ?', atMs, id);
  }

  /** `epoch` is about to be written into the marker. */
  setNextEpoch(id: MirrorId, epoch: number): void {
    this.#db.run('UPDATE mirror SET next_epoch = ? WHERE id = ?', epoch, id);
  }

  /** `epoch` is in the marker. */
  setEpoch(id: MirrorId, epoch: number): void {
    this.#db.run('UPDATE mirror SET epoch = ?, next_epoch = NULL WHERE id = ?', epoch, id);
  }

  /** Removes a mirror with all its records, except its history and its files in the trash. */
  remove(id: MirrorId): void {
    this.#db.run('DELETE FROM guard_item WHERE guard IN (SELECT id FROM guard WHERE mirror = ?)', id);
    for (const table of TABLES) this.#db.run(`DELETE FROM ${table} WHERE mirror = ?`, id);
    this.#db.run('DELETE FROM mirror WHERE id = ?', id);
  }
}

function mirrorOf(row: Row): Mirror {
  const halted = textIn(row, 'halted');
  const volumeFacts = volumeFactsIn(row);
  return {
    id: textOf(row, 'id') as MirrorId,
    remoteId: requirePresent(serviceIdIn(row, 'remote_id'), 'remote id'),
    remotePath: textOf(row, 'remote_path'),
    organization: textIn(row, 'organization'),
    root: { path: textOf(row, 'local_path'), marker: textOf(row, 'marker'), volume: textOf(row, 'volume') },
    mode: textOf(row, 'mode') as MirrorMode,
    rootItem: requirePresent(itemIn(row, 'root_item'), 'root item'),
    halted: halted === null ? null : (JSON.parse(halted) as Fault),
    checkedAt: numberIn(row, 'checked_at'),
    epoch: numberIn(row, 'epoch') ?? 0,
    nextEpoch: numberIn(row, 'next_epoch'),
    volumeFacts,
    names: volumeFacts ?? EXACT_NAMES,
  };
}

/** The volume facts in a row of the table `mirror`. */
export function volumeFactsIn(row: Row): VolumeFacts | null {
  const facts = textIn(row, 'volume_facts');
  // Written by `setVolumeFacts` only.
  return facts === null ? null : (JSON.parse(facts) as VolumeFacts);
}
