import { requirePresent } from '../../../shared/assert.ts';
import { labOf, registered, secretTo } from '../conformance/people/people-steps.ts';
import { ADMIN, MEMBER, OTHER_MEMBER, OWNER, STRANGER } from '../conformance/subject.ts';
import type { Reply, Sent, Tester } from '../conformance/subject.ts';

/**
 * Those who ask in the access matrix. `holder` owns the folder, the file, the task and the rest; `admin`, `editor` and
 * `viewer` have that role on the folder; `outsider`, `Owner` and `Admin` are of the same organization and have no share;
 * `stranger` owns another organization; `revoked` is a key of the holder's that was revoked.
 */
export const ROLES = [
  'holder',
  'admin',
  'editor',
  'viewer',
  'outsider',
  'Owner',
  'Admin',
  'stranger',
  'revoked',
] as const;

export type Role = (typeof ROLES)[number];

interface Person {
  readonly userId: number;
  readonly apiKey: string;
}

/** The people of the access matrix at a running service. */
export class Cast {
  readonly tester: Tester;
  readonly #people: ReadonlyMap<Role, Person>;
  #addresses = 0;

  constructor(tester: Tester, people: ReadonlyMap<Role, Person>) {
    this.tester = tester;
    this.#people = people;
  }

  /** Sends one request as a member of the cast. */
  ask(role: Role, method: Sent['method'], path: string, body?: object): Promise<Reply> {
    const headers = { 'x-api-key': this.#person(role).apiKey, 'content-type': 'application/json' };
    const text = body === undefined ? '' : JSON.stringify(body);
    return this.tester.raw({ method, url: this.tester.subject.baseUrl + path, headers, body: text });
  }

  userId(role: Role): number {
    return this.#person(role).userId;
  }

  /** An email address that no account has yet. */
  address(name: string): string {
    this.#addresses += 1;
    return `${name}.${this.#addresses}@example.org`;
  }

  /** The user id of a new member of the lab, whom no other request of the test uses. */
  async spare(): Promise<number> {
    return (await joined(this.tester, this.address('spare'))).userId;
  }

  #person(role: Role): Person {
    return requirePresent(this.#people.get(role), role);
  }
}

/** Brings the cast together: the seeded people, and three who are invited and join. */
export async function castAt(tester: Tester): Promise<Cast> {
  const seeded = (index: number): Person => requirePresent(tester.subject.users[index], 'a seeded person');
  const holder = seeded(MEMBER);
  return new Cast(
    tester,
    new Map<Role, Person>([
      ['holder', holder],
      ['admin', await joined(tester, 'ada.lund@example.org')],
      ['editor', seeded(OTHER_MEMBER)],
      ['viewer', await joined(tester, 'vera.moss@example.org')],
      ['outsider', await joined(tester, 'otto.reed@example.org')],
      ['Owner', seeded(OWNER)],
      ['Admin', seeded(ADMIN)],
      ['stranger', seeded(STRANGER)],
      ['revoked', { userId: holder.userId, apiKey: await revokedKey(tester) }],
    ]),
  );
}

/** A new member of the lab with a key. */
async function joined(tester: Tester, email: string): Promise<Person> {
  const path = `/organizations/${await labOf(tester)}/invitations`;
  await tester.expectStatus(200, tester.ask('POST', path, { email, role: 'Member' }));
  const invitationToken = await secretTo(tester, email);
  const { token } = await registered(tester, email, { invitationToken });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const request = { url: `${tester.subject.baseUrl}/api-keys`, headers, body: JSON.stringify({ name: 'matrix' }) };
  const { key } = await tester.expectStatus(201, tester.raw({ method: 'POST', ...request }));
  const keys = await tester.list('/api-keys');
  const { userId } = requirePresent(keys.at(-1), 'the new key');
  return { userId, apiKey: key };
}

async function revokedKey(tester: Tester): Promise<string> {
  const made = await tester.expectStatus(201, tester.ask('POST', '/api-keys', { name: 'lost' }, MEMBER));
  await tester.expectStatus(204, tester.ask('DELETE', `/api-keys/${made.id}`, undefined, MEMBER));
  return made.key;
}
