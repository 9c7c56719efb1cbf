import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Endpoint } from '../../../shared/api/endpoint.ts';
import { ENDPOINTS } from '../../../shared/api/endpoints.ts';
import { startLocalService } from '../local-service.ts';
import type { LocalService } from '../local-service.ts';
import { callersOf, outboxOf, renewed } from './callers.ts';
import type { Caller } from './callers.ts';
import { endpointOf, faultsOf, jsonOf } from './checks.ts';
import { contradictionsIn } from './consistency.ts';
import { Dice } from './dice.ts';
import { Leaks, markOf, mayTravel } from './leaks.ts';
import { Pool } from './pool.ts';
import { endpointAfter, endpointFor, plannedRequest } from './requests.ts';
import type { Source } from './values.ts';
import { Wire } from './wire.ts';
import type { RawRequest, RawResponse } from './wire.ts';

/** What a round of requests has shown. */
export interface RoundResult {
  readonly requests: number;
  readonly statuses: ReadonlyMap<number, number>;
  /** The endpoints that were asked, and those that succeeded at least once, by name. */
  readonly asked: ReadonlySet<string>;
  readonly succeeded: ReadonlySet<string>;
  /** What went wrong, each with the request. */
  readonly complaints: readonly string[];
}

/** Sends `requests` requests to a new service, stops it, and looks whether what it kept makes sense. */
export async function fuzzRound(seed: number, requests: number): Promise<RoundResult> {
  const folder = await mkdtemp(join(tmpdir(), 'local-service-'));
  const dice = new Dice(seed);
  // Its own clock and ids, so that a seed leads to the same requests again, as far as work in the background allows.
  let nowMs = Date.parse('2026-11-20T08:00:00.000Z');
  const passing = (ms: number): void => {
    nowMs += ms;
  };
  try {
    const options = {
      port: 0,
      folder,
      nowMs: () => nowMs,
      uuid: () => dice.uuid(),
      switches: { extractionDelayMs: 0 },
    };
    const service = await startLocalService(options);
    const round = new Round(service, dice, passing);
    try {
      await round.run(requests);
    } finally {
      round.close();
      await service.close();
    }
    const wrong = contradictionsIn(folder).map(each => `kept after seed ${seed}: ${each}`);
    return { ...round.result(), complaints: [...round.result().complaints, ...wrong] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** One service and everyone who asks it. */
class Round {
  readonly #service: LocalService;
  readonly #dice: Dice;
  readonly #advance: (ms: number) => void;
  readonly #api: Wire;
  readonly #storage: Wire;
  readonly #pools = new Map<number, Pool>();
  readonly #statuses = new Map<number, number>();
  readonly #asked = new Set<string>();
  readonly #succeeded = new Set<string>();
  readonly #complaints: string[] = [];
  #callers: Caller[] = [];
  #leaks = new Leaks([]);
  #organizations: readonly string[] = [];
  #marks = 0;
  #sent = 0;

  constructor(service: LocalService, dice: Dice, advance: (ms: number) => void) {
    this.#service = service;
    this.#dice = dice;
    this.#advance = advance;
    this.#api = new Wire(service.baseUrl);
    this.#storage = new Wire(service.storageUrl);
  }

  close(): void {
    this.#api.close();
    this.#storage.close();
  }

  result(): RoundResult {
    return {
      requests: this.#sent,
      statuses: this.#statuses,
      asked: this.#asked,
      succeeded: this.#succeeded,
      complaints: this.#complaints,
    };
  }

  async run(requests: number): Promise<void> {
    this.#callers = await callersOf(this.#service);
    this.#organizations = [...new Set(this.#callers.flatMap(caller => [...caller.organizations]))];
    this.#leaks = new Leaks(this.#organizations);
    for (const caller of this.#callers) await this.#lookAround(caller);
    while (this.#sent < requests) {
      await this.#one();
      if (this.#sent % 300 === 0) this.#callers = await renewed(this.#service, this.#callers);
      this.#advance(1 + this.#dice.below(20));
      if (this.#dice.chance(0.01)) await this.#readMail();
      if (this.#dice.chance(0.01)) this.#advance(this.#dice.pick([1000, 60_000, 1_200_000]));
    }
  }

  /** Everyone reads every list first, so that there is something to name. */
  async #lookAround(caller: Caller): Promise<void> {
    for (const user of this.#service.users) this.#pool(caller.userId).add('email', user.email);
    for (const endpoint of ENDPOINTS.filter(({ method, path }) => method === 'GET' && !path.includes('{'))) {
      const request = {
        method: 'GET',
        target: `/api/v1${endpoint.path}`,
        headers: caller.headers,
        body: Buffer.alloc(0),
      };
      await this.#exchange(caller, request);
    }
  }

  async #one(): Promise<void> {
    const someone = this.#callers.filter(caller => caller.userId !== 0 || this.#dice.chance(0.4));
    await this.#ask(this.#dice.pick(someone), endpointFor(this.#dice));
  }

  async #ask(caller: Caller, endpoint: Endpoint): Promise<void> {
    const source = this.#sourceFor(caller);
    const { request, body } = plannedRequest(
      { ...source, mark: this.#marker(caller, endpoint.path) },
      endpoint,
      caller,
    );
    this.#asked.add(endpoint.name);
    this.#leaks.ignore(`${request.target} ${request.body.length < 5000 ? request.body.toString() : ''}`);
    const response = await this.#exchange(caller, request);
    if (response === null || response.status >= 300) return;
    await this.#upload(body, jsonOf(response.text));
    await this.#download(jsonOf(response.text));
    const isMailed = ['requestCode', 'createInvitation', 'resendInvitation', 'confirmEmail'].includes(endpoint.name);
    if (isMailed && this.#dice.chance(0.6)) await this.#readMail();
    const next = endpointAfter(this.#dice, endpoint);
    if (next !== null) await this.#ask(caller, next);
  }

  async #exchange(caller: Caller, request: RawRequest): Promise<RawResponse | null> {
    this.#sent += 1;
    let response: RawResponse;
    try {
      response = await this.#api.send(request);
    } catch (thrown) {
      this.#complain(caller, request, [`breaks the connection off: ${String(thrown)}`]);
      return null;
    }
    this.#statuses.set(response.status, (this.#statuses.get(response.status) ?? 0) + 1);
    const faults = faultsOf(request, response);
    if (response.status < 400) faults.push(...this.#taken(caller, request, response));
    if (faults.length > 0) this.#complain(caller, request, [...faults, `answer: ${response.text.slice(0, 1500)}`]);
    return response;
  }

  /** Takes a success in, and tells what in it the caller should not have seen. */
  #taken(caller: Caller, request: RawRequest, { status, text }: RawResponse): string[] {
    const endpoint = endpointOf(request);
    if (endpoint === null) return [];
    this.#succeeded.add(endpoint.name);
    const json = jsonOf(text);
    if (endpoint.name === 'acceptInvitation' && status === 200) {
      caller.organizations.add((json as { organizationId: string }).organizationId);
    }
    const outer = endpoint.path.includes('{') ? (request.target.split(/[/?]/)[4] ?? null) : null;
    this.#pool(caller.userId).harvest(endpoint, json, outer);
    // A public endpoint answers any caller that has the secret in the request, and does not say whom the ids in the
    // answer belong to: a code from another person's mail signs that person in.
    if (endpoint.access === 'public') return [];
    // The audit log names for Owner and Admin what was done to which id (wire facts, section 4), also to tasks.
    const isLog = endpoint.name === 'listAuditLog';
    const leaks = this.#leaks.found(caller, text, isLog);
    this.#leaks.learn(caller, text, endpoint.name === 'createTask');
    return leaks.map(leak => `shows ${leak}, which is not for this caller`);
  }

  /** The values a caller can send: mostly its own, at times those of a colleague or of a person in another organization. */
  #sourceFor(caller: Caller): Omit<Source, 'mark'> {
    const known = (kind: string): string | null => {
      if (this.#dice.chance(0.8)) return this.#pool(caller.userId).pick(this.#dice, kind);
      const other = this.#dice.pick(this.#callers);
      return this.#pool(other.userId).pick(
        this.#dice,
        kind,
        value => other.userId === caller.userId || mayTravel(value),
      );
    };
    const own = this.#pool(caller.userId);
    return {
      dice: this.#dice,
      known,
      pair: (first, kind) => own.pair(this.#dice, first, kind),
      set: names => own.set(this.#dice, names),
    };
  }

  /** Texts of one caller; what is said in a conversation with the agent is private. */
  #marker(caller: Caller, path: string): () => string {
    // Account data belongs to a person in all organizations; an answer to a member of several may concern any of them.
    const isPersonal = path.startsWith('/account') || caller.organizations.size !== 1;
    const organization = isPersonal ? -1 : this.#organizations.findIndex(id => caller.organizations.has(id));
    const isPrivate = path.endsWith('/messages');
    return () => {
      this.#marks += 1;
      const place = { organization: organization < 0 ? 99 : organization, userId: caller.userId };
      return `${markOf(place, this.#marks, isPrivate)} ${this.#dice.pick(['plate', 'summary', 'Zürich µL', '培地', '🧪'])}`;
    };
  }

  #pool(userId: number): Pool {
    const pool = this.#pools.get(userId) ?? new Pool();
    this.#pools.set(userId, pool);
    return pool;
  }

  /** Stores what an upload announced, mostly with the right size. */
  async #upload(sent: unknown, answered: unknown): Promise<void> {
    const { uploadUrl } = (typeof answered === 'object' && answered !== null ? answered : {}) as {
      uploadUrl?: unknown;
    };
    if (typeof uploadUrl !== 'string') return;
    const {
      fileSizeBytes = 0,
      sizeBytes = fileSizeBytes,
      contentType = 'text/plain',
    } = sent as { [name: string]: unknown };
    const length = Math.min(Number(sizeBytes), 100_000) + (this.#dice.chance(0.1) ? 1 : 0);
    const { pathname, search } = new URL(uploadUrl);
    const headers = { 'content-type': String(contentType) };
    const request = { method: 'PUT', target: pathname + search, headers, body: Buffer.alloc(length, 'a') };
    await this.#fromStorage(request);
  }

  /** Reads what a presigned address leads to. */
  async #download(answered: unknown): Promise<void> {
    const { url } = (typeof answered === 'object' && answered !== null ? answered : {}) as { url?: unknown };
    if (typeof url !== 'string' || !url.startsWith(this.#service.storageUrl)) return;
    const { pathname, search } = new URL(url);
    await this.#fromStorage({ method: 'GET', target: pathname + search, headers: {}, body: Buffer.alloc(0) });
  }

  async #fromStorage(request: RawRequest): Promise<void> {
    const { status, text } = await this.#storage.send(request);
    const isBroken = status >= 500 || /node_modules|\n\s+at /.test(text);
    if (isBroken) this.#complaints.push(`${request.method} from the storage: ${status} ${text.slice(0, 300)}`);
  }

  /** People read their mail: codes and invitations become known to those they were sent to. */
  async #readMail(): Promise<void> {
    for (const { to, kind, secret } of (await outboxOf(this.#service)).slice(0, 5).toReversed()) {
      const userId = this.#service.users.find(user => user.email === to)?.userId ?? 0;
      this.#pool(userId).add(kind === 'invitation' ? 'invitationToken' : 'token', secret);
      this.#pool(0).add('email', to);
      if (kind === 'sign-in-code') this.#everyone(pool => pool.addSet({ email: to, code: secret }));
    }
  }

  /** Gives a value to the pools of all callers: a code from a mail works for each of them, signed in or not. */
  #everyone(tell: (pool: Pool) => void): void {
    for (const userId of new Set(this.#callers.map(caller => caller.userId))) tell(this.#pool(userId));
  }

  #complain(caller: Caller, { method, target, body }: RawRequest, faults: readonly string[]): void {
    const what = `${method} ${target.slice(0, 300)} of ${caller.name} with ${body.toString().slice(0, 400)}`;
    this.#complaints.push(`request ${this.#sent}: ${what}: ${faults.join('; ')}`);
  }
}
