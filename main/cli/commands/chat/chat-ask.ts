import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import type { AskedQuestion, NamedFile } from '../../../../shared/features/chat/model.ts';
import { chatFileCommandTexts } from '../../../../shared/features/chat/files-text.ts';
import { chatCommandTexts as texts } from '../../../../shared/features/chat/text.ts';
import { MINUTE, SECOND } from '../../../../shared/units.ts';
import { type AttachedFile, attachAll, filesToAttach } from './chat-files.ts';
import { citedIn, lackedBy, publicMessage } from './chat-shapes.ts';
import type { CommandContext, Interruption } from '../../runner/command-context.ts';
import { ownRow, type Row } from '../../runner/command-row.ts';
import { Ending } from '../../runner/ending.ts';
import { openEngine } from '../../runner/engine-access.ts';
import { EXIT, type ExitCode } from '../../runner/exit-codes.ts';
import { findNamed, WHAT } from '../../input/named-things.ts';

interface AskOptions {
  readonly file?: readonly string[];
  readonly attach?: readonly string[];
  readonly task?: string;
  readonly wait: boolean;
  readonly json?: true;
}

/** So long a reply is waited for; it goes on at the service. */
const PATIENCE_MS = 10 * MINUTE;
/** How often the records are asked after a broken line. */
const MOST_TRIES = 3;
const BETWEEN_TRIES_MS = SECOND / 4;

const place = z.string().nullable();
const citedFile = z.object({ id: z.string(), name: z.string(), path: place, servicePath: place });

/** Asking. The same question is never said twice by asking again, however the command before ended. */
export const askRow: Row = ownRow<AskOptions & { readonly question: string }>(
  'chat ask <question>',
  {
    help: texts.ask,
    arguments: ['what to ask'],
    options: [
      ['--file <path...>', `what it is about: ${WHAT}`],
      ['--attach <path...>', chatFileCommandTexts.attach],
      ['--task <id>', 'go on in this task'],
      ['--no-wait', 'send it and do not wait for the reply'],
    ],
    json: z.object({
      task: z.string().nullable(),
      sent: z.boolean().nullable(),
      message: z.string().optional(),
      state: z.string().optional(),
      note: z.string().nullable().optional(),
      missing: z.array(z.string()).optional(),
      reply: publicMessage.nullable().optional(),
      files: z.array(citedFile).optional(),
    }),
  },
  ({ question, ...options }, context) => {
    const asking = new Asking(context, options);
    return context.ask(
      ({ client }) => asking.ask(client, question),
      why => asking.interrupted(why),
    );
  },
);

/** One question on its way, and what can be said of it when the command is broken off. */
class Asking {
  readonly #context: CommandContext;
  readonly #options: AskOptions;
  /** What the engine knows the question by; null before it was handed over. */
  #key: string | null = null;

  constructor(context: CommandContext, options: AskOptions) {
    this.#context = context;
    this.#options = options;
  }

