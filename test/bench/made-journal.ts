import { createHash } from 'node:crypto';

import { openDatabase } from '../../main/journal/storage/database.ts';
import { journalOn } from '../../main/journal/journal.ts';
import type { Mirror } from '../../main/journal/records/mirrors.ts';
import { requirePresent } from '../../shared/assert.ts';
import type { ServiceId } from '../../shared/ids.ts';
import type { Db } from '../../main/journal/storage/db.ts';

/** How large a journal is to be made. */
export interface JournalSize {
  readonly files: number;
  readonly folders: number;
}

/** Folders in a folder; names and depth are those of a lab that files by project, month and run. */
const FOLDERS_IN_ONE = 12;
/** 2026-11-01, in milliseconds since the epoch. */
const BEGAN_MS = 1_793_491_200_000;

/**
 * Adds a mirror whose items are all in step, row by row as the journal's own statements would leave them, only without
 * the calls: keys and stamps have the length that ext4 gives them.
 */
export function makeItems(path: string, { files, folders }: JournalSize): Mirror {
  const db = openDatabase(path);
  try {
    const journal = journalOn(db);
    const mirror = journal.mirrors.add({
      remoteId: uuidOf('root') as ServiceId,
      remotePath: 'Knowledge Base/Everything',
      organization: null,
      root: { path: '/mirrors/everything', marker: uuidOf('marker'), volume: 'volume' },
      mode: 'two-way',
    });
    db.transaction(() => fill(db, mirror, { files, folders }));
    return requirePresent(journal.mirrors.get(mirror.id), 'mirror');
  } finally {
    db.close();
  }
}

const INSERT = `INSERT INTO item (mirror, kind, l_sight, r_sight, l_parent, r_parent, a_parent, l_name, r_name,
    a_local_name, a_remote_name, l_size, l_modified, l_key, l_stamp, l_hash, r_uuid, r_size, r_version, r_updated,
    r_extraction, a_version, a_hash, digest)
  VALUES (?, ?, 1, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

function fill(db: Db, { id: mirror, rootItem }: Mirror, { files, folders }: JournalSize): void {
  const places: number[] = [rootItem];
  for (let at = 0; at < folders; at++) {
    const parent = requirePresent(places[Math.floor(at / FOLDERS_IN_ONE)], 'parent');
    const name = `Run ${at} of ${['plates', 'gels', 'reads', 'images'][at % 4]}`;
    const word = `folder ${at}`;
    const digest = bytesOf(word).toString('hex').slice(0, 16);
    const { id } = db.run(
      INSERT,
      ...[mirror, 'folder', ...placesOf(parent, name), 0, null, keyOf(at), `${at + 1_000_000}`, null],
      ...[bytesOf(word).subarray(0, 16), null, null, null, null, null, null, digest],
    );
    places.push(id);
    db.run(
      'INSERT INTO listing (folder, mirror, listed_at, active_at, cost) VALUES (?, ?, ?, NULL, 2)',
      ...[id, mirror, BEGAN_MS + at],
    );
  }
  for (let at = 0; at < files; at++) {
    const parent = requirePresent(places[1 + Math.floor(at / Math.max(1, files / folders))], 'parent');
    const name = `${['plate', 'well', 'sample', 'read'][at % 4]} ${at} ${['raw', 'mean', 'fit'][at % 3]}.csv`;
    const hash = bytesOf(`hash ${at}`);
    const version = bytesOf(`version ${at}`).subarray(0, 16);
    const modified = BEGAN_MS + at;
    const size = 1000 + (at % 50_000);
    const fingerprint = `${at + 2_000_000}:${size}:${modified}123456:${modified}654321`;
    db.run(
      INSERT,
      ...[mirror, 'file', ...placesOf(parent, name), size, modified, keyOf(at + 1_000_000), fingerprint, hash],
      ...[
        bytesOf(`file ${at}`).subarray(0, 16),
        size,
        version,
        '2026-11-01T08:00:00.000Z',
        'done',
        version,
        hash,
        null,
      ],
    );
    db.run('INSERT INTO version_hash (version, hash) VALUES (?, ?)', version, hash);
  }
}

/** One place and one name on all sides. */
function placesOf(parent: number, name: string): readonly (string | number)[] {
  return [parent, parent, parent, name, name, name, name];
}

function keyOf(number: number): string {
  return `1k3x9cz:${number + 2_000_000}:${BEGAN_MS + number}123456`;
}

function bytesOf(word: string): Buffer {
  return createHash('sha256').update(word).digest();
}

function uuidOf(word: string): string {
  const digits = bytesOf(word).toString('hex');
  return [8, 4, 4, 4, 12]
    .map((length, at, all) => {
      const from = all.slice(0, at).reduce((sum, one) => sum + one, 0);
      return digits.slice(from, from + length);
    })
    .join('-');
}
