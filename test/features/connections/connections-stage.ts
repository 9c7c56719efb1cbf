import { Authorizations } from '../../../main/features/connections/authorize.ts';
import { connectionHandlers } from '../../../main/features/connections/connections.ts';
import type { AppContext } from '../../../main/items/app-context.ts';
import { connectTo } from '../../../main/engine/account/account.ts';
import { systemRandom } from '../../../main/node/system/system-random.ts';
import type { Clock } from '../../../main/ports/clock.ts';
import type {
  CallbackServer,
  CallbackPage,
  CallbackServers,
  CallbackFields,
} from '../../../main/ports/callback-server.ts';
import type { Http, HttpRequest, HttpResponse } from '../../../main/ports/http.ts';
import type { World } from '../../../main/ports/world.ts';
import { FaultError } from '../../../shared/fault.ts';
import { FakeService } from '../../sim/service/fake-service.ts';
import { keepingLog, type LoggedLine } from '../../sim/fakes/silent-log.ts';

// The real handlers over the local service in memory, with a clock and a door in the test's hand.

/** What goes wrong with one request: an answer in its place, or its effect without an answer. */
export type Trouble = (request: {
  readonly method: string;
  readonly path: string;
}) => { readonly status: number; readonly body?: object } | 'lost-answer' | 'no-connection' | null;

/** Waits shorter than this are over at once. */
const SHORT_MS = 1999;

/** A clock in the test's hand. */
export class HandClock implements Clock {
  #now = Date.parse('2026-11-22T12:00:00Z');
  #sleepers: { readonly at: number; readonly wake: () => void }[] = [];

  now = (): number => this.#now;
  elapsed = (): number => this.#now;
  minutesEast = (): number => 0;

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (ms <= SHORT_MS) this.#now += ms;
    return new Promise((resolve, reject) => {
      if (ms <= SHORT_MS) return resolve();
      this.#sleepers.push({ at: this.#now + ms, wake: resolve });
      signal?.addEventListener('abort', () => reject(new Error('enough')));
    });
  }

  /** Lets time pass, step by step, with everything that waited for it. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      const [next] = this.#sleepers.toSorted((one, other) => one.at - other.at);
      if (next === undefined || next.at > end) break;
      this.#now = next.at;
      this.#sleepers = this.#sleepers.filter(each => each !== next);
      next.wake();
      await settled();
    }
    this.#now = end;
    await settled();
  }
}

/** Waits until all work that does not depend on timers is done. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 60; turn++) await new Promise(resolve => setImmediate(resolve));
}

/** The system's browser that comes back: fields of its address in, the page's title out. */
export class HandDoors implements CallbackServers {
  readonly opened: { url: string; isClosed: boolean }[] = [];
  #welcome: ((visit: CallbackFields) => CallbackPage) | null = null;

  challengeOf = (verifier: string): string => verifier;

  open(welcome: (visit: CallbackFields) => CallbackPage): Promise<CallbackServer> {
    const door = { url: `http://127.0.0.1:${4000 + this.opened.length}/return`, isClosed: false };
    this.opened.push(door);
    this.#welcome = welcome;
    return Promise.resolve({ url: door.url, close: async () => void (door.isClosed = true) });
  }

  visit(fields: Readonly<Record<string, string>>): string {
    return this.#welcome?.(new Map(Object.entries(fields))).title ?? 'nobody opened a door';
  }
}

/** The handlers of one person at a service of their own. */
export function stage(user = 0, callbackServers: CallbackServers | null = new HandDoors(), service = newService()) {
  const clock = service.clock;
  const logged: LoggedLine[] = [];
  const asked: string[] = [];
  const kept = new Map<string, string | null>([['organization', ORGANIZATION]]);
  const trouble: { of: Trouble } = { of: () => null };
  const http: Http = {
    close: async () => undefined,
    send: async request => {
      const path = new URL(request.url).pathname.replace('/api/v1', '') + new URL(request.url).search;
      asked.push(`${request.method} ${path}`);
      return answer(service.fake, request, trouble.of({ method: request.method, path }));
    },
  };
  const world = {
    ...{ clock, http, log: keepingLog(logged), random: systemRandom },
    ...(callbackServers === null ? {} : { callbackServers }),
  } as unknown as World;
  const link = connectTo(world, { baseUrl: service.fake.baseUrl, key: service.fake.users[user]?.apiKey ?? '' });
  const parts = {
    world,
    engine: { connection: async () => link },
    journal: { facts: { get: (name: string) => kept.get(name) ?? null, set: kept.set.bind(kept) } },
  } as unknown as AppContext;
  const handlers = connectionHandlers(parts, new Authorizations(parts));
  return { handlers, trouble, logged, asked, kept, clock, service };
}

/** The local service in memory, and its clock. */
export function newService(): { readonly fake: FakeService; readonly clock: HandClock } {
  const clock = new HandClock();
  let ids = 0;
  const uuid = (): string => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`;
  return { clock, fake: new FakeService({ now: clock.now, uuid, checksAnswers: true }) };
}

const ORGANIZATION = '7f0c1c52-3f0e-4b1d-9a6e-1d2f5a7b9c01';

function answer(fake: FakeService, request: HttpRequest, trouble: ReturnType<Trouble>): HttpResponse {
  if (trouble === 'no-connection') throw new FaultError({ kind: 'offline', detail: 'no connection' });
  if (trouble !== null && trouble !== 'lost-answer') {
    return response(trouble.status, NO_HEADERS, new TextEncoder().encode(JSON.stringify(trouble.body ?? {})));
  }
  const body = request.body instanceof Uint8Array ? request.body : new Uint8Array();
  const given = fake.handle({ ...request, body });
  if (trouble === 'lost-answer') throw new FaultError({ kind: 'offline', detail: 'connection reset' });
  return response(given.status, given.headers, given.body);
}

const NO_HEADERS = new Map([
  ['content-type', 'application/json'],
  ['retry-after', '1'],
]);

function response(status: number, headers: ReadonlyMap<string, string>, bytes: Uint8Array): HttpResponse {
  const body = (async function* () {
    yield bytes;
  })();
  return { status, headers, body, discard: async () => undefined };
}
