import assert from 'node:assert/strict';

import { BENCH_TEAM_ID } from '../../service/rules/people/people-seed.ts';
import { seeded } from '../../service/sample/seeded.ts';
import type { FakeRequest } from './fake-exchange.ts';
import { FakeService } from './fake-service.ts';
import { ROLES, USERS, close, levelOf, peopleOf, sources, widerEntries } from './access-model.ts';
import type { Thing, Whom } from './access-model.ts';

interface Entry {
  readonly id: string;
  readonly principalType: string;
  readonly userId?: number;
  readonly role: (typeof ROLES)[number];
  readonly inherited: boolean;
}

interface Seen {
  readonly id: string;
  readonly items: readonly Seen[];
  readonly wider: readonly Entry[];
}

/**
 * People who share, move and close at random at a service of their own, and the model that follows them. Each
 * disagreement of the two is a failed assertion.
 */
export class Story {
  /** How many acts the service allowed, and how many it refused. */
  done = 0;
  refused = 0;
  readonly #dice: { next(): number };
  readonly #service: FakeService;
  readonly #things: Thing[] = [];

  constructor(seed: number) {
    this.#dice = seeded(seed);
    let [nowMs, count] = [Date.parse('2026-11-20T08:00:00.000Z'), 0];
    const uuid = (): string => `00000000-0000-4000-8000-${(count += 1).toString(16).padStart(12, '0')}`;
    const switches = { flatListingCap: 100_000, extractionDelayMs: 0 };
    this.#service = new FakeService({ now: () => (nowMs += 7), uuid, checksAnswers: true, switches });
    const base = this.#add({ id: this.#service.knowledgeBase, owner: 1, above: null, isFile: false });
    base.entries.set('o', 2);
    for (let folder = 0; folder < 8; folder += 1) this.#create(false);
    for (let file = 0; file < 8; file += 1) this.#create(true);
  }

  /** One act of a random person; the service must allow it exactly when the model does. */
  step(): void {
    const acts = [
      () => this.#create(this.#chance(0.6)),
      () => this.#share(),
      () => this.#share(),
      () => this.#unshare(),
      () => this.#move(),
      () => this.#move(),
      () => this.#close(),
      () => this.#publish(),
      () => this.#narrow(),
    ];
    this.#pick(acts)();
  }

