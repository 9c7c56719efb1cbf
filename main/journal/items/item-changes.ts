import { append } from '../../../shared/append.ts';
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

const LOCAL = ['l_sight', 'l_parent', 'l_name', 'l_size', 'l_modified', 'l_key', 'l_stamp', 'l_hash'];
const REMOTE = ['r_sight', 'r_uuid', 'r_parent', 'r_name', 'r_size', 'r_version', 'r_updated', 'r_created'];

function insertOf(columns: readonly string[]): string {
  return `INSERT INTO item (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
}

function assigned(columns: readonly string[]): string {
  return columns.map(column => `${column} = ?`).join(', ');
}

const LOCAL_ASSIGNED = `${assigned(LOCAL)},
      freed = CASE WHEN ? IS NOT NULL AND kind = 'file' THEN 0 ELSE freed END`;
const REMOTE_ASSIGNED = assigned(REMOTE);
const INSERT = insertOf(['mirror', 'kind', ...LOCAL, ...REMOTE, 'freed']);
const BASE_ASSIGNED = 'a_parent = ?, a_local_name = ?, a_remote_name = ?, a_version = ?, a_hash = ?';

/** The statement that makes a row with everything that is known: a second one would maintain all indexes once more. */
export function insertStatement(mirror: string, kind: Kind, { local, remote, isDehydrated }: ItemStart): Assignment {
  const here = localValues(local?.presence ?? 'absent', local?.facts ?? null);
  const there = remoteValues(remote === undefined ? 'absent' : 'present', remote ?? null);
  return { sql: INSERT, values: [mirror, kind, ...here, ...there, isDehydrated === true ? 1 : 0] };
}

/** The columns of the local side. A file that is here is no longer online-only. */
export function localColumns(presence: Presence, facts: LocalFacts | null): Assignment {
  return { sql: LOCAL_ASSIGNED, values: localAssigned(presence, facts) };
}

function localAssigned(presence: Presence, facts: LocalFacts | null): readonly SqlValue[] {
  return [...localValues(presence, facts), facts?.parent ?? null];
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
  return { sql: BASE_ASSIGNED, values: baseValues(base) };
}

function baseValues(base: Base | null): readonly SqlValue[] {
  return [
    base?.parent ?? null,
    base?.localName ?? null,
    base?.remoteName ?? null,
    toBlob(base?.version ?? null),
    toBlob(base?.sha256 ?? null),
  ];
}

/** How each field of an update is assigned, and its values; undefined when it is left out. */
const FIELDS: readonly {
  readonly sql: string;
  readonly of: (update: ItemUpdate) => readonly SqlValue[] | undefined;
}[] = [
  { sql: LOCAL_ASSIGNED, of: ({ local }) => local && localAssigned('present', local) },
  { sql: REMOTE_ASSIGNED, of: ({ remote }) => remote && remoteValues('present', remote) },
  { sql: BASE_ASSIGNED, of: ({ base }) => base && baseValues(base) },
  { sql: 'kept = ?', of: ({ localOnlyContent }) => only(localOnlyContent) },
  { sql: 'r_extraction = ?', of: ({ extraction }) => only(extraction) },
  { sql: 'written_at = ?', of: ({ writtenAtMs }) => only(writtenAtMs) },
];

function only(value: SqlValue | undefined): readonly SqlValue[] | undefined {
  return value === undefined ? undefined : [value];
}

/** All changes in one statement: each UPDATE maintains all indexes of the row, however few columns it changes. */
export function updateColumns(update: ItemUpdate): Assignment {
  const values: SqlValue[] = [];
  let fields = 0;
  for (const [at, { of }] of FIELDS.entries()) {
    const own = of(update);
    if (own === undefined) continue;
    fields |= 1 << at;
    append(values, own);
  }
  return { sql: assignmentOf(fields), values };
}

/** The text for a set of fields, a bit for each: made once, since thousands of files in a row change the same ones. */
function assignmentOf(fields: number): string {
  const made = ASSIGNMENTS.get(fields);
  if (made !== undefined) return made;
  const sql = FIELDS.filter((_, at) => (fields & (1 << at)) !== 0)
    .map(field => field.sql)
    .join(', ');
  ASSIGNMENTS.set(fields, sql);
  return sql;
}

const ASSIGNMENTS = new Map<number, string>();
