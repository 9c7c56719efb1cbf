import { toLocalName } from '../../core/names/local-names.ts';
import type { VolumeNames } from '../../core/names/volume-names.ts';
import { requirePresent } from '../../../shared/assert.ts';
import type { ServiceId, Sha256, VersionId } from '../../../shared/ids.ts';
import type { Base, Item, LocalFacts, RemoteFacts, Presence } from '../../core/item.ts';
import { itemIn, numberIn, textIn, textOf, uuidOf } from '../storage/row-values.ts';
import type { Row } from '../storage/db.ts';

/** Presences by the number that is stored. */
export const PRESENCES: readonly Presence[] = ['absent', 'present', 'unknown'];

/**
 * The columns of an item, with the table alias `i`. Bytes are returned as hexadecimal text, because Node keeps a buffer
 * for each value outside of its heap, which takes many times the memory and time; NULL becomes the empty text. A join
 * instead of the subquery for the hash takes SQLite ten times as long for one item and no less for many.
 */
export const COLUMNS = `SELECT i.id, i.mirror, i.kind, i.kept, i.freed,
    i.l_sight, i.l_parent, i.l_name, i.l_size, i.l_modified, i.l_key, i.l_stamp, lower(hex(i.l_hash)) AS l_hash,
    i.r_sight, lower(hex(i.r_uuid)) AS r_uuid, i.r_parent, i.r_name, i.r_size, lower(hex(i.r_version)) AS r_version,
    i.r_updated, i.r_created, (SELECT lower(hex(hash)) FROM version_hash WHERE version = i.r_version) AS r_hash,
    i.a_parent, i.a_local_name, i.a_remote_name, lower(hex(i.a_version)) AS a_version, lower(hex(i.a_hash)) AS a_hash
  FROM item i`;

// What runs for each of many files is put together once: otherwise each run makes its text again, to look it up by.
export const BY_REMOTE_ID = `${COLUMNS} WHERE i.mirror = ? AND i.r_uuid = ?`;
export const IN_REMOTE_FOLDER = `${COLUMNS} WHERE i.r_parent = ?`;
export const AT_LOCAL_PLACE = `${COLUMNS} WHERE i.l_parent = ? AND i.l_name = ?`;
export const CHILDREN = `${COLUMNS} WHERE i.l_parent = ? OR (i.r_parent = ? AND i.l_parent IS NULL)`;
export const IN_FOLDER = `${COLUMNS} WHERE i.l_parent = ? OR i.r_parent = ?`;
export const UNPAIRED = `${COLUMNS} WHERE i.r_parent = ? AND i.l_parent IS NULL AND i.a_parent IS NULL AND i.kind = 'file'`;
export const WITH_LOCAL_BYTES = `${COLUMNS} WHERE i.l_parent = ? AND i.l_hash = ? AND i.kind = 'file'`;
export const IN_MIRROR = `${COLUMNS} WHERE i.id = ? AND i.mirror = CAST(? AS TEXT)`;

/** The item in a row of `COLUMNS`. */
export function itemOf(row: Row): Item {
  const local = localOf(row);
  const remote = remoteOf(row, local);
  return {
    id: requirePresent(itemIn(row, 'id'), 'item id'),
    kind: textOf(row, 'kind') === 'folder' ? 'folder' : 'file',
    localPresence: PRESENCES[numberIn(row, 'l_sight') ?? 0] ?? 'unknown',
    local,
    remotePresence: PRESENCES[numberIn(row, 'r_sight') ?? 0] ?? 'unknown',
    remote,
    base: baseOf(row, local, remote),
    localOnlyContent: textIn(row, 'kept'),
    isDehydrated: numberIn(row, 'freed') === 1,
  };
}

function localOf(row: Row): LocalFacts | null {
  const parent = itemIn(row, 'l_parent');
  if (parent === null) return null;
  return {
    parent,
    name: textOf(row, 'l_name'),
    sizeBytes: numberIn(row, 'l_size') ?? 0,
    modifiedMs: numberIn(row, 'l_modified') ?? 0,
    key: textOf(row, 'l_key'),
    fingerprint: textOf(row, 'l_stamp'),
    sha256: hexIn(row, 'l_hash') as Sha256 | null,
  };
}

function remoteOf(row: Row, local: LocalFacts | null): RemoteFacts | null {
  const id = uuidIn(row, 'r_uuid') as ServiceId | null;
  const parent = itemIn(row, 'r_parent');
  if (id === null || parent === null) return null;
  const createdAt = textIn(row, 'r_created');
  return {
    id,
    parent,
    name: shared(textOf(row, 'r_name'), local?.name),
    sizeBytes: numberIn(row, 'r_size'),
    version: uuidIn(row, 'r_version') as VersionId | null,
    sha256: shared(hexIn(row, 'r_hash') as Sha256 | null, local?.sha256),
    updatedAt: textIn(row, 'r_updated'),
    ...(createdAt === null ? {} : { createdAt }),
  };
}

function baseOf(row: Row, local: LocalFacts | null, remote: RemoteFacts | null): Base | null {
  const parent = itemIn(row, 'a_parent');
  if (parent === null) return null;
  return {
    parent,
    localName: shared(textOf(row, 'a_local_name'), local?.name),
    remoteName: shared(textOf(row, 'a_remote_name'), remote?.name),
    version: shared(uuidIn(row, 'a_version') as VersionId | null, remote?.version),
    sha256: shared(hexIn(row, 'a_hash') as Sha256 | null, local?.sha256, remote?.sha256),
  };
}

/**
 * Returns the string object that is already in memory if it is equal. At rest all sides have the same name and hash,
 * and each item would hold them three times.
 */
function shared<T extends string | null>(text: T, ...known: readonly (T | null | undefined)[]): T {
  return known.find((each): each is T => each === text) ?? text;
}

function hexIn(row: Row, column: string): string | null {
  const hex = textOf(row, column);
  return hex === '' ? null : hex;
}

function uuidIn(row: Row, column: string): string | null {
  const hex = hexIn(row, column);
  return hex === null ? null : uuidOf(hex);
}

/** The local name of an item, or the name it would have. */
export function nameOf({ local, base, remote }: Item, volume: VolumeNames): string {
  return local?.name ?? base?.localName ?? toLocalName(remote?.name ?? '', volume);
}

/** Files of all mirrors that the service was never asked about, and those whose text it was reading when it was asked. */
export interface WithoutText {
  readonly notAsked: number;
  readonly extracting: number;
}

/** Listings do not tell whether the text of a file was read. Each count reads an index of its own and no row. */
export const COUNT_WITHOUT_TEXT = `
  SELECT (SELECT count(*) FROM item
      WHERE r_extraction IS NULL AND kind = 'file' AND r_sight = 1 AND r_uuid IS NOT NULL) AS not_asked,
    (SELECT count(*) FROM item WHERE r_extraction IN ('pending', 'running')) AS extracting`;

export function withoutTextIn(row: Row): WithoutText {
  return { notAsked: numberIn(row, 'not_asked') ?? 0, extracting: numberIn(row, 'extracting') ?? 0 };
}
