import { tooLarge } from '../../service/rules/ground/api-error.ts';
import { Api } from '../../service/rules/api.ts';
import type { Admitted, Body } from '../../service/rules/api.ts';
import type { Backend, Secrets, StoredContent } from '../../service/rules/ground/backend.ts';
import { extractDue } from '../../service/rules/files/extraction.ts';
import { isForOauth, oauthAnswer } from '../../service/rules/oauth/oauth.ts';
import { SEEDED_USERS, knowledgeBaseId, seedPeople } from '../../service/rules/people/people-seed.ts';
import type { SeededUser } from '../../service/rules/people/people-seed.ts';
import { PresignedLinks } from '../../service/rules/files/presigned.ts';
import type { Answer } from '../../service/rules/ground/route.ts';
import { decideStorage } from '../../service/rules/files/storage.ts';
import type { StorageDecision } from '../../service/rules/files/storage.ts';
import { secretsWith } from '../../service/storage/secrets.ts';
import { switchesWith } from '../../service/switches.ts';
import type { Switches } from '../../service/switches.ts';
import type { FakeRequest, FakeResponse } from './fake-exchange.ts';
import { Colleague } from './colleague.ts';
import { jsonOf, splitContent } from './fake-body.ts';
import { MemoryObjects, markOf } from './memory-objects.ts';
import { MemoryOutbox } from './memory-outbox.ts';
import { MemoryRecords } from './memory-records.ts';
import { Sights } from './service-tree.ts';

export interface FakeServiceOptions {
  /** Milliseconds since the epoch. */
  now(): number;
  /** A new UUID in lower case. */
  uuid(): string;
  readonly switches?: Partial<Switches>;
  /** Holds every answer against its declared form, which takes time. */
  readonly checksAnswers?: boolean;
}

/** Where the API answers; presigned addresses lead elsewhere. */
export const API_ORIGIN = 'http://127.0.0.1:1';
const STORAGE_ORIGIN = 'http://127.0.0.1:2';
const NOTHING = new Uint8Array();

/**
 * The local service without network, disk, threads or a clock of its own: the same rules over records in memory. Every
 * request is answered at once, and the same requests at the same times get the same answers.
 */
export class FakeService {
  readonly baseUrl = `${API_ORIGIN}/api/v1`;
  /** An owner, two members of the same organization, a person of another one, and an admin of the first. */
  readonly users: readonly SeededUser[] = SEEDED_USERS;
  /** The state of the service, read past its access rules. */
  readonly sights: Sights;
  readonly #objects = new MemoryObjects();
  readonly #records = new MemoryRecords(objectKey => this.#objects.bytes(objectKey));
  readonly #links = new PresignedLinks(markOf, () => STORAGE_ORIGIN);
  readonly #backend: Backend;
  readonly #api: Api;
  readonly #outbox = new MemoryOutbox();
  #switches: Switches;
  #tokens = 0;

