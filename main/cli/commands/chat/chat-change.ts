import { Option } from 'commander';
import { z } from 'zod';

import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import type { OutboxMessage, WrittenMessage } from '../../../../shared/features/chat/model.ts';
import { chatCommandTexts as texts, chatTexts } from '../../../../shared/features/chat/text.ts';
import { formatBytes } from '../../../../shared/text/format.ts';
import { listOf } from '../../output/public-json.ts';
import { type Asking, type Row, row } from '../../runner/command-row.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT, type ExitCode } from '../../runner/exit-codes.ts';
import {
  lackedBy,
  outboxLines,
  publicAttachment,
  publicTask,
  publicWaiting,
  taskLine,
  uploadsOf,
} from './chat-shapes.ts';

const TASK = 'its id, as chat list prints it';
const MESSAGE = 'its id, as chat outbox prints it';

interface Id {
  readonly message: string;
}

interface Task {
  readonly task: string;
}

const OUTBOX: readonly Row[] = [
  row('chat outbox', {
    help: texts.outbox,
    json: listOf('messages', publicWaiting),
    run: async ({ client }, _: { readonly json?: true }) => {
      const messages = await client.call('chat.outbox', null);
      const ids = messages.flatMap(({ uploads = [] }) => uploads);
      const uploads = ids.length === 0 ? [] : await client.call('chat.uploads', { ids: ids.slice(0, 200) });
      return { messages, uploads };
    },
    shape: ({ messages, uploads }) => ({
      messages: messages.map(each => ({ ...each, uploads: uploadsOf(each, uploads) })),
    }),
    lines: ({ messages, uploads }) => messages.flatMap(each => outboxLines(each, uploads)),
    tell: ({ messages }, { json }) => (messages.length === 0 && !json ? texts.empty : null),
  }),
  row('chat retry <message>', {
    help: texts.retry,
    arguments: [MESSAGE],
    options: [['--anyway', 'also when nobody knows whether it arrived: it may then be said twice']],
    run: async ({ client }, { message: id, anyway = false }: Id & { readonly anyway?: boolean }) => {
      await client.call('chat.retry', { id, anyway, wait: true });
      return (await client.call('chat.outbox', null)).find(each => each.id === id);
    },
    tell: left => (left === undefined ? null : leftLines(left)),
    exit: exitOf,
  }),
  row('chat edit <message> <text>', {
    help: texts.edit,
    arguments: [MESSAGE, 'what it says instead'],
    run: async ({ client }, { message: id, text }: Id & { readonly text: string }) => {
      const message = await waitingOne(client, id);
      await client.call('chat.edit', { id, message: { ...writtenIn(message), text } });
    },
  }),
  row('chat cancel <message>', {
    help: texts.cancel,
    arguments: [MESSAGE],
    call: 'chat.cancel',
    input: ({ message }: Id) => ({ id: message }),
    tell: ({ mayHaveArrived }) => (mayHaveArrived ? `${texts.cancelled} ${texts.mayHaveArrived}` : texts.cancelled),
  }),
  row('chat draft', {
    help: texts.draft,
    options: [
      ['--task <id>', TASK],
      ['--set <text>', 'what it says from now on; empty removes it'],
    ],
    json: z.object({ task: z.string().nullable(), text: z.string().nullable() }),
    run: draft,
    lines: ({ text }) => text?.split('\n') ?? [],
  }),
];

function leftLines(left: OutboxMessage): readonly string[] {
  const { id, note, missing } = left;
  return [texts.kept(id, note ?? ''), ...(missing.length > 0 ? [texts.lacks(id, lackedBy(left))] : [])];
}

function exitOf(left: OutboxMessage | undefined): ExitCode {
  if (left === undefined) return EXIT.ok;
  return left.state === 'failed' || left.state === 'unsure' ? EXIT.attention : EXIT.temporary;
}

