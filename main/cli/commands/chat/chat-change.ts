import type { Command } from 'commander';

import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import type { WrittenMessage } from '../../../../shared/features/chat/model.ts';
import { chatCommandTexts as texts, chatTexts } from '../../../../shared/features/chat/text.ts';
import { formatBytes } from '../../../../shared/text/format.ts';
import { attachmentShape, lackedBy, outboxLines, outboxShape, taskLine, taskShape } from './chat-shapes.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { type Format, JSON_OPTION } from '../../output/json-option.ts';

const TASK = 'its id, as chat list prints it';
const MESSAGE = 'its id, as chat outbox prints it';

/** `chat outbox|retry|edit|cancel|draft`, `rename|status|archive|unarchive`, `files|remove-file`. */
export function addChatChanging(chat: Command, context: CommandContext): void {
  addOutbox(chat, context);
  addWriting(chat, context);
  addTasks(chat, context);
  addFiles(chat, context);
}

function addOutbox(chat: Command, context: CommandContext): void {
  chat
    .command('outbox')
    .description(texts.outbox)
    .option(...JSON_OPTION)
    .action(({ json }: Format) =>
      context.ask(async ({ client }) => {
        const messages = await client.call('chat.outbox', null);
        const ids = messages.flatMap(({ uploads = [] }) => uploads);
        const uploads = ids.length === 0 ? [] : await client.call('chat.uploads', { ids: ids.slice(0, 200) });
        if (json) return context.printJson({ v: 1, messages: messages.map(each => outboxShape(each, uploads)) });
        for (const message of messages) context.printLines(outboxLines(message, uploads));
        if (messages.length === 0) context.tell(texts.empty);
      }),
    );
  chat
    .command('retry')
    .description(texts.retry)
    .argument('<message>', MESSAGE)
    .option('--anyway', 'also when nobody knows whether it arrived: it may then be said twice')
    .action((id: string, { anyway = false }: { readonly anyway?: boolean }) =>
      context.ask(async ({ client }) => {
        await client.call('chat.retry', { id, anyway, wait: true });
        const left = (await client.call('chat.outbox', null)).find(each => each.id === id);
        if (left === undefined) return EXIT.ok;
        context.tell(texts.kept(id, left.note ?? ''));
        if (left.missing.length > 0) context.tell(texts.lacks(id, lackedBy(left)));
        return left.state === 'failed' || left.state === 'unsure' ? EXIT.attention : EXIT.temporary;
      }),
    );
}

function addWriting(chat: Command, context: CommandContext): void {
  chat
    .command('edit')
    .description(texts.edit)
    .argument('<message>', MESSAGE)
    .argument('<text>', 'what it says instead')
    .action((id: string, text: string) =>
      context.ask(async ({ client }) => {
        const message = await waitingOne(client, id);
        await client.call('chat.edit', { id, message: { ...writtenIn(message), text } });
      }),
    );
  chat
    .command('cancel')
    .description(texts.cancel)
    .argument('<message>', MESSAGE)
    .action((id: string) =>
      context.ask(async ({ client }) => {
        const { mayHaveArrived } = await client.call('chat.cancel', { id });
        context.tell(mayHaveArrived ? `${texts.cancelled} ${texts.mayHaveArrived}` : texts.cancelled);
      }),
    );
  chat
    .command('draft')
    .description(texts.draft)
    .option('--task <id>', TASK)
    .option('--set <text>', 'what it says from now on; empty removes it')
    .option(...JSON_OPTION)
    .action(({ task = null, set, json }: { readonly task?: string | null; readonly set?: string } & Format) =>
      context.ask(async ({ client }) => {
        const before = await client.call('chat.draft', { task });
        const draft = set === undefined ? before : { ...(before ?? NOTHING), text: set };
        if (set !== undefined) await client.call('chat.setDraft', { task, draft });
        if (json) context.printJson({ v: 1, task, text: draft?.text ?? null });
        else if (draft !== null) context.printLines(draft.text.split('\n'));
      }),
    );
}

function addTasks(chat: Command, context: CommandContext): void {
  chat
    .command('rename')
    .description(texts.rename)
    .argument('<task>', TASK)
    .argument('<title>', 'its new title')
    .option(...JSON_OPTION)
    .action((task: string, title: string, { json }: Format) =>
      context.ask(async ({ client }) => {
        const changed = await client.call('chat.rename', { task, title });
        if (json) context.printJson({ v: 1, task: taskShape(changed) });
        else context.printLines([taskLine(changed)]);
      }),
    );
  chat
    .command('status')
    .description(texts.status)
    .argument('<task>', TASK)
    .argument('<status>', 'active or completed')
    .option(...JSON_OPTION)
    .action((task: string, word: string, { json }: Format) =>
      context.ask(async ({ client }) => {
        const status = word.toLowerCase();
        if (status !== 'active' && status !== 'completed') throw new Ending(EXIT.usage, texts.noStatus(word));
        const changed = await client.call('chat.setStatus', { task, status });
        if (json) context.printJson({ v: 1, task: taskShape(changed) });
        else context.printLines([taskLine(changed)]);
      }),
    );
  chat
    .command('archive')
    .description(texts.archive)
    .argument('<task>', TASK)
    .action((task: string) => context.ask(async ({ client }) => void (await client.call('chat.archive', { task }))));
  chat
    .command('unarchive')
    .description(texts.unarchive)
    .argument('<task>', TASK)
    .action((task: string) => context.ask(async ({ client }) => void (await client.call('chat.unarchive', { task }))));
}

function addFiles(chat: Command, context: CommandContext): void {
  chat
    .command('files')
    .description(texts.files)
    .argument('<task>', TASK)
    .option(...JSON_OPTION)
    .action((task: string, { json }: Format) =>
      context.ask(async ({ client }) => {
        const files = await client.call('chat.attachments', { task });
        if (json) return context.printJson({ v: 1, files: files.map(attachmentShape) });
        context.printLines(
          files.map(({ id, name, sizeBytes }) =>
            [id, sizeBytes === null ? '' : formatBytes(sizeBytes), name].join('  '),
          ),
        );
      }),
    );
  chat
    .command('remove-file')
    .description(texts.removeFile)
    .argument('<task>', TASK)
    .argument('<file>', 'its name, or its id as chat files prints it')
    .requiredOption('--yes', 'confirms it')
    .action((task: string, named: string) =>
      context.ask(async ({ client }) => {
        const attachment = await attachmentOf(client, task, named);
        await client.call('chat.removeAttachment', { task, attachment });
      }),
    );
}

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
