import type { Endpoint } from '../../../shared/api/endpoint.ts';
import type { Dice } from './dice.ts';

/** What a value in an answer is: `file`, `folder`, `task`, or for secrets the name of their field. */
type Kind = string;

/** Where in which answer a value stands. */
interface Place {
  readonly kind: Kind;
  /** The first word of the path. */
  readonly first: string;
  readonly outer: string | null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MOST_OF_A_KIND = 60;

/** The last of these words in a path says what the things in its answer are. */
const KINDS: readonly (readonly [RegExp, Kind])[] = [
  [/\/library\/folders/, 'libraryFolder'],
  [/\/(versions|restore)\b/, 'version'],
  [/\/(shares?|access)\b/, 'ace'],
  [/\/messages\b/, 'message'],
  [/\/(attachments|rendered)\b/, 'attachment'],
  [/\/files\b/, 'file'],
  [/^\/folders\b/, 'folder'],
  [/^\/tasks\b/, 'task'],
  [/\/invitations\b/, 'invitation'],
  [/\/members\b/, 'membership'],
  [/\/exports\b/, 'job'],
  [/^\/projects\b/, 'project'],
  [/^\/mcp\/connections\b/, 'connection'],
  [/^\/connections\/registry\b/, 'provider'],
  [/^\/api-keys\b/, 'key'],
  [/^\/kb-review-items\b/, 'review'],
  [/^\/organizations\b/, 'organization'],
];

/** Fields that carry a thing under another name than its kind. */
const SAME: { readonly [field: string]: Kind } = {
  parentFolder: 'folder',
  orgFolder: 'folder',
  targetFolder: 'folder',
  sourceFile: 'file',
  contextFile: 'file',
  referencedFile: 'file',
  latestVersion: 'version',
  baseVersion: 'version',
  sourceVersion: 'version',
  org: 'organization',
  memberUser: 'user',
  appUser: 'user',
  owner: 'user',
};

/** Values that one group of callers has met in answers, by what they are. */
export class Pool {
  readonly #values = new Map<Kind, string[]>();
  /** Things inside others: under `files/version` pairs of a file and one of its versions. */
  readonly #pairs = new Map<string, (readonly [outer: string, inner: string])[]>();
  /** Secrets that belong together, such as the parts of one authorization. */
  readonly #sets: { readonly [name: string]: string }[] = [];

  /** Takes in everything in an answer that a later request could name. `outer` is the first id in its path, if any. */
  harvest(endpoint: Endpoint, json: unknown, outer: string | null): void {
    const first = endpoint.path.split('/')[1] ?? '';
    this.#walk(json, { kind: kindOfPath(endpoint.path), first, outer });
  }

  addPair(first: string, kind: Kind, pair: readonly [outer: string, inner: string]): void {
    const pairs = this.#pairs.get(`${first}/${kind}`) ?? [];
    this.#pairs.set(`${first}/${kind}`, pairs);
    pairs.push(pair);
    if (pairs.length > MOST_OF_A_KIND) pairs.shift();
  }

  /** A thing of the first part of a path with one inside it, or null. */
  pair(dice: Dice, first: string, kind: Kind): readonly [outer: string, inner: string] | null {
    const pairs = this.#pairs.get(`${first}/${kind}`) ?? [];
    return pairs.length === 0 ? null : dice.pick(pairs);
  }

  addSet(set: { readonly [name: string]: string }): void {
    this.#sets.push(set);
    if (this.#sets.length > MOST_OF_A_KIND) this.#sets.shift();
  }

  /** Secrets that belong together and have all these names, or null. */
  set(dice: Dice, names: readonly string[]): { readonly [name: string]: string } | null {
    const sets = this.#sets.filter(set => names.every(name => set[name] !== undefined));
    // Mostly the newest: older ones are used up or have run out.
    return sets.length === 0 ? null : dice.chance(0.6) ? (sets.at(-1) ?? null) : dice.pick(sets);
  }

  add(kind: Kind, value: string): void {
    const values = this.#values.get(kind) ?? [];
    this.#values.set(kind, values);
    if (values.includes(value)) return;
    // The oldest go, but the first few stay: they are what everything else stands in.
    if (values.length >= MOST_OF_A_KIND) values.splice(MOST_OF_A_KIND / 4, 1);
    values.push(value);
  }

  /** A value of a kind, or null when none was met. `fits` narrows. */
  pick(dice: Dice, kind: Kind, fits: (value: string) => boolean = () => true): string | null {
    const values = (this.#values.get(kind) ?? []).filter(fits);
    if (values.length === 0) return null;
    return dice.chance(0.25) ? (values.at(-1) ?? null) : dice.pick(values);
  }

  /** A value of any kind that looks like an id. */
  any(dice: Dice, fits: (value: string) => boolean = () => true): string | null {
    const kinds = [...this.#values.keys()];
    return kinds.length === 0 ? null : this.pick(dice, dice.pick(kinds), value => UUID.test(value) && fits(value));
  }

  #walk(value: unknown, at: Place): void {
    if (Array.isArray(value)) {
      for (const part of value) this.#walk(part, at);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    this.#relate(value, at);
    for (const [name, part] of Object.entries(value)) {
      if (typeof part === 'object') this.#walk(part, { ...at, kind: PARTS[name] ?? at.kind });
      else if (typeof part === 'string' && part !== '') this.#take(name, part, at.kind);
    }
  }

  /** What lies in what, and which secrets came together. */
  #relate(value: object, { kind, first, outer }: Place): void {
    const { id, userId, latestVersionId } = value as { [name: string]: unknown };
    if (outer !== null && typeof id === 'string') this.addPair(first, kind, [outer, id]);
    if (outer !== null && typeof userId === 'number') this.addPair(first, 'user', [outer, String(userId)]);
    if (typeof id === 'string' && typeof latestVersionId === 'string') {
      this.addPair('files', 'version', [id, latestVersionId]);
    }
    const { auth_id, state, stand_in } = value as { [name: string]: unknown };
    if (typeof auth_id === 'string' && typeof state === 'string' && typeof stand_in === 'object') {
      this.addSet({ auth_id, state, ...(stand_in as { code: string; issuer: string }) });
    }
  }

  #take(name: string, text: string, kind: Kind): void {
    if (name === 'id') this.add(kind, text);
    else if (/(Id|_id)$/.test(name)) this.add(kindOfField(name), text);
    else if (/^(code|state|token|key|issuer|cursor|nextCursor|email)$/.test(name)) this.add(name, text);
    else if (name === 'redirectUrl') this.#takeQuery(text);
    else if (/^(uploadUrl|url)$/.test(name) && text.startsWith('http://127.0.0.1')) this.add(name, text);
  }

  /** What an address carries back to the service. */
  #takeQuery(address: string): void {
    for (const [name, value] of new URL(address, 'http://service.invalid').searchParams) this.add(name, value);
  }
}

/** What a field or a value in a path names: `parentFolderId` a folder. */
export function kindOfField(name: string): Kind {
  const bare = name.replace(/(_id|Ids?)$/, '').replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  return SAME[bare] ?? (bare === 'next' ? 'cursor' : bare);
}

/** What the things in an endpoint's answers are. */
export function kindOfPath(path: string): Kind {
  return KINDS.find(([pattern]) => pattern.test(path))?.[1] ?? 'thing';
}

/** Lists inside an answer that hold something else than it. */
const PARTS: { readonly [name: string]: Kind } = {
  latestVersion: 'version',
  breadcrumbs: 'folder',
  attachments: 'attachment',
  messages: 'message',
  organizations: 'organization',
};