async function draft(
  { client }: Asking,
  { task = null, set }: { readonly task?: string | null; readonly set?: string },
) {
  const before = await client.call('chat.draft', { task });
  const now = set === undefined ? before : { ...(before ?? NOTHING), text: set };
  if (set !== undefined) await client.call('chat.setDraft', { task, draft: now });
  return { task, text: now?.text ?? null };
}

const oneTask = z.object({ task: publicTask });

const TASKS: readonly Row[] = [
  row('chat rename <task> <title>', {
    help: texts.rename,
    arguments: [TASK, 'its new title'],
    json: oneTask,
    call: 'chat.rename',
    input: ({ task, title }: Task & { readonly title: string }) => ({ task, title }),
    shape: task => ({ task }),
    lines: task => [taskLine(task)],
  }),
  row('chat status <task> <status>', {
    help: texts.status,
    arguments: [TASK, 'active or completed'],
    json: oneTask,
    call: 'chat.setStatus',
    input: ({ task, status: word }: Task & { readonly status: string }) => {
      const status = word.toLowerCase();
      if (status !== 'active' && status !== 'completed') throw new Ending(EXIT.usage, texts.noStatus(word));
      return { task, status };
    },
    shape: task => ({ task }),
    lines: task => [taskLine(task)],
  }),
  row('chat archive <task>', {
    help: texts.archive,
    arguments: [TASK],
    call: 'chat.archive',
    input: ({ task }: Task) => ({ task }),
  }),
  row('chat unarchive <task>', {
    help: texts.unarchive,
    arguments: [TASK],
    call: 'chat.unarchive',
    input: ({ task }: Task) => ({ task }),
  }),
  row('chat files <task>', {
    help: texts.files,
    arguments: [TASK],
    json: listOf('files', publicAttachment),
    call: 'chat.attachments',
    input: ({ task }: Task) => ({ task }),
    shape: files => ({ files }),
    lines: files =>
      files.map(({ id, name, sizeBytes }) => [id, sizeBytes === null ? '' : formatBytes(sizeBytes), name].join('  ')),
  }),
  row('chat remove-file <task> <file>', {
    help: texts.removeFile,
    arguments: [TASK, 'its name, or its id as chat files prints it'],
    options: [new Option('--yes', 'confirms it').makeOptionMandatory()],
    run: async ({ client }, { task, file }: Task & { readonly file: string }) => {
      const attachment = await attachmentOf(client, task, file);
      await client.call('chat.removeAttachment', { task, attachment });
    },
  }),
];

/** Waiting messages and tasks. */
export const changeRows: readonly Row[] = [...OUTBOX, ...TASKS];

const NOTHING: WrittenMessage = { text: '', contextFiles: [], referencedFiles: [], openFile: null, attachmentIds: [] };

/** What a message says that waits, by its id. @throws Ending. */
export async function waitingOne(client: EngineClient, id: string): Promise<WrittenMessage> {
  const found = (await client.call('chat.outbox', null)).find(each => each.id === id);
  if (found === undefined) throw new Ending(EXIT.error, chatTexts.noSuchMessage);
  return found;
}

function writtenIn(message: WrittenMessage): WrittenMessage {
  const { text, contextFiles, referencedFiles, openFile, attachmentIds, uploads = [] } = message;
  return { text, contextFiles, referencedFiles, openFile, attachmentIds, uploads };
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

/** The id of a file of a task, given as itself or as the file's name. @throws Ending when none or several are called so. */
export async function attachmentOf(client: EngineClient, task: string, word: string): Promise<string> {
  if (UUID.test(word)) return word;
  const named = (await client.call('chat.attachments', { task })).filter(({ name }) => name === word);
  const [only, ...others] = named.map(({ id }) => id);
  if (only === undefined) throw new Ending(EXIT.error, texts.noneCalled(word));
  if (others.length > 0) throw new Ending(EXIT.error, texts.severalCalled(word, [only, ...others]));
  return only;
}