  async ask(client: EngineClient, text: string): Promise<ExitCode> {
    const { task = null, wait } = this.#options;
    const contextFiles: NamedFile[] = [];
    for (const path of this.#options.file ?? []) {
      const { id, name } = await findNamed(client, this.#context, path);
      contextFiles.push({ id, name });
    }
    const attached = filesToAttach(this.#context, this.#options.attach ?? []);
    const key = keyOf({ text, task, contextFiles, attached });
    // Of a question that was asked already the engine has the files.
    const isOpen = (await client.call('chat.asked', { key })) !== null;
    const uploads = isOpen ? [] : await attachAll(client, attached);
    const written = { text, contextFiles, referencedFiles: [], openFile: null, attachmentIds: [], uploads };
    this.#key = key;
    await client.call('chat.send', { ...written, task, wait: true, key });
    const asked = await client.call('chat.asked', { key });
    if (asked === null) throw new Ending(EXIT.error, texts.cancelled);
    if (asked.standing !== 'arrived' || asked.task === null) return this.#notSent(client, asked);
    if (!wait) return this.#sent(client, asked.task);
    const { isReady } = await client.call('chat.waitForReply', { task: asked.task, atMostMs: PATIENCE_MS });
    return this.#reply(client, asked.task, isReady);
  }

  /** What is known of the question after the command was broken off; null: it was not handed over. */
  async interrupted(why: Interruption): Promise<Ending | null> {
    const key = this.#key;
    if (key === null) return null;
    if (why === 'stopped') return this.#ending(EXIT.attention, { message: texts.stopped, sent: null });
    const asked = await this.#askAgain(key);
    if (asked === 'no answer') return this.#ending(EXIT.attention, { message: texts.brokeOff, sent: null });
    if (asked === null) return this.#ending(EXIT.temporary, { message: texts.notTaken, sent: false });
    const { id, standing, task } = asked;
    if (standing === 'kept')
      return this.#ending(EXIT.temporary, { message: texts.kept(id, texts.goesOn), sent: false });
    if (standing === 'unknown' || task === null)
      return this.#ending(EXIT.attention, { message: texts.brokeOff, sent: null });
    return this.#ending(EXIT.attention, { message: texts.noReply(task), sent: true, task });
  }

  #ending(code: ExitCode, told: { readonly message: string; readonly sent: boolean | null; readonly task?: string }) {
    const { message, sent, task = null } = told;
    if (this.#options.json) this.#context.printJson({ task, sent, reply: null, files: [] });
    return new Ending(code, message);
  }

  /** Asks the program that has the records now. */
  async #askAgain(key: string): Promise<AskedQuestion | null | 'no answer'> {
    for (let tried = 1; ; tried += 1) {
      try {
        const engine = await openEngine(this.#context.place());
        try {
          return await engine.client.call('chat.asked', { key });
        } finally {
          await engine.close();
        }
      } catch {
        if (tried === MOST_TRIES) return 'no answer';
        // One that is just ending may still take a connection.
        await sleep(BETWEEN_TRIES_MS);
      }
    }
  }

  async #sent(client: EngineClient, task: string): Promise<ExitCode> {
    if (this.#options.json) this.#context.printJson({ task, sent: true, reply: null, files: [] });
    else this.#context.tell(texts.sent(task));
    await report(client, task);
    return EXIT.ok;
  }

  async #notSent(client: EngineClient, { id, standing }: AskedQuestion): Promise<ExitCode> {
    const waiting = (await client.call('chat.outbox', null)).find(each => each.id === id);
    const { state = 'waiting', note = null, missing = [] } = waiting ?? {};
    const mayHaveArrived = standing !== 'kept';
    const sent = mayHaveArrived ? null : false;
    if (this.#options.json) this.#context.printJson({ task: null, sent, message: id, state, note, missing });
    this.#context.tell(mayHaveArrived ? texts.unknown(id, note ?? '') : texts.kept(id, note ?? ''));
    if (waiting !== undefined && missing.length > 0) this.#context.tell(texts.lacks(id, lackedBy(waiting)));
    return mayHaveArrived || state === 'failed' ? EXIT.attention : EXIT.temporary;
  }

  async #reply(client: EngineClient, task: string, isReady: boolean): Promise<ExitCode> {
    const { messages } = await client.call('chat.open', { task, before: null });
    const last = messages.at(-1);
    const own = isReady && last !== undefined && last.role.toLowerCase() === 'assistant' ? last : null;
    const files = own === null ? [] : await citedIn(client, own);
    const hasFailed = own?.status?.toLowerCase() === 'failed';
    const { json } = this.#options;
    if (json) this.#context.printJson({ task, sent: true, reply: own, files });
    if (own === null) {
      this.#context.tell(texts.noReply(task));
      return EXIT.attention;
    }
    if (!json) {
      this.#context.printLines(own.text.split('\n'));
      this.#context.printLines(files.map(({ name, path, id }) => `${name}  ${path ?? id}`));
      this.#context.tell(hasFailed ? texts.failedReply : texts.sent(task));
    }
    await report(client, task);
    return hasFailed ? EXIT.error : EXIT.ok;
  }
}

/** The same question may be asked again. Where the line breaks now it stays open, and asked again prints the same reply. */
async function report(client: EngineClient, task: string): Promise<void> {
  await client.call('chat.reported', { task }).catch(() => undefined);
}

interface Question {
  readonly text: string;
  readonly task: string | null;
  readonly contextFiles: readonly NamedFile[];
  readonly attached: readonly AttachedFile[];
}

/** The same for the same words about the same files. */
function keyOf({ text, task, contextFiles, attached }: Question): string {
  const parts = [text, task, contextFiles.map(({ id }) => id), attached.map(({ at, sizeBytes }) => [at, sizeBytes])];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
