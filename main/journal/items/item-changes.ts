import type { Base, LocalFacts, RemoteFacts, Presence } from '../../core/item.ts';
import { toBlob } from '../storage/row-values.ts';
import type { SqlValue } from '../storage/database.ts';
import { PRESENCES } from './item-rows.ts';

/** Columns of an item that get new values: as SQL, with the values in its order. */
export interface Assignment {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** What is known of an item when something was done; what is not named stays as it was. */
export interface ItemUpdate {
  /** It is here, so. */
  readonly local?: LocalFacts;
  /** It is at the service, so. */
  readonly remote?: RemoteFacts;
  /** Only ever a result that was verified. */
  readonly base?: Base;
  readonly kept?: string | null;
  readonly extraction?: string | null;
  /** When we wrote it here, in milliseconds since the epoch. */
  readonly writtenAtMs?: number;
}

/** All of it as one change: each statement keeps all indexes of the row, whatever it changes of it. */
export function updateColumns({ local, remote, base, kept, extraction, writtenAtMs }: ItemUpdate): Assignment {
  const parts = [
    ...(local === undefined ? [] : [localColumns('present', local)]),
    ...(remote === undefined ? [] : [remoteColumns('present', remote)]),
    ...(base === undefined ? [] : [baseColumns(base)]),
    ...(kept === undefined ? [] : [{ sql: 'kept = ?', values: [kept] }]),
    ...(extraction === undefined ? [] : [{ sql: 'r_extraction = ?', values: [extraction] }]),
    ...(writtenAtMs === undefined ? [] : [{ sql: 'written_at = ?', values: [writtenAtMs] }]),
  ];
  return { sql: parts.map(({ sql }) => sql).join(', '), values: parts.flatMap(({ values }) => values) };
}

/** What is here. A file that is here is not only online. */
export function localColumns(presence: Presence, facts: LocalFacts | null): Assignment {
  return {
    sql: `l_sight = ?, l_parent = ?, l_name = ?, l_size = ?, l_modified = ?, l_key = ?, l_stamp = ?, l_hash = ?,
      freed = CASE WHEN ? IS NOT NULL AND kind = 'file' THEN 0 ELSE freed END`,
    values: [
      PRESENCES.indexOf(presence),
      facts?.parent ?? null,
      facts?.name ?? null,
      facts?.sizeBytes ?? null,
      facts === null ? null : Math.round(facts.modifiedMs),
      facts?.key ?? null,
      facts?.stamp ?? null,
      toBlob(facts?.sha256 ?? null),
      facts?.parent ?? null,
    ],
  };
}

/** What is at the service. */
export function remoteColumns(presence: Presence, facts: RemoteFacts | null): Assignment {
  return {
    sql: 'r_sight = ?, r_uuid = ?, r_parent = ?, r_name = ?, r_size = ?, r_version = ?, r_updated = ?, r_created = ?',
    values: [
      PRESENCES.indexOf(presence),
      toBlob(facts?.id ?? null),
      facts?.parent ?? null,
      facts?.name ?? null,
      facts?.sizeBytes ?? null,
      toBlob(facts?.version ?? null),
      facts?.updatedAt ?? null,
      facts?.createdAt ?? null,
    ],
  };
}

/** What both sides agree on. */
export function baseColumns(base: Base | null): Assignment {
  return {
    sql: 'a_parent = ?, a_local_name = ?, a_remote_name = ?, a_version = ?, a_hash = ?',
    values: [
      base?.parent ?? null,
      base?.localName ?? null,
      base?.remoteName ?? null,
      toBlob(base?.version ?? null),
      toBlob(base?.sha256 ?? null),
    ],
  };
}
