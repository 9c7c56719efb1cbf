import type { WrittenMessage } from '../../../shared/model/chat.ts';
import { chatTexts as texts } from '../../../shared/text/chat.ts';
import { SECOND } from '../../../shared/units.ts';
import { refused } from '../named.ts';
import type { AppParts } from '../parts.ts';
import { MOST_WAITING, OutboxRecords, type WaitingMessage } from './outbox-records.ts';
import { type Sending, sendOne } from './sending.ts';

const REST_MS = 30 * SECOND;
const SHORTEST_REST_MS = SECOND;
/** States in which a message goes on by itself. */
const GOES_ON: ReadonlySet<string> = new Set(['waiting', 'sending', 'checking']);

/**
 * Sends what was written, in order within each conversation, each message once. A message that failed lets those after it
 * pass; one of which nobody knows whether it arrived does not, because the order would be lost.
 */
export class Outbox {
  readonly records: OutboxRecords;
  readonly #parts: AppParts;
  readonly #sending: Sending;
  #rounds: Promise<void> = Promise.resolve();
  #running: Promise<void> | null = null;
  #ring: AbortController | null = null;
  #isStarted = false;
  #isClosed = false;

  constructor(parts: AppParts, told: Pick<Sending, 'arrived' | 'began'>) {
    this.#parts = parts;
    this.records = new OutboxRecords(parts.journal.facts);
    this.#sending = { parts, records: this.records, ...told };
  }

  /** Begins to send by itself. */
  start(): void {
    this.#isStarted = true;
    this.poke();
  }

  /** There may be something to send. */
  poke(): void {
    this.#ring?.abort();
    if (this.#isClosed || !this.#isStarted || this.#running !== null || this.#open().length === 0) return;
    this.#running = this.#run().finally(() => (this.#running = null));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#ring?.abort();
    await this.#running;
    await this.#rounds;
  }

  /** Puts a message at the end. */
  add(message: WrittenMessage, to: Pick<WaitingMessage, 'conversation' | 'task' | 'organization'>): WaitingMessage {
    if (message.text.trim() === '') throw refused(texts.empty);
    if (this.records.all().length >= MOST_WAITING) throw refused(texts.tooMany);
    const { random, clock } = this.#parts.world;
    const waiting: WaitingMessage = {
      ...message,
      ...to,
      id: random.uuid(),
      owner: null,
      state: 'waiting',
      note: null,
      missing: [],
      again: null,
      writtenAt: clock.now(),
      beginning: null,
      attempt: null,
    };
    this.records.add(waiting);
    this.#parts.changed();
    return waiting;
  }

  /** Those of whoever is signed in, in the organization that is active. */
  own(): readonly WaitingMessage[] {
    const organization = this.#parts.journal.facts.get('organization');
    return this.records.all().filter(each => each.owner === null && each.organization === organization);
  }

  /** @throws FaultError `bad-request` when it does not wait any more. */
  get(id: string): WaitingMessage {
    const found = this.own().find(each => each.id === id);
    if (found === undefined) throw refused(texts.noSuchMessage);
    return found;
  }

  /** Lets one be tried at once. */
  again(id: string, anyway: boolean): void {
    const message = this.get(id);
    if (message.state === 'sending') return;
    const isOpen = message.attempt !== null || message.beginning !== null;
    const free = anyway && message.state === 'unsure' ? { ...message, attempt: null, beginning: null } : message;
    const state = isOpen && free === message ? 'checking' : 'waiting';
    this.records.put({ ...free, state, again: null, note: null, missing: [] });
    this.#parts.changed();
  }

  /** Changes what is surely not sent. */
  edit(id: string, written: WrittenMessage): void {
    const message = this.get(id);
    const isOpen = message.attempt !== null || message.beginning !== null || message.state === 'sending';
    if (isOpen) throw refused(texts.onItsWay);
    if (written.text.trim() === '') throw refused(texts.empty);
    this.records.put({ ...message, ...written, state: 'waiting', note: null, missing: [], again: null });
    this.#parts.changed();
  }

  /** Tries all that is due, once. Never throws: what failed says so in its record. */
  async sendNow(): Promise<void> {
    const round = this.#rounds.then(() => this.#round());
    this.#rounds = round;
    await round;
  }

  #open(): readonly WaitingMessage[] {
    return this.own().filter(({ state }) => GOES_ON.has(state));
  }

  /** The first of each conversation that goes on, when its time has come. */
  #due(): readonly WaitingMessage[] {
    const blocked = new Set<string>();
    const due: WaitingMessage[] = [];
    for (const message of this.own()) {
      const { conversation, state, task, again } = message;
      if (blocked.has(conversation)) continue;
      // Without a task nothing can follow what would have begun it.
      if (state !== 'failed' || task === null) blocked.add(conversation);
      if (GOES_ON.has(state) && (again === null || again <= this.#parts.world.clock.now())) due.push(message);
    }
    return due;
  }

  async #round(): Promise<void> {
    const tried = new Map<string, string>();
    for (;;) {
      const message = this.#due().find(each => tried.get(each.id) !== each.state);
      if (message === undefined || this.#isClosed) return;
      tried.set(message.id, message.state);
      const goesOn = await sendOne(this.#sending, message.id);
      this.#parts.changed();
      if (!goesOn) return;
    }
  }

  async #run(): Promise<void> {
    while (!this.#isClosed && this.#open().length > 0) {
      this.#ring = new AbortController();
      const { signal } = this.#ring;
      await this.sendNow();
      if (!this.#isClosed && this.#open().length > 0) await this.#rest(signal);
    }
  }

  async #rest(signal: AbortSignal): Promise<void> {
    const { clock } = this.#parts.world;
    const times = this.#open().map(({ again }) => (again ?? clock.now()) - clock.now());
    const wait = Math.min(REST_MS, Math.max(SHORTEST_REST_MS, Math.min(...times)));
    try {
      if (!signal.aborted) await clock.sleep(wait, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}
