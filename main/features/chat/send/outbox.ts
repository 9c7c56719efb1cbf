import { toFault } from '../../../../shared/fault.ts';
import type { WrittenMessage } from '../../../../shared/features/chat/model.ts';
import { chatFileTexts } from '../../../../shared/features/chat/files-text.ts';
import { chatTexts as texts } from '../../../../shared/features/chat/text.ts';
import { SECOND } from '../../../../shared/units.ts';
import { refused } from '../../../items/resolve-id.ts';
import type { AppContext } from '../../../items/app-context.ts';
import { MessageFiles } from './message-files.ts';
import { MOST_WAITING, OutboxRecords, type WaitingMessage } from '../records/outbox-records.ts';
import { type Sending, sendOne } from './send-message.ts';
import { Uploads } from './uploads.ts';

const REST_MS = 30 * SECOND;
const SHORTEST_REST_MS = SECOND;
/** States in which a message goes on by itself. */
const GOES_ON: ReadonlySet<string> = new Set(['waiting', 'sending', 'checking']);

/** What is told of a message, and who else names files that go with messages. */
type Told = Pick<Sending, 'arrived' | 'began'> & { readonly isNamed: (upload: string) => boolean };

/**
 * Sends what was written, in order within each conversation, each message once. A message that failed lets those after it
 * pass; one of which nobody knows whether it arrived does not, because the order would be lost.
 */
export class Outbox {
  readonly records: OutboxRecords;
  readonly uploads: Uploads;
  readonly #files: MessageFiles;
  readonly #isNamed: (upload: string) => boolean;
  readonly #parts: AppContext;
  readonly #sending: Sending;
  #rounds: Promise<void> = Promise.resolve();
  #running: Promise<void> | null = null;
  #ring: AbortController | null = null;
  #isStarted = false;
  #isClosed = false;

  constructor(parts: AppContext, { arrived, began, isNamed }: Told) {
    this.#parts = parts;
    const records = new OutboxRecords(parts.journal.facts);
    const uploads = new Uploads(parts);
    const files = new MessageFiles(parts, records, { uploads, settled: () => this.poke() });
    this.records = records;
    this.uploads = uploads;
    this.#files = files;
    this.#isNamed = upload => isNamed(upload) || records.all().some(each => each.uploads?.includes(upload) === true);
    this.#sending = { parts, records, uploads, files, arrived, began };
  }

  /** Begins to send by itself. */
  start(): void {
    this.#isStarted = true;
    void this.tidy();
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
    await this.#files.close();
    await this.#running;
    await this.#rounds;
  }

  /** Puts a message at the end. */
  add(message: WrittenMessage, to: Pick<WaitingMessage, 'conversation' | 'task' | 'organization'>): WaitingMessage {
    this.#mustBeWhole(message);
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
    for (const upload of message.uploads ?? []) this.uploads.records.change(upload, { note: null });
    this.records.put({ ...free, state, again: null, note: null, missing: [] });
    this.#parts.changed();
  }

  /** Changes what is surely not sent. */
  edit(id: string, written: WrittenMessage): void {
    const message = this.get(id);
    const isOpen = message.attempt !== null || message.beginning !== null || message.state === 'sending';
    if (isOpen) throw refused(texts.onItsWay);
    this.#mustBeWhole(written);
    this.records.put({ ...message, uploads: [], ...written, state: 'waiting', note: null, missing: [], again: null });
    this.#parts.changed();
  }

  /** Tries all that is due, until nothing more can go on by itself now. Never throws. */
  async sendAll(): Promise<void> {
    do await this.sendNow();
    while (await this.#files.settle());
  }

  /** Lets go of files whose messages have arrived. Never throws: what the disk refuses now goes the next time. */
  async tidy(): Promise<void> {
    await this.uploads.tidy(this.#isNamed).catch((error: unknown) => {
      this.#parts.world.log.info('chat.not-tidied', { fault: toFault(error).kind });
    });
  }

  /** Tries all that is due, once. Never throws: what failed says so in its record. */
  async sendNow(): Promise<void> {
    const round = this.#rounds.then(() => this.#round());
    this.#rounds = round;
    await round;
  }

  /** @throws FaultError `bad-request`. */
  #mustBeWhole({ text, uploads = [] }: WrittenMessage): void {
    if (text.trim() === '') throw refused(texts.empty);
    if (uploads.some(id => this.uploads.records.find(id) === null)) throw refused(chatFileTexts.noUpload);
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
      if (message.uploads !== undefined && this.records.find(message.id) === null) await this.tidy();
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
    const wait = Math.min(
      REST_MS,
      Math.max(
        SHORTEST_REST_MS,
        times.reduce((one, other) => Math.min(one, other), Infinity),
      ),
    );
    try {
      if (!signal.aborted) await clock.sleep(wait, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}
