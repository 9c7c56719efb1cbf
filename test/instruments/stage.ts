import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { connectTo } from '../../main/engine/account/account.ts';
import { createLedger } from '../../main/node/files/node-ledger.ts';
import { createDirectSources } from '../../main/node/source/node-sources.ts';
import { createHasher } from '../../main/node/source/there-sources.ts';
import type { Clock } from '../../main/ports/clock.ts';
import type { Http, HttpRequest, HttpResponse } from '../../main/ports/http.ts';
import type { Source, Sources } from '../../main/ports/read-only-folder.ts';
import { openZones } from '../../main/features/zones/engine/open-zones.ts';
import type { Zones } from '../../main/features/zones/engine/zones.ts';
import { FaultError } from '../../shared/fault.ts';
import type { ServiceId } from '../../shared/ids.ts';
import { zoneWish } from '../../shared/features/zones/model.ts';
import type { ZoneWish } from '../../shared/features/zones/model.ts';
import { removeFolder } from '../setup/remove-folder.ts';
import { namesBelow } from '../setup/run/test-files.ts';
import { Dice } from '../sim/fakes/dice.ts';
import { FakeService } from '../sim/service/fake-service.ts';
import { silentLog } from '../sim/fakes/silent-log.ts';
import type { Switches } from '../service/switches.ts';

/** Real files, where flushing costs little: thousands of records are written. */
const PLACE = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** What goes wrong on a stage, each as a part of one. */
export interface Mishaps {
  /** Of a call on a port: the program dies at it. */
  readonly death: number;
  /** Of a request: something goes wrong with it. */
  readonly network: number;
  /** Of a piece read from the source: the instruments go on during the reading. */
  readonly meanwhile: number;
}

export const CALM: Mishaps = { death: 0, network: 0, meanwhile: 0 };

/** A computer with an instrument's folder, a service in memory, and simulated time. */
export class Stage {
  readonly folder: string;
  readonly source: string;
  readonly service: FakeService;
  readonly dice: Dice;
  mishaps = CALM;
  deaths = 0;
  faults = 0;
  requests = 0;
  /** Called whenever time passes. */
  onTime: (now: number) => void = () => undefined;
  /** Kills at exactly this call on a port, counted from 0; null: by chance alone. */
  dieAt: number | null = null;
  calls = 0;
  /** How far this computer's clock is set before the time that passes, in ms. */
  skew = 0;
  /** Folders of mirrors on this computer. */
  mirrors: readonly string[] = [];
  /** Programs that run on this computer. */
  running: readonly string[] = [];
  /** Files of the source that some program has open for writing. */
  writing: readonly string[] = [];
  /** Files that some program has open for writing, where the system is asked about one at a time; null: it does not tell. */
  held: readonly string[] | null = null;
  /** Puts something before a source folder, such as a disk that fails. */
  over: (source: Source) => Source = source => source;
  #now = Date.UTC(2026, 10, 23, 8, 0, 0);
  #alive = { is: true };
  #died: () => void = () => undefined;
  #under = 0;
  #zones: Zones | null = null;
  readonly #iterators = new Set<AsyncIterator<unknown>>();

