import { type Command, InvalidArgumentError } from 'commander';

import type { EngineClient } from '../../shared/engine-client.ts';
import type { NamedFile, OutboxMessage } from '../../shared/model/chat.ts';
import { chatFileCommandTexts } from '../../shared/text/chat-files.ts';
import { chatCommandTexts as texts } from '../../shared/text/chat.ts';
import { MINUTE } from '../../shared/units.ts';
import { addChatChanging } from './chat-changing.ts';
import { addChatCopies } from './chat-copies.ts';
import { addChatFiles, attachAll } from './chat-files.ts';
import { citedIn, lackedBy, messageLines, openedShape, printMessage, taskLine, taskShape } from './chat-shapes.ts';
import type { Desk } from './desk.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { JSON_OPTION } from './json-option.ts';
import { find, WHAT } from './named-things.ts';

interface AskOptions {
  readonly file?: readonly string[];
  readonly attach?: readonly string[];
  readonly task?: string;
  readonly wait: boolean;
  readonly json?: true;
}

/** So long a reply is waited for; it goes on at the service. */
const PATIENCE_MS = 10 * MINUTE;
/** Of the service's list. */
const STATUSES = ['active', 'completed', 'archived', 'all'] as const;
type Status = (typeof STATUSES)[number];

/** `chat ask|list|show`, and what is done with tasks and waiting messages. */
export function addChatCommands(program: Command, desk: Desk): void {
  const chat = program.command('chat').summary(texts.summary).description(texts.group);
  chat
    .command('ask')
    .description(texts.ask)
    .argument('<question>', 'what to ask')
    .option('--file <path...>', `what it is about: ${WHAT}`)
    .option('--attach <path...>', chatFileCommandTexts.attach)
    .option('--task <id>', 'go on in this task')
    .option('--no-wait', 'send it and do not wait for the reply')
    .option(...JSON_OPTION)
    .action((question: string, options: AskOptions) => desk.ask(({ client }) => ask(client, desk, question, options)));
  addReading(chat, desk);
  addChatChanging(chat, desk);
  addChatFiles(chat, desk);
  addChatCopies(chat, desk);
}

function addReading(chat: Command, desk: Desk): void {
  chat
    .command('list')
    .description(texts.list)
    .option('--status <status>', STATUSES.join(', '), statusOf, 'active')
    .option('--search <text>', 'only those with this in their title or in what was said', '')
    .option('--page <number>', 'which page', Number, 1)
    .option(...JSON_OPTION)
    .action(({ status, search, page, json }: { status: Status; search: string; page: number; json?: true }) =>
      desk.ask(async ({ client }) => {
        const { tasks, hasMore, isFresh, at } = await client.call('chat.tasks', { status, search, page });
        if (json) return desk.printJson({ v: 1, tasks: tasks.map(taskShape), hasMore, isFresh, at });
        desk.printLines(tasks.map(taskLine));
        if (!isFresh) desk.tell(texts.asOf(at));
        if (tasks.length === 0) desk.tell(texts.noTasks);
      }),
    );
  chat
    .command('show')
    .description(texts.show)
    .argument('<task>', 'its id, as chat list prints it')
    .option('--before <cursor>', 'the messages before those, as --json names them')
    .option(...JSON_OPTION)
    .action((task: string, { before, json }: { readonly before?: string; readonly json?: true }) =>
      desk.ask(async ({ client }) => {
        const opened = await client.call('chat.open', { task, before: before ?? null });
        if (json) return desk.printJson(openedShape(opened));
        for (const message of opened.messages) desk.printLines(messageLines(message));
        if (!opened.isFresh) desk.tell(texts.asOf(opened.at));
      }),
    );
}

async function ask(client: EngineClient, desk: Desk, text: string, options: AskOptions): Promise<ExitCode> {
  const files: NamedFile[] = [];
  for (const path of options.file ?? []) {
    const { id, name } = await find(client, desk, path);
    files.push({ id, name });
  }
  const { task = null } = options;
  const uploads = await attachAll(client, desk, options.attach ?? []);
  const written = { text, contextFiles: files, referencedFiles: [], openFile: null, attachmentIds: [], uploads };
  const sent = await client.call('chat.send', { ...written, task, wait: true });
  const waiting = (await client.call('chat.outbox', null)).find(({ id }) => id === sent.id);
  if (waiting !== undefined || sent.task === null) return notSent(desk, sent.id, { waiting, json: options.json });
  if (options.wait === false) {
    if (options.json) desk.printJson({ v: 1, task: sent.task, sent: true, reply: null, files: [] });
    else desk.tell(texts.sent(sent.task));
    return EXIT.ok;
  }
  const { isReady } = await client.call('chat.waitForReply', { task: sent.task, atMostMs: PATIENCE_MS });
  return reply(client, desk, { task: sent.task, isReady, json: options.json });
}

function notSent(
  desk: Desk,
  id: string,
  { waiting, json }: { readonly waiting: OutboxMessage | undefined; readonly json: true | undefined },
): ExitCode {
  const { state = 'waiting', note = null, missing = [] } = waiting ?? {};
  if (json) desk.printJson({ v: 1, task: null, sent: false, message: id, state, note, missing });
  desk.tell(texts.kept(id, note ?? ''));
  if (waiting !== undefined && missing.length > 0) desk.tell(texts.lacks(id, lackedBy(waiting)));
  return state === 'failed' || state === 'unsure' ? EXIT.attention : EXIT.temporary;
}

async function reply(
  client: EngineClient,
  desk: Desk,
  { task, isReady, json }: { readonly task: string; readonly isReady: boolean; readonly json: true | undefined },
): Promise<ExitCode> {
  const { messages } = await client.call('chat.open', { task, before: null });
  const last = messages.at(-1);
  const own = isReady && last !== undefined && last.role.toLowerCase() === 'assistant' ? last : null;
  const files = own === null ? [] : await citedIn(client, own);
  const hasFailed = own?.status?.toLowerCase() === 'failed';
  if (json) desk.printJson({ v: 1, task, sent: true, reply: own === null ? null : printMessage(own), files });
  if (own === null) {
    desk.tell(texts.noReply(task));
    return EXIT.temporary;
  }
  if (!json) {
    desk.printLines(own.text.split('\n'));
    desk.printLines(files.map(({ name, path, id }) => `${name}  ${path ?? id}`));
    desk.tell(hasFailed ? texts.failedReply : texts.sent(task));
  }
  return hasFailed ? EXIT.error : EXIT.ok;
}

function statusOf(text: string): Status {
  const found = STATUSES.find(each => each === text.toLowerCase());
  if (found === undefined) throw new InvalidArgumentError(`It must be one of: ${STATUSES.join(', ')}.`);
  return found;
}
