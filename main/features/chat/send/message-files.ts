import { type Fault, toFault } from '../../../../shared/fault.ts';
import { chatFileTexts as fileTexts } from '../../../../shared/features/chat/files-text.ts';
import { chatTexts as texts } from '../../../../shared/features/chat/text.ts';
import { faultLine } from '../../../../shared/text/faults.ts';
import { SECOND } from '../../../../shared/units.ts';
import type { AppContext } from '../../../items/app-context.ts';
import { hasTask } from './gone-files.ts';
import type { OutboxRecords, WaitingMessage } from '../records/outbox-records.ts';
import type { KeptUpload } from '../records/upload-records.ts';
import { sendToTask } from './upload-file.ts';
import type { Uploads } from './uploads.ts';

const AGAIN_MS = 30 * SECOND;
const SOON_MS = 5 * SECOND;
/** It goes on by itself after these. */
const PASSES: ReadonlySet<string> = new Set([
  'offline',
  'busy',
  'failing',
  'signed-out',
  'access-ended',
  'link-expired',
  'disk-refused',
  'stale',
]);

/** These may be about the task as well as about the file. */
const MAY_BE_TASK: ReadonlySet<string> = new Set(['gone', 'not-allowed', 'refused']);

/** The files of messages on their way, each message's one after the other, beside what is said meanwhile. */
export class MessageFiles {
  readonly #context: AppContext;
  readonly #records: OutboxRecords;
  readonly #uploads: Uploads;
  readonly #underway = new Map<string, Promise<void>>();
  /** Called when those of a message are there, or cannot go on now. */
  readonly #settled: () => void;
  #isClosed = false;

  constructor(
    context: AppContext,
    records: OutboxRecords,
    told: { readonly uploads: Uploads; readonly settled: () => void },
  ) {
    this.#context = context;
    this.#records = records;
    this.#uploads = told.uploads;
    this.#settled = told.settled;
  }

  /** Whether all files of a message are in its task. If not, they are sent from now on. */
  areThere(message: WaitingMessage, task: string): boolean {
    // Once a message was under way, its files were there.
    if (message.attempt !== null || this.#notThere(message, task).length === 0) return true;
    if (!this.#underway.has(message.id) && !this.#isClosed) {
      const sending = this.#sendAll(message.id, task).finally(() => {
        this.#underway.delete(message.id);
        this.#settled();
      });
      this.#underway.set(message.id, sending);
    }
    return false;
  }

  /** How the files of a message are called in its task. */
  attachmentsOf(message: WaitingMessage): readonly string[] {
    return (message.uploads ?? []).flatMap(id => this.#uploads.records.find(id)?.arrived?.attachment ?? []);
  }

  /** Waits for all that is under way. @returns whether anything was. */
  async settle(): Promise<boolean> {
    if (this.#underway.size === 0) return false;
    await Promise.all(this.#underway.values());
    return true;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#underway.values());
  }

  /** The next of a message that its task does not have. */
  #notThere({ uploads = [] }: WaitingMessage, task: string): readonly string[] {
    return uploads.filter(id => this.#uploads.records.find(id)?.arrived?.task !== task);
  }

  /** Never throws: what failed says so in the records. */
  async #sendAll(id: string, task: string): Promise<void> {
    for (;;) {
      const message = this.#wanted(id);
      const [next] = message === null ? [] : this.#notThere(message, task);
      if (message === null || next === undefined) return;
      const { organization } = message;
      const isWanted = (): boolean => this.#wanted(id)?.uploads?.includes(next) === true;
      try {
        const before = this.#uploads.records.find(next);
        if (before === null) return this.#keep(message, { state: 'failed', note: fileTexts.noUpload, again: null });
        await sendToTask(this.#context, this.#uploads, { id: next, task, organization, isWanted });
        this.#context.changed();
      } catch (error) {
        // It broke off because nobody wants it any more: that is no trouble.
        if (isWanted()) await this.#failed(id, next, toFault(error));
        return;
      }
    }
  }

  /** Null: somebody took it out, or nothing more is to be done. */
  #wanted(id: string): WaitingMessage | null {
    const message = this.#isClosed ? null : this.#records.find(id);
    return message?.state === 'failed' ? null : message;
  }

  async #failed(id: string, upload: string, fault: Fault): Promise<void> {
    if (fault.kind === 'bug') this.#context.world.log.error('chat.upload', { error: fault.detail });
    const message = this.#records.find(id);
    const file = this.#uploads.records.find(upload);
    if (message === null || file === null) return;
    if (PASSES.has(fault.kind)) return this.#keep(message, this.#waiting(fault));
    const isThere = MAY_BE_TASK.has(fault.kind) ? await hasTask(this.#context, message) : true;
    const note = isThere ? whyNot(file, fault) : texts.notAvailable;
    if (isThere) this.#uploads.records.change(upload, { note });
    // The record may have changed while the service was asked.
    const now = this.#records.find(id);
    if (now !== null) this.#keep(now, { state: 'failed', note, again: null });
  }

  #waiting(fault: Fault): Pick<WaitingMessage, 'state' | 'note' | 'again'> {
    const now = this.#context.world.clock.now();
    if (fault.kind === 'signed-out' || fault.kind === 'access-ended')
      return { state: 'waiting', note: texts.signedOut, again: now + AGAIN_MS };
    if (fault.kind === 'busy')
      return { state: 'waiting', note: texts.toldToWait, again: now + (fault.retryAfterMs ?? SOON_MS) };
    return { state: 'waiting', note: fault.kind === 'offline' ? texts.waits : faultLine(fault), again: now + AGAIN_MS };
  }

  #keep(message: WaitingMessage, facts: Pick<WaitingMessage, 'state' | 'note' | 'again'>): void {
    this.#records.put({ ...message, ...facts });
    this.#context.changed();
  }
}

function whyNot({ name, sizeBytes }: KeptUpload, fault: Fault): string {
  if (fault.kind === 'refused' && fault.status === 413) return fileTexts.tooLarge(name, sizeBytes);
  if (fault.kind === 'refused' || fault.kind === 'gone') return fileTexts.refused(name, fault.messages.join(' '));
  if (fault.kind === 'not-allowed' || fault.kind === 'scope') return fileTexts.notAllowed(name);
  return faultLine(fault);
}
