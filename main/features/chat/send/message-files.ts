import { type Fault, toFault } from '../../../../shared/fault.ts';
import { chatFileTexts as fileTexts } from '../../../../shared/features/chat/files-text.ts';
import { chatTexts as texts } from '../../../../shared/features/chat/text.ts';
import { faultLine } from '../../../../shared/text/faults.ts';
import { SECOND } from '../../../../shared/units.ts';
import type { AppContext } from '../../../items/app-context.ts';
import { hasTask } from './recognise-sent.ts';
import type { KeptUpload, OutboxRecords, WaitingMessage } from '../records/chat-records.ts';
import { sendToTask } from './upload-file.ts';
import type { Uploads } from './uploads.ts';

const AGAIN_MS = 30 * SECOND;
const SOON_MS = 5 * SECOND;
/** Faults after which it continues by itself. */
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

/** Faults that may concern the task as well as the file. */
const MAY_BE_TASK: ReadonlySet<string> = new Set(['gone', 'not-allowed', 'refused']);

/** Uploads the files of messages: one message's files in sequence, messages in parallel. */
export class MessageFiles {
  readonly #context: AppContext;
  readonly #records: OutboxRecords;
  readonly #uploads: Uploads;
  readonly #underway = new Map<string, Promise<void>>();
  /** Called when a message's files are uploaded or cannot continue now. */
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

  /** Whether all files of a message are in its task; if not, starts uploading them. */
  areThere(message: WaitingMessage, task: string): boolean {
    // Once sending the message was attempted, its files had been uploaded.
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

  /** The task's ids of a message's files. */
  attachmentsOf(message: WaitingMessage): readonly string[] {
    return (message.uploads ?? []).flatMap(id => this.#uploads.records.find(id)?.arrived?.attachment ?? []);
  }

  /** Waits for the uploads in progress. @returns whether there were any. */
  async settle(): Promise<boolean> {
    if (this.#underway.size === 0) return false;
    await Promise.all(this.#underway.values());
    return true;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#underway.values());
  }

  /** Files of a message that are not in its task. */
  #notThere({ uploads = [] }: WaitingMessage, task: string): readonly string[] {
    return uploads.filter(id => this.#uploads.records.find(id)?.arrived?.task !== task);
  }

  /** Never throws: failures are recorded. */
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
        // The upload was cancelled because it is no longer wanted, which is no failure.
        if (isWanted()) await this.#failed(id, next, toFault(error));
        return;
      }
    }
  }

  /** The message if its files are still to be uploaded, else null. */
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
    // The record may have changed during the call.
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
