import { rankOf, strongestOf } from '../../../shared/features/sharing/effective-access.ts';
import type { SharePrincipal, ShareRow, ShareSource } from '../../../shared/features/sharing/model.ts';
import { UNNAMED, UNNAMED_TEAM } from '../../../shared/text/people.ts';

/** An entry of `/access` or `/shares`; every field is optional. */
export interface Entry {
  readonly id?: string | null;
  readonly principalType?: string | null;
  readonly userId?: number | null;
  readonly teamId?: string | null;
  readonly displayName?: string | null;
  readonly email?: string | null;
  readonly role?: string | null;
  readonly inherited?: boolean | null;
  readonly inheritedFromFolderId?: string | null;
  readonly inheritedFromFolderName?: string | null;
}

/**
 * Everyone with access, once each, with all its sources: with several, access remains when one is removed. @param
 * shares the item's own entries; null: not told. @param me address of the signed-in person.
 */
export function rowsOf(
  access: readonly Entry[],
  shares: readonly Entry[] | null,
  me: string | null,
): readonly ShareRow[] {
  const rows = new Map<string, ShareRow>();
  const keyByAddress = keysByAddress([...access, ...(shares ?? [])]);
  const add = (entry: Entry, source: ShareSource): void => {
    const key = keyByAddress(entry);
    const row = rows.get(key) ?? { ...emptyRow(entry, me), key };
    if (row.sources.some(each => isSame(each, source))) return;
    const sources = [...row.sources, source];
    rows.set(row.key, {
      ...row,
      email: row.email ?? entry.email ?? null,
      sources,
      role: strongestOf(sources.map(({ role }) => role)) ?? '',
    });
  };
  const own = shares ?? [];
  for (const entry of access) add(entry, sourceOf(entry, own));
  for (const entry of own) if (entry.inherited !== true) add(entry, hereBy(entry));
  return [...rows.values()].toSorted(byStrength);
}

/** Merges entries of one person, of which one may have a number and another only an address. */
function keysByAddress(entries: readonly Entry[]): (entry: Entry) => string {
  const numbered = entries.filter(({ userId }) => userId !== null && userId !== undefined);
  const keys = new Map(numbered.flatMap(each => (each.email ? [[each.email.toLowerCase(), keyOf(each)]] : [])));
  return entry => {
    const { kind, id } = principalOf(entry);
    const known = kind === 'user' && id === null ? keys.get(entry.email?.toLowerCase() ?? '') : undefined;
    return known ?? keyOf(entry);
  };
}

/** A file's folder, and who has access to it. */
export interface Around {
  readonly id: string;
  readonly name: string;
  readonly access: readonly Entry[];
}

/**
 * Adds access through the folder to those who have it: a service may name only the strongest source. Adds no people.
 */
export function withWaysOf(around: Around | null, rows: readonly ShareRow[]): readonly ShareRow[] {
  if (around === null) return rows;
  return rows.map(row => {
    const through = around.access.filter(entry => keyOf(entry) === row.key);
    const ways = through.map((entry): ShareSource => {
      const { inherited, inheritedFromFolderId: id, inheritedFromFolderName: name } = entry;
      const isAbove = inherited === true;
      const folder = isAbove ? (id ? { id, name: name ?? null } : null) : { id: around.id, name: around.name };
      return { how: 'folder', role: entry.role ?? '', entry: null, folder };
    });
    const more = ways.filter(way =>
      row.sources.every(({ how, folder }) => how === 'here' || folder?.id !== way.folder?.id),
    );
    // The owner of both has access by ownership alone.
    return row.sources.some(({ how }) => how === 'rule') ? row : { ...row, sources: [...more, ...row.sources] };
  });
}

function emptyRow(entry: Entry, me: string | null): ShareRow {
  const { displayName, email } = entry;
  const principal = principalOf(entry);
  const isMe = me !== null && email?.toLowerCase() === me.toLowerCase();
  const unnamed = principal.kind === 'team' ? UNNAMED_TEAM : UNNAMED;
  const name = displayName ?? email ?? (principal.id === null ? '' : unnamed);
  return { key: keyOf(entry), principal, name, email: email ?? null, role: '', isMe, sources: [] };
}

function principalOf({ principalType, userId, teamId, email }: Entry): SharePrincipal {
  const isPerson = (userId !== null && userId !== undefined) || Boolean(email);
  const kind = principalType ?? (teamId ? 'team' : isPerson ? 'user' : 'organization');
  const id = kind === 'team' ? teamId : kind === 'organization' ? null : userId;
  return { kind: kind.slice(0, 50), id: id === null || id === undefined ? null : String(id) };
}

/** Without an id, people are identified by address or name. */
export function keyOf(entry: Entry): string {
  const { kind, id } = principalOf(entry);
  return kind === 'organization' ? kind : `${kind}:${id ?? entry.email ?? entry.displayName ?? ''}`;
}

function sourceOf(entry: Entry, own: readonly Entry[]): ShareSource {
  const { inherited, inheritedFromFolderId: id, inheritedFromFolderName: name } = entry;
  if (inherited === true) {
    const folder = id === null || id === undefined ? null : { id, name: name ?? null };
    return { how: 'folder', role: entry.role ?? '', entry: null, folder };
  }
  const mine = own.find(each => keyOf(each) === keyOf(entry) && each.role === entry.role);
  return entry.id || mine !== undefined ? hereBy({ ...entry, id: entry.id ?? mine?.id ?? null }) : byRule(entry);
}

function hereBy({ id, role }: Entry): ShareSource {
  return { how: 'here', role: role ?? '', entry: id ?? null, folder: null };
}

function byRule({ role }: Entry): ShareSource {
  return { how: 'rule', role: role ?? '', entry: null, folder: null };
}

function isSame(one: ShareSource, other: ShareSource): boolean {
  return (
    one.how === other.how && one.role === other.role && one.entry === other.entry && one.folder?.id === other.folder?.id
  );
}

/** Strongest role first, then by name; everyone together last. */
function byStrength(one: ShareRow, other: ShareRow): number {
  const rank = ({ principal, role }: ShareRow): number => (principal.kind === 'organization' ? -2 : rankOf(role));
  return rank(other) - rank(one) || one.name.localeCompare(other.name, 'en');
}