  constructor(seed: number, switches: Partial<Switches> = {}) {
    this.dice = new Dice(seed);
    this.folder = realpathSync(mkdtempSync(join(PLACE, 'instruments-')));
    this.source = join(this.folder, 'source');
    mkdirSync(this.source);
    const ids = this.dice.fork();
    this.service = new FakeService({ now: () => this.#now, uuid: () => ids.uuid(), switches });
  }

  get now(): number {
    return this.#now;
  }

  /** Lets time pass. */
  pass(ms: number): void {
    this.#now += Math.max(0, Math.round(ms));
    this.onTime(this.#now);
  }

  wish(more: Partial<ZoneWish> = {}): ZoneWish {
    return zoneWish.parse({ name: 'Orbi', folder: this.source, destination: 'KB', instrument: 'Orbi', ...more });
  }

  get remote() {
    return {
      destination: this.service.knowledgeBase as ServiceId,
      remotePath: 'Knowledge Base',
      organization: null,
    };
  }

  /** Does something with the zones of this computer. @returns null when the program died during it. */
  async with<T>(work: (zones: Zones) => Promise<T>): Promise<T | null> {
    const dead = new Promise<null>(resolve => (this.#died = () => resolve(null)));
    const working = async (): Promise<T> => work((this.#zones ??= await this.#open()));
    const result = await Promise.race([working(), dead]);
    if (this.#alive.is) return result;
    // What the dead program had begun on the disk comes to its end; nothing that follows from it does.
    while (this.#under > 0) await new Promise(resolve => setImmediate(resolve));
    // The system closes what a dead program had open.
    for (const each of this.#iterators) await each.return?.();
    this.#iterators.clear();
    this.#zones = null;
    return null;
  }

  /** Rounds with time between them, until nothing should be left to do. */
  async rest(rounds = 5): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      await this.with(zones => zones.run('z1', false));
      this.pass(60_000);
    }
  }

  /** What is at the service below the destination, by path, without the lists of hashes. */
  there(): ReadonlyMap<string, string> {
    const { sights, knowledgeBase } = this.service;
    const files = sights.tree(knowledgeBase).filter(entry => entry.kind === 'file');
    const shown = files.filter(({ path }) => !/\/(manifest-sha256\.txt|benchtop-run\.json)$/.test(path));
    return new Map(shown.map(({ path, bytes }) => [path, new TextDecoder().decode(bytes)]));
  }

  /** The program was ended from outside. */
  forget(): void {
    this.#zones = null;
  }

  /** Ends the program in order. */
  async close(): Promise<void> {
    const zones = this.#zones;
    this.#zones = null;
    await zones?.close();
  }

  /** The records are lost, all or the database alone. */
  async loseRecords(also: 'database' | 'everything'): Promise<void> {
    await this.close();
    for (const end of ['', '-wal', '-shm']) rmSync(join(this.folder, `zones.db${end}`), { force: true });
    if (also === 'everything') rmSync(join(this.folder, 'zones'), { recursive: true, force: true });
  }

  remove(): void {
    removeFolder(this.folder);
  }

  #open(): Promise<Zones> {
    this.#alive = { is: true };
    const alive = this.#alive;
    const clock: Clock = {
      now: () => this.#now + this.skew,
      elapsed: () => this.#now,
      minutesEast: () => 60,
      sleep: async ms => {
        await this.#call(alive, async () => this.pass(ms));
      },
    };
    const world = {
      clock,
      random: this.dice.fork(),
      log: silentLog,
      sources: this.#sources(alive),
      ledger: this.#ledger(alive),
      processes: {
        names: async () => this.running,
        writing: async () => this.writing.map(path => join(this.source, path)),
      },
    };
    const http = this.#http(alive);
    const baseUrl = this.service.baseUrl;
    const key = this.service.users[0]?.apiKey ?? '';
    const link = connectTo({ ...world, http } as unknown as Parameters<typeof connectTo>[0], { baseUrl, key });
    return openZones({
      path: join(this.folder, 'zones.db'),
      world,
      computer: 'bench-1',
      version: '0.0.0',
      link: async () => ({
        storage: link.storage,
        api: organization => link.api(organization),
        serverTime: () => link.line(null).connection.saidTime,
      }),
      mirrors: () => this.mirrors,
      changed: () => undefined,
    });
  }

  /** One call on a port: the program may die before it, or after it and before it hears of it. */
  async #call<T>(alive: { is: boolean }, work: () => Promise<T>): Promise<T> {
    if (!alive.is) return new Promise<never>(() => undefined);
    const isHit = this.dieAt === null ? this.dice.chance(this.mishaps.death) : this.calls === this.dieAt;
    this.calls += 1;
    const isBefore = isHit && this.dice.chance(0.5);
    if (isBefore) this.#die(alive);
    if (!alive.is) return new Promise<never>(() => undefined);
    this.#under += 1;
    const outcome = await work().then(
      result => () => result,
      (error: unknown) => () => {
        throw error;
      },
    );
    this.#under -= 1;
    if (isHit) this.#die(alive);
    return alive.is ? outcome() : new Promise<never>(() => undefined);
  }

  #die(alive: { is: boolean }): void {
    if (!alive.is) return;
    alive.is = false;
    this.deaths += 1;
    this.#died();
  }

  #sources(alive: { is: boolean }): Sources {
    const real = createDirectSources('linux');
    return { open: folder => this.#source(alive, this.over(real.open(folder))), hasher: createHasher };
  }

  #source(alive: { is: boolean }, real: Source): Source {
    const call = <T>(work: () => Promise<T>): Promise<T> => this.#call(alive, work);
    const meanwhile = (): void => {
      if (this.dice.chance(this.mishaps.meanwhile)) this.pass(this.dice.below(3000));
    };
    return {
      survey: () => call(() => real.survey()),
      list: path => this.#each(alive, real.list(path), () => undefined),
      stat: path => call(() => real.stat(path)),
      isWritten: path => call(async () => this.held?.includes(path) ?? real.isWritten(path)),
      read: async path => {
        const file = await call(() => real.read(path));
        return {
          entry: file.entry,
          chunks: () => this.#each(alive, file.chunks(), meanwhile),
          unchanged: () => call(() => file.unchanged()),
          // A dead program's files are closed by the system.
          close: () => file.close(),
        };
      },
    };
  }

  async *#each<T>(alive: { is: boolean }, all: AsyncIterable<T>, before: () => void): AsyncIterable<T> {
    const iterator = all[Symbol.asyncIterator]();
    this.#iterators.add(iterator);
    for (;;) {
      before();
      const next = await this.#call(alive, () => iterator.next());
      if (next.done === true) break;
      yield next.value;
    }
    this.#iterators.delete(iterator);
  }

  #ledger(alive: { is: boolean }) {
    const real = createLedger(join(this.folder, 'zones'));
    return {
      lines: () => real.lines(),
      last: () => this.#call(alive, () => real.last()),
      append: (lines: readonly string[]) => this.#call(alive, () => real.append(lines)),
    };
  }

  /** What the service says of what it did; what is so. */
  say: (request: Pick<HttpRequest, 'method' | 'url'>, body: Uint8Array) => Uint8Array = (_, body) => body;

  #http(alive: { is: boolean }): Http {
    return {
      close: () => Promise.resolve(),
      send: async request => {
        // The pieces of a body are calls of their own.
        const body = await gathered(request);
        return this.#call(alive, () => this.#send(request, body));
      },
    };
  }

  async #send(request: HttpRequest, body: Uint8Array): Promise<HttpResponse> {
    this.requests += 1;
    this.pass(this.dice.below(20));
    const trouble = this.dice.chance(this.mishaps.network) ? this.dice.below(6) : null;
    if (trouble !== null) this.faults += 1;
    const offline = new FaultError({ kind: 'offline', detail: 'connection reset' });
    if (trouble === 0) throw offline;
    if (trouble === 1) return responseOf(500, 'upstream');
    if (trouble === 2) return responseOf(429, '', [['retry-after', '2']]);
    if (trouble === 3) return responseOf(503, 'busy');
    const headers = { ...request.headers, 'content-length': String(body.byteLength) };
    const answer = this.service.handle({ method: request.method, url: request.url, headers, body });
    if (trouble === 4) throw offline;
    if (trouble === 5) {
      const cut = answer.body.subarray(0, Math.floor(answer.body.length / 2));
      return { ...responseOf(answer.status, ''), headers: answer.headers, body: broken(cut, offline) };
    }
    return { ...responseOf(answer.status, ''), headers: answer.headers, body: once(this.say(request, answer.body)) };
  }
}

