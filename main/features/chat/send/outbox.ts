import { badRequest, toFault } from '../../../../shared/fault.ts';
import type { WrittenMessage } from '../../../../shared/features/chat/model.ts';
import { chatFileTexts } from '../../../../shared/features/chat/files-text.ts';
import { chatTexts as texts } from '../../../../shared/features/chat/text.ts';
import { SECOND } from '../../../../shared/units.ts';
import type { AppContext } from '../../../items/app-context.ts';
import { MessageFiles } from './message-files.ts';
import { MOST_WAITING, OutboxRecords, type WaitingMessage } from '../records/chat-records.ts';
import { type Sending, sendOne } from './send-message.ts';
import { Uploads } from './uploads.ts';

const REST_MS = 30 * SECOND;
const SHORTEST_REST_MS = SECOND;
/** States in which a message continues by itself. */
const GOES_ON: ReadonlySet<string> = new Set(['waiting', 'sending', 'checking']);

/** Callbacks for a message's progress, and which uploads other features still reference. */
type Told = Pick<Sending, 'arrived' | 'began'> & { readonly isNamed: (upload: string) => boolean };

/**
 * Sends messages in order within each conversation, each once. A failed message does not block those after it; one
 * whose arrival is uncertain does, because the order would be lost.
 */
export class Outbox {
  readonly records: OutboxRecords;
  readonly uploads: Uploads;
  readonly #files: MessageFiles;
  readonly #isNamed: (upload: string) => boolean;
  readonly #context: AppContext;
  readonly #sending: Sending;
  #rounds: Promise<void> = Promise.resolve();
  #running: Promise<void> | null = null;
  #ring: AbortController | null = null;
  #isStarted = false;
  #isClosed = false;

  constructor(context: AppContext, { arrived, began, isNamed }: Told) {
    this.#context = context;
    const records = new OutboxRecords(context.journal.facts);
    const uploads = new Uploads(context);
    const files = new MessageFiles(context, records, { uploads, settled: () => this.poke() });
    this.records = records;
    this.uploads = uploads;
    this.#files = files;
    this.#isNamed = upload => isNamed(upload) || records.all().some(each => each.uploads?.includes(upload) === true);
    this.#sending = { context, records, uploads, files, arrived, began };
  }

  /** Starts sending. */
  start(): void {
    this.#isStarted = true;
    void this.tidy();
    this.poke();
  }

  /** Wakes the sender. */
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

  /** Appends a message. */
  add(message: WrittenMessage, to: Pick<WaitingMessage, 'conversation' | 'task' | 'organization'>): WaitingMessage {
    this.#mustBeWhole(message);
    if (this.records.all().length >= MOST_WAITING) throw badRequest(texts.tooMany);
    const { random, clock } = this.#context.world;
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
    this.#context.changed();
    return waiting;
  }

  /** Messages of the signed-in person in the active organization. */
  own(): readonly WaitingMessage[] {
    const organization = this.#context.journal.facts.get('organization');
    return this.records.all().filter(each => each.owner === null && each.organization === organization);
  }

  /** @throws FaultError `bad-request` when it no longer waits. */
  get(id: string): WaitingMessage {
    const found = this.own().find(each => each.id === id);
    if (found === undefined) throw badRequest(texts.noSuchMessage);
    return found;
  }

  /** Retries a message at once. */
  again(id: string, anyway: boolean): void {
    const message = this.get(id);
    if (message.state === 'sending') return;
    const isOpen = message.attempt !== null || message.beginning !== null;
    const free = anyway && message.state === 'unsure' ? { ...message, attempt: null, beginning: null } : message;
    const state = isOpen && free === message ? 'checking' : 'waiting';
    for (const upload of message.uploads ?? []) this.uploads.records.change(upload, { note: null });
    this.records.put({ ...free, state, again: null, note: null, missing: [] });
    this.#context.changed();
  }

  /** Changes a message that certainly was not sent. */
  edit(id: string, written: WrittenMessage): void {
    const message = this.get(id);
    const isOpen = message.attempt !== null || message.beginning !== null || message.state === 'sending';
    if (isOpen) throw badRequest(texts.onItsWay);
    this.#mustBeWhole(written);
    this.records.put({ ...message, uploads: [], ...written, state: 'waiting', note: null, missing: [], again: null });
    this.#context.changed();
  }

  /** Sends everything that is due, until nothing can continue now. Never throws. */
  async sendAll(): Promise<void> {
    do await this.sendNow();
    while (await this.#files.settle());
  }

  /** Deletes files whose messages have arrived. Never throws: what the disk refuses is retried the next time. */
  async tidy(): Promise<void> {
    await this.uploads.tidy(this.#isNamed).catch((error: unknown) => {
      this.#context.world.log.info('chat.not-tidied', { fault: toFault(error).kind });
    });
  }

  /** Tries all due messages once. Never throws: failures are recorded. */
  async sendNow(): Promise<void> {
    const round = this.#rounds.then(() => this.#round());
    this.#rounds = round;
    await round;
  }

  /** @throws FaultError `bad-request`. */
  #mustBeWhole({ text, uploads = [] }: WrittenMessage): void {
    if (text.trim() === '') throw badRequest(texts.empty);
    if (uploads.some(id => this.uploads.records.find(id) === null)) throw badRequest(chatFileTexts.noUpload);
  }

  #open(): readonly WaitingMessage[] {
    return this.own().filter(({ state }) => GOES_ON.has(state));
  }

  /** The first sendable message of each conversation whose time has come. */
  #due(): readonly WaitingMessage[] {
    const blocked = new Set<string>();
    const due: WaitingMessage[] = [];
    for (const message of this.own()) {
      const { conversation, state, task, again } = message;
      if (blocked.has(conversation)) continue;
      // A failed message without a task would have created the task, so later ones have to wait.
      if (state !== 'failed' || task === null) blocked.add(conversation);
      if (GOES_ON.has(state) && (again === null || again <= this.#context.world.clock.now())) due.push(message);
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
      this.#context.changed();
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
    const { clock } = this.#context.world;
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