  constructor(options: FakeServiceOptions) {
    this.#switches = switchesWith(options.switches);
    this.#backend = {
      records: this.#records,
      objects: this.#objects,
      links: this.#links,
      secrets: this.#secrets(),
      outbox: this.#outbox,
      origin: () => API_ORIGIN,
      switches: () => this.#switches,
      nowMs: () => options.now(),
      uuid: () => options.uuid(),
    };
    // A mistake of the service's own must end a simulation, not pass as one more 500.
    const reportBug = (thrown: unknown): void => {
      throw thrown;
    };
    this.#api = new Api(this.#backend, reportBug, options.checksAnswers);
    this.sights = new Sights(this.#records, this.#objects);
    seedPeople(this.#records, options.now());
  }

  /** The id of the folder `Knowledge Base`, which the first three users share. */
  get knowledgeBase(): string {
    const organizationId = this.#records.membershipsOf(1)[0]?.organizationId ?? '';
    return knowledgeBaseId(organizationId);
  }

  /** A colleague who acts at the service directly; `user` counts from 0 as in `users`. */
  colleague(user: number): Colleague {
    const apiKey = this.users[user]?.apiKey ?? '';
    return new Colleague({ baseUrl: this.baseUrl, apiKey, handle: request => this.handle(request) });
  }

  /** What was mailed, newest first. */
  mails(): readonly object[] {
    return this.#outbox.mails();
  }

  /** Lets a person (counted from 0 as in `users`) into another one's organization, or out of it again. */
  setMember(user: number, of: number, isMember: boolean): void {
    const { organizationId } = this.#records.membershipsOf(this.users[of]?.userId ?? 0)[0] ?? { organizationId: '' };
    const userId = this.users[user]?.userId ?? 0;
    const membership = this.#records.membership(organizationId, userId);
    if (!isMember && membership !== null) this.#records.dropMembership(membership.id);
    if (isMember && membership === null)
      this.#records.saveMembership({ id: this.#backend.uuid(), organizationId, userId, role: 'Member' });
  }

  /** Whether its times are in whole seconds. */
  get tellsSeconds(): boolean {
    return this.#switches.timesIn === 'seconds';
  }

  /** Whether a version must be made on the newest one. */
  get refusesStaleVersions(): boolean {
    return this.#switches.enforceBaseVersion;
  }

  /** Plays some silent parts of the specification otherwise from now on. */
  change(switches: Partial<Switches>): void {
    this.#switches = switchesWith({ ...this.#switches, ...switches });
  }

  /** A backup of all files and their versions; called, it is restored. */
  backup(): () => void {
    return this.#records.backup();
  }

  /** Answers one request, with all its effects. */
  handle(request: FakeRequest): FakeResponse {
    extractDue(this.#backend, objectKey => this.#objects.bytes(objectKey));
    const url = new URL(request.url);
    const headers = new Map(Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]));
    if (!headers.has('content-length')) headers.set('content-length', String(request.body.length));
    const head = {
      method: request.method,
      target: url.pathname + url.search,
      header: (name: string) => headers.get(name),
    };
    if (url.origin === STORAGE_ORIGIN) return this.#storage(head, request.body);
    if (url.origin !== API_ORIGIN) throw new Error(`Nobody answers at ${url.origin}.`);
    if (url.pathname === '/health') return written({ status: 200, json: { status: 'ok' } });
    if (url.pathname === '/outbox') return written({ status: 200, json: this.#outbox.mails() });
    if (isForOauth(head.target)) return this.#oauth(head, request.body);
    const answer = this.#answer(head, request.body);
    const date = new Date(this.#backend.nowMs()).toUTCString();
    return { ...answer, headers: new Map([...answer.headers, ['date', date]]) };
  }

  #oauth(head: Parameters<Api['admit']>[0], bytes: Uint8Array): FakeResponse {
    const header = (name: string): string | undefined =>
      name === 'host' ? new URL(API_ORIGIN).host : head.header(name);
    const answer = oauthAnswer(this.#backend, { ...head, header, body: new TextDecoder().decode(bytes) });
    return sized(answer.status, new Map(Object.entries(answer.headers)), new TextEncoder().encode(answer.body));
  }

  /** Tokens are only different from each other: there is no attacker here, and each run has to be the same. */
  #secrets(): Secrets {
    const token = (): string => secrets.digest(`token ${(this.#tokens += 1)}`);
    const secrets = secretsWith('in memory', token);
    return secrets;
  }

  #answer(head: Parameters<Api['admit']>[0], bytes: Uint8Array): FakeResponse {
    const admission = this.#api.admit(head);
    if (admission.kind === 'refused') return written(admission.answer);
    let content: StoredContent | null = null;
    try {
      const body = this.#read(admission, bytes);
      content = body.content;
      const answer = this.#api.carryOut(admission, body);
      if (content !== null && answer.status >= 400) this.#objects.forget(content);
      return this.#whole(answer);
    } catch (thrown) {
      return written(this.#api.refusal(thrown, admission.correlationId));
    }
  }

  #read(admitted: Admitted, bytes: Uint8Array): Body {
    if (admitted.route.body === 'none') return { json: null, content: null };
    const json = jsonOf(bytes);
    if (admitted.route.body === 'json') return { json, content: null };
    const split = splitContent(json);
    const limitBytes = this.#switches.maxVersionBytes ?? Infinity;
    if (split.content === null) return { json, content: null };
    if (split.content.length > limitBytes) throw tooLarge(limitBytes);
    return { json, content: this.#objects.storeContent(this.#backend.uuid(), split.content) };
  }

  #whole(answer: Answer): FakeResponse {
    if (answer.inlined !== undefined) {
      const content = new TextDecoder().decode(this.#objects.bytes(answer.inlined.objectKey));
      return written({ status: answer.status, json: { content } });
    }
    if (answer.object === undefined) return written(answer);
    const headers = new Map([['content-type', answer.object.contentType]]);
    return sized(answer.status, headers, this.#objects.bytes(answer.object.objectKey).slice());
  }

  #storage(head: Parameters<typeof decideStorage>[0], bytes: Uint8Array): FakeResponse {
    const adoptedSize = (objectKey: string): number | null => this.#objects.adoptedSize(objectKey);
    const nowMs = this.#backend.nowMs();
    const decision: StorageDecision = decideStorage(head, { links: this.#links, nowMs, adoptedSize });
    if (decision.kind === 'store') {
      this.#objects.storeUpload(decision.objectKey, bytes);
      return sized(200, new Map(), NOTHING);
    }
    const headers = new Map(Object.entries(decision.headers));
    if (decision.kind === 'refuse') return sized(decision.status, headers, new TextEncoder().encode(decision.xml));
    const { start, end } = decision.range;
    return sized(decision.status, headers, this.#objects.bytes(decision.objectKey).slice(start, end + 1));
  }
}

function written(answer: Answer): FakeResponse {
  const headers = new Map(Object.entries(answer.headers ?? {}));
  if (answer.json === undefined) return sized(answer.status, headers, NOTHING);
  headers.set('content-type', 'application/json; charset=utf-8');
  return sized(answer.status, headers, new TextEncoder().encode(JSON.stringify(answer.json)));
}

function sized(status: number, headers: Map<string, string>, body: Uint8Array): FakeResponse {
  if (status !== 204) headers.set('content-length', String(body.length));
  return { status, headers, body };
}