async function gathered({ body }: HttpRequest): Promise<Uint8Array> {
  if (body === null) return new Uint8Array();
  if (body instanceof Uint8Array) return body;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body.chunks) chunks.push(new Uint8Array(chunk));
  const bytes = Buffer.concat(chunks);
  if (bytes.byteLength !== body.sizeBytes) throw new FaultError({ kind: 'offline', detail: 'not as long as said' });
  return bytes;
}

function responseOf(status: number, text: string, headers: [string, string][] = []): HttpResponse {
  return {
    status,
    headers: new Map(headers),
    body: once(new TextEncoder().encode(text)),
    discard: () => Promise.resolve(),
  };
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  if (bytes.length > 0) yield bytes;
}

async function* broken(bytes: Uint8Array, error: Error): AsyncIterable<Uint8Array> {
  yield bytes;
  throw error;
}

/** SHA-256 in hexadecimal digits. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Everything in a folder: path, size, times, rights and, with `hashes`, what is in it. Reading alone changes none of it. */
export function listingOf(folder: string, hashes: boolean): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const path of namesBelow(folder)) {
    const at = join(folder, path);
    const stats = lstatSync(at, { bigint: true, throwIfNoEntry: false });
    // A name that is no text can be shown, and not asked for.
    if (stats === undefined) {
      found.set(path, 'no text');
      continue;
    }
    const { size, mtimeNs, ctimeNs, mode, ino } = stats;
    const isFile = stats.isFile();
    const hash = hashes && isFile ? sha256Of(readFileSync(at)) : '';
    found.set(path, [isFile ? size : 'folder', mtimeNs, ctimeNs, mode, ino, hash].join(' '));
  }
  return found;
}
