import type { Base, Kind, LocalFacts, RemoteFacts, Presence } from '../../core/item.ts';
import { toBlob } from '../storage/row-values.ts';
import type { SqlValue } from '../storage/db.ts';
import { PRESENCES } from './item-rows.ts';

/** Columns of an item that get new values: SQL, and the values in the order of its parameters. */
export interface Assignment {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** New facts about an item; fields that are left out keep their values. */
export interface ItemUpdate {
  /** The item is on this computer, with these facts. */
  readonly local?: LocalFacts;
  /** The item is at the service, with these facts. */
  readonly remote?: RemoteFacts;
  /** Only a verified result may become the base. */
  readonly base?: Base;
  readonly localOnlyContent?: string | null;
  readonly extraction?: string | null;
  /** When we wrote the file here, ms since the epoch. */
  readonly writtenAtMs?: number;
}

/** What is known of an item when its row is made. */
export interface ItemStart {
  /** The item is on this computer, or was seen there and cannot be observed now. */
  readonly local?: { readonly presence: Presence; readonly facts: LocalFacts };
  /** The item is at the service. */
  readonly remote?: RemoteFacts;
  /** Whether it is online-only from the start. */
  readonly isDehydrated?: boolean;
}

/** The statement that makes a row with everything that is known: a second one would maintain all indexes once more. */
export function insertStatement(mirror: string, kind: Kind, { local, remote, isDehydrated }: ItemStart): Assignment {
  const parts = [
    { sql: 'mirror, kind', values: [mirror, kind] },
    ...(local === undefined ? [] : [{ sql: LOCAL.join(', '), values: localValues(local.presence, local.facts) }]),
    ...(remote === undefined ? [] : [{ sql: REMOTE.join(', '), values: remoteValues('present', remote) }]),
    ...(isDehydrated === true ? [{ sql: 'freed', values: [1] }] : []),
  ];
  const values = parts.flatMap(part => part.values);
  const places = values.map(() => '?').join(', ');
  return { sql: `INSERT INTO item (${parts.map(({ sql }) => sql).join(', ')}) VALUES (${places})`, values };
}

/** All changes in one statement: each UPDATE maintains all indexes of the row, however few columns it changes. */
export function updateColumns({
  local,
  remote,
  base,
  localOnlyContent,
  extraction,
  writtenAtMs,
}: ItemUpdate): Assignment {
  const parts = [
    ...(local === undefined ? [] : [localColumns('present', local)]),
    ...(remote === undefined ? [] : [remoteColumns('present', remote)]),
    ...(base === undefined ? [] : [baseColumns(base)]),
    ...(localOnlyContent === undefined ? [] : [{ sql: 'kept = ?', values: [localOnlyContent] }]),
    ...(extraction === undefined ? [] : [{ sql: 'r_extraction = ?', values: [extraction] }]),
    ...(writtenAtMs === undefined ? [] : [{ sql: 'written_at = ?', values: [writtenAtMs] }]),
  ];
  return { sql: parts.map(({ sql }) => sql).join(', '), values: parts.flatMap(({ values }) => values) };
}

const LOCAL = ['l_sight', 'l_parent', 'l_name', 'l_size', 'l_modified', 'l_key', 'l_stamp', 'l_hash'];
const REMOTE = ['r_sight', 'r_uuid', 'r_parent', 'r_name', 'r_size', 'r_version', 'r_updated', 'r_created'];

function assigned(columns: readonly string[]): string {
  return columns.map(column => `${column} = ?`).join(', ');
}

const LOCAL_ASSIGNED = `${assigned(LOCAL)},
      freed = CASE WHEN ? IS NOT NULL AND kind = 'file' THEN 0 ELSE freed END`;
const REMOTE_ASSIGNED = assigned(REMOTE);

/** The columns of the local side. A file that is here is no longer online-only. */
export function localColumns(presence: Presence, facts: LocalFacts | null): Assignment {
  return { sql: LOCAL_ASSIGNED, values: [...localValues(presence, facts), facts?.parent ?? null] };
}

function localValues(presence: Presence, facts: LocalFacts | null): readonly SqlValue[] {
  return [
    PRESENCES.indexOf(presence),
    facts?.parent ?? null,
    facts?.name ?? null,
    facts?.sizeBytes ?? null,
    facts === null ? null : Math.round(facts.modifiedMs),
    facts?.key ?? null,
    facts?.fingerprint ?? null,
    toBlob(facts?.sha256 ?? null),
  ];
}

/** The columns of the remote side. */
export function remoteColumns(presence: Presence, facts: RemoteFacts | null): Assignment {
  return { sql: REMOTE_ASSIGNED, values: remoteValues(presence, facts) };
}

function remoteValues(presence: Presence, facts: RemoteFacts | null): readonly SqlValue[] {
  return [
    PRESENCES.indexOf(presence),
    toBlob(facts?.id ?? null),
    facts?.parent ?? null,
    facts?.name ?? null,
    facts?.sizeBytes ?? null,
    toBlob(facts?.version ?? null),
    facts?.updatedAt ?? null,
    facts?.createdAt ?? null,
  ];
}

/** The columns of the base. */
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