  /** Asks the service as everyone about everything. */
  compare(): void {
    for (const user of USERS) {
      const readable = (thing: Thing): boolean => levelOf(thing, user) > 0;
      const files = this.#things.filter(thing => thing.isFile && readable(thing)).map(file => file.id);
      assert.deepEqual(idsOf(this.#list(user, '/folders/files')), new Set(files));
      assert.deepEqual(idsOf(this.#ask(user, 'GET', '/search/files?pageSize=100').json.items), new Set(files));
      const holding = this.#ask(user, 'GET', '/search/file-content?q=gel&pageSize=100').json.items;
      assert.deepEqual(idsOf(holding), new Set(files));
      const roots = this.#things.filter(thing => !thing.isFile && thing.above === null && readable(thing));
      assert.deepEqual(idsOf(this.#list(user, '/folders/roots')), idsOf(roots));
      for (const thing of this.#things) this.#compareOne(user, thing);
    }
    this.#compareDrift();
  }

  #compareOne(user: number, thing: Thing): void {
    const level = levelOf(thing, user);
    const path = pathOf(thing);
    const noEntry = `${path}/share/3f2b8f0e-9a51-4c55-8a4e-0c4f6d1f7a10`;
    const unreadable = thing.isFile ? 404 : 403;
    const statuses = [
      this.#ask(user, 'GET', path).status,
      this.#ask(user, thing.isFile ? 'PUT' : 'PATCH', path, {}).status,
      this.#ask(user, 'DELETE', noEntry).status,
    ];
    const expected = [
      [unreadable, unreadable, 403],
      [200, 403, 403],
      [200, 200, 403],
      [200, 200, 404],
    ][level];
    assert.deepEqual(statuses, expected, `${path} as ${user}, level ${level}: ${statuses.join(' ')}`);
    if (level === 0) return;
    this.#compareAccess(user, thing);
    if (thing.isFile) return;
    const inside = this.#things.filter(other => other.above === thing && levelOf(other, user) > 0);
    assert.deepEqual(idsOf(this.#list(user, `${path}/children`)), idsOf(inside.filter(({ isFile }) => !isFile)));
    const files = this.#ask(user, 'GET', `${path}/files?pageSize=100`).json.items;
    assert.deepEqual(idsOf(files), idsOf(inside.filter(({ isFile }) => isFile)));
  }

  /** The entries of `access` must give everyone the level the model gives, and tell rightly where they stand. */
  #compareAccess(user: number, thing: Thing): void {
    const entries = this.#list<Entry>(user, `${pathOf(thing)}/access`);
    const levels = USERS.map(other => {
      const reaching = entries.filter(entry => peopleOf(whomOf(entry)).includes(other));
      return Math.max(0, ...reaching.map(entry => ROLES.indexOf(entry.role) + 1));
    });
    assert.deepEqual(
      levels,
      USERS.map(other => levelOf(thing, other)),
    );
    assert.equal(new Set(entries.map(whomOf)).size, entries.length);
    for (const entry of entries.filter(({ inherited }) => !inherited)) {
      const [here] = sources(thing).map(source => levelOn(source, whomOf(entry)));
      assert.equal(here, ROLES.indexOf(entry.role) + 1);
    }
  }

  #compareDrift(): void {
    const drifted = this.#things.filter(
      thing => thing.isFile && thing.above !== null && widerEntries(thing, thing.above).length > 0,
    );
    const report = this.#list<Seen>(1, '/folders/sharing-drift');
    assert.deepEqual(idsOf(report), idsOf(drifted));
    for (const { id, wider } of report) {
      const file = drifted.find(thing => thing.id === id);
      const expected = file?.above ? widerEntries(file, file.above) : [];
      assert.deepEqual(new Set(wider.map(whomOf)), new Set(expected));
    }
    for (const folder of this.#things.filter(thing => !thing.isFile && levelOf(thing, 1) === 3)) {
      const inside = this.#inside(folder).filter(file => widerEntries(file, folder).length > 0);
      assert.deepEqual(idsOf(this.#list(1, `${pathOf(folder)}/contained-overrides`)), idsOf(inside));
    }
  }

  #create(isFile: boolean): void {
    const owner = this.#pick(USERS);
    const above = this.#chance(0.2) ? null : this.#pick(this.#folders());
    const allowed = above === null || levelOf(above, owner) >= 2;
    const name = isFile ? `file ${this.#things.length}.txt` : `folder ${this.#things.length}`;
    const body = isFile
      ? { name, fileType: 'Document', content: 'gel', folderId: above?.id }
      : { name, visibility: 'private', parentFolderId: above?.id };
    const reply = this.#ask(owner, 'POST', isFile ? '/files' : '/folders', body);
    if (this.#agreed(reply.status, allowed, 201)) this.#add({ id: reply.json.id, owner, above, isFile });
  }

  #share(): void {
    const [by, thing] = [this.#pick(USERS), this.#pick(this.#things)];
    const whom = this.#pick(['u1', 'u2', 'u3', 't', 'o']);
    const level = this.#pick([1, 2, 3]);
    const body = { ...principalOf(whom), role: ROLES[level - 1] };
    const { status } = this.#ask(by, 'POST', `${pathOf(thing)}/share`, body);
    if (this.#agreed(status, levelOf(thing, by) === 3, 201)) thing.entries.set(whom, level);
  }

  #unshare(): void {
    const shared = this.#things.filter(({ entries }) => entries.size > 0);
    if (shared.length === 0) return;
    const thing = this.#pick(shared);
    const reader = this.#pick(USERS.filter(user => levelOf(thing, user) > 0));
    const entry = this.#pick(this.#list<Entry>(reader, `${pathOf(thing)}/shares`));
    const by = this.#pick(USERS);
    const mayRead = levelOf(thing, by) > 0;
    const allowed = mayRead && (levelOf(thing, by) === 3 || whomOf(entry) === `u${by}`);
    const { status } = this.#ask(by, 'DELETE', `${pathOf(thing)}/share/${entry.id}`);
    if (this.#agreed(status, allowed, 204)) thing.entries.delete(whomOf(entry));
  }

  #move(): void {
    const [by, thing] = [this.#pick(USERS), this.#pick(this.#things)];
    const target = this.#chance(0.2) ? null : this.#pick(this.#folders());
    if (target !== null && allAbove(target).includes(thing)) return;
    const home = thing.isFile ? { clearFolder: true } : { moveToRoot: true };
    const allowed = levelOf(thing, by) >= 2 && (target === null || levelOf(target, by) >= 2);
    const reply =
      target === null
        ? this.#ask(by, thing.isFile ? 'PUT' : 'PATCH', pathOf(thing), home)
        : this.#ask(by, 'PATCH', `${pathOf(thing)}/move`, { parentFolderId: target.id });
    if (this.#agreed(reply.status, allowed, 200)) thing.above = target;
  }

  #close(): void {
    const [by, folder] = [this.#pick(USERS), this.#pick(this.#folders())];
    if (!this.#chance(0.4)) return;
    const { status } = this.#ask(by, 'POST', `${pathOf(folder)}/break-inheritance`);
    if (this.#agreed(status, levelOf(folder, by) === 3, 204)) close(folder);
  }

  #publish(): void {
    const [by, file] = [this.#pick(USERS), this.#pick(this.#things.filter(({ isFile }) => isFile))];
    const published = this.#chance(0.5);
    const body = { visibility: published ? 'library' : 'private' };
    const { status } = this.#ask(by, 'POST', `${pathOf(file)}/promote`, body);
    if (this.#agreed(status, levelOf(file, by) === 3, 200)) file.published = published;
  }

  #narrow(): void {
    const [by, folder] = [this.#pick(USERS), this.#pick(this.#folders())];
    const files = this.#inside(folder).filter(() => this.#chance(0.5));
    const body = { fileIds: files.map(file => file.id) };
    const { status } = this.#ask(by, 'POST', `${pathOf(folder)}/narrow-cascade`, body);
    if (!this.#agreed(status, levelOf(folder, by) === 3, 200)) return;
    const wider = files.map(file => [file, widerEntries(file, folder)] as const);
    for (const [file, whoms] of wider) for (const whom of whoms) file.entries.delete(whom);
  }

  #agreed(status: number, allowed: boolean, success: number): boolean {
    if (allowed) this.done += 1;
    else this.refused += 1;
    if (allowed) assert.equal(status, success);
    else assert.ok(status === 403 || status === 404, `answered ${status}`);
    return allowed;
  }

  #add(parts: Pick<Thing, 'id' | 'owner' | 'above' | 'isFile'>): Thing {
    const thing: Thing = { ...parts, entries: new Map(), open: true, published: false };
    this.#things.push(thing);
    return thing;
  }

  #inside(folder: Thing): Thing[] {
    return this.#things.filter(thing => thing.isFile && sources(thing).includes(folder));
  }

  #folders(): Thing[] {
    return this.#things.filter(thing => !thing.isFile);
  }

  #chance(share: number): boolean {
    return this.#dice.next() < share;
  }

  #pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.#dice.next() * values.length)] as T;
  }

  #list<T = Seen>(user: number, path: string): readonly T[] {
    const { status, json } = this.#ask(user, 'GET', path);
    assert.equal(status, 200, `GET ${path} as ${user}`);
    return json as unknown as readonly T[];
  }

  #ask(user: number, method: FakeRequest['method'], path: string, body?: object): { status: number; json: Seen } {
    const headers = { 'x-api-key': this.#service.users[user - 1]?.apiKey ?? '' };
    const bytes = new TextEncoder().encode(body === undefined ? '' : JSON.stringify(body));
    const response = this.#service.handle({ method, url: this.#service.baseUrl + path, headers, body: bytes });
    const text = new TextDecoder().decode(response.body);
    return { status: response.status, json: (text === '' ? null : JSON.parse(text)) as Seen };
  }
}

function pathOf(thing: Thing): string {
  return `/${thing.isFile ? 'files' : 'folders'}/${thing.id}`;
}

function principalOf(whom: Whom): object {
  if (whom === 'o') return { isOrgWide: true };
  return whom === 't' ? { teamId: BENCH_TEAM_ID } : { userId: Number(whom.slice(1)) };
}

function whomOf(entry: Entry): Whom {
  if (entry.principalType === 'organization') return 'o';
  return entry.principalType === 'team' ? 't' : `u${entry.userId}`;
}

/** What stands on a thing itself for a principal. */
function levelOn(thing: Thing, whom: Whom): number {
  const owns = whom === `u${thing.owner}` ? 3 : 0;
  const reads = whom === 'o' && thing.published ? 1 : 0;
  return Math.max(owns, reads, thing.entries.get(whom) ?? 0);
}

function allAbove(thing: Thing): readonly Thing[] {
  return thing.above === null ? [thing] : [thing, ...allAbove(thing.above)];
}

function idsOf(rows: readonly { readonly id: string }[]): Set<string> {
  return new Set(rows.map(row => row.id));
}
