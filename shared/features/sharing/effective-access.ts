import type { AccessEffect, ShareRow, ShareSource } from './model.ts';

/** The roles that are known, weakest first; each includes the ones before it (spec 2.4). */
const ROLES = ['viewer', 'editor', 'admin', 'owner'];
/** The key and kind of everybody in the organization. */
export const EVERYBODY = 'organization';

/** How much a role allows, to compare by; a role that is not known allows less than any other, as far as can be told. */
export function rankOf(role: string): number {
  return ROLES.indexOf(role.toLowerCase());
}

/** The strongest of some roles; one that is not known only where there is no other. Null: there is none at all. */
export function strongestOf(roles: readonly string[]): string | null {
  const best = roles.map(rankOf).reduce((one, other) => Math.max(one, other), -Infinity);
  return ROLES[best] ?? roles[0] ?? null;
}

/** What of a row decides. */
export type AccessRow = Pick<ShareRow, 'key' | 'principal' | 'name' | 'role' | 'sources'>;

/** One way in which a person or team reaches a thing. */
export interface AccessWay {
  readonly source: ShareSource;
  /** Because everybody in the organization does. */
  readonly isOfEverybody: boolean;
}

/** What a person or team can really do with a thing, as far as the entries at hand tell. */
export interface EffectiveAccess {
  /** Null: no entry lets them reach it. */
  readonly role: string | null;
  /** Every way that gives this role. */
  readonly ways: readonly AccessWay[];
  /** Teams that may do more. Who is in them is not told. */
  readonly teams: readonly string[];
}

/**
 * What a person or team can really do: by their own entries, by those of folders above that reach down to it, and by what
 * everybody in the organization can do. The strongest wins. What a folder that ended inheriting cut off is in no row.
 * @param key of the row; it needs no row any more.
 */
export function effectiveAccess(rows: readonly AccessRow[], key: string): EffectiveAccess {
  const ways = rows.flatMap(({ key: of, sources }) =>
    of === key || of === EVERYBODY ? sources.map(source => ({ source, isOfEverybody: of !== key })) : [],
  );
  const role = strongestOf(ways.map(({ source }) => source.role));
  const isPerson = /^user\b/.test(key);
  const teams = rows.filter(
    row => isPerson && row.principal.kind === 'team' && (role === null || rankOf(row.role) > rankOf(role)),
  );
  return {
    role,
    ways: ways.filter(({ source }) => role !== null && rankOf(source.role) === rankOf(role)),
    teams: teams.map(({ name }) => name),
  };
}

/**
 * For whom a change really changes something: who has another way that allows as much keeps what they can do. What changes
 * for everybody is told once, and of a single person only where they come to something else, or from more to less.
 */
export function effectsOf(before: readonly AccessRow[], after: readonly AccessRow[]): readonly AccessEffect[] {
  const named = new Map([...after, ...before].map(({ key, name }) => [key, name]));
  const effects = [...named].flatMap(([key, name]): AccessEffect[] => {
    const [was, will] = [effectiveAccess(before, key).role, effectiveAccess(after, key)];
    if (degreeOf(was) === degreeOf(will.role)) return [];
    return [{ key, name, before: was, after: will.role, teams: [...will.teams] }];
  });
  const all = effects.find(({ key }) => key === EVERYBODY);
  const isMore = ({ before: was, after: will }: AccessEffect): boolean => degreeOf(will) > degreeOf(was);
  const isAmong = (one: AccessEffect): boolean =>
    all !== undefined && one.after === all.after && isMore(one) === isMore(all);
  return effects.filter(one => one === all || !isAmong(one));
}

/** Whether a person can do more after a change; else it is less. */
export function isGain({ before, after }: AccessEffect): boolean {
  return degreeOf(after) > degreeOf(before);
}

/** No access is less than a role that is not known. */
function degreeOf(role: string | null): number {
  return role === null ? -2 : rankOf(role);
}

/**
 * What would change if a file were shared only as its folder is: the entries of its own that let in another person, or allow more,
 * than the folder does go (spec 4.3, `narrow-cascade`).
 * @param folder who can reach the folder.
 */
export function effectsOfMatching(rows: readonly ShareRow[], folder: readonly AccessRow[]): readonly AccessEffect[] {
  const isWider = ({ key }: ShareRow, { how, role }: ShareSource): boolean =>
    how === 'here' && degreeOf(role) > degreeOf(effectiveAccess(folder, key).role);
  const after = rows.flatMap(row => {
    const sources = row.sources.filter(source => !isWider(row, source));
    const role = strongestOf(sources.map(source => source.role));
    return role === null ? [] : [{ ...row, role, sources }];
  });
  return effectsOf(rows, after);
}

/** The rows as they are without one entry of the thing itself. */
export function withoutEntry(rows: readonly ShareRow[], entry: string): readonly ShareRow[] {
  return rows.flatMap(row => {
    const sources = row.sources.filter(source => source.entry !== entry);
    if (sources.length === row.sources.length) return [row];
    const role = strongestOf(sources.map(source => source.role));
    return role === null ? [] : [{ ...row, role, sources }];
  });
}

/** Who can reach a thing, each once. */
export interface Audience {
  readonly isEverybody: boolean;
  /** Named one by one. */
  readonly people: number;
  readonly teams: number;
  /** Of a kind that is not known. */
  readonly others: number;
}

/** Counts who can reach a thing. Those who are in a team, or in the organization, are not counted by that. */
export function audienceOf(rows: readonly ShareRow[]): Audience {
  const keys = (isCounted: (kind: string) => boolean): number =>
    new Set(rows.filter(({ principal }) => isCounted(principal.kind)).map(({ key }) => key)).size;
  return {
    isEverybody: keys(kind => kind === EVERYBODY) > 0,
    people: keys(kind => kind === 'user'),
    teams: keys(kind => kind === 'team'),
    others: keys(kind => ![EVERYBODY, 'user', 'team'].includes(kind)),
  };
}
