import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';

import type { Command } from 'commander';

import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import { chatFileCommandTexts as texts } from '../../../../shared/features/chat/files-text.ts';
import { chatTexts } from '../../../../shared/features/chat/text.ts';
import { attachmentOf, waitingOne } from './chat-change.ts';
import { attachmentShape, mentionShape, originShape } from './chat-shapes.ts';
import { readAtMost } from '../../../node/files/read-at-most.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { targetOf } from '../files/get-command.ts';
import { type Format, JSON_OPTION } from '../../output/json-option.ts';
import { FETCH_OPTION, LINES_OPTION, lookInto, type LookOptions, TEXT_OPTION } from '../files/preview-commands.ts';
import { find, placeAt, WHAT } from '../../input/named-things.ts';
import { put } from '../files/put-files.ts';

const TASK = 'its id, as chat list prints it';
const FILE = 'its name, or its id as chat files prints it';
/** More does not travel in one question. */
const MOST_VIEW_BYTES = 4_000_000;

/** `chat preview|save|keep|origin|save-view|detach|mention`. */
export function addChatFiles(chat: Command, context: CommandContext): void {
  addLooking(chat, context);
  addSaving(chat, context);
  addView(chat, context);
  addDetaching(chat, context);
  addMention(chat, context);
}

/** A file of this computer that goes with a message. */
export interface AttachedFile {
  /** Its name. */
  readonly path: string;
  /** Absolute. */
  readonly at: string;
  readonly sizeBytes: number;
}

/** Looks at all of them before the first is sent. @throws Ending 1 for one that cannot be read. */
export function filesToAttach(context: CommandContext, paths: readonly string[]): readonly AttachedFile[] {
  const files = paths.map(path => ({ path, at: resolve(context.place().caller.folder, path) }));
  return files.map(({ path, at }) => ({ path: basename(at), at, sizeBytes: sizeOf(path, at) }));
}

/** Has files of this computer kept for a message; where they lie they are only read. @returns how the message names them. */
export async function attachAll(client: EngineClient, files: readonly AttachedFile[]): Promise<string[]> {
  const ids: string[] = [];
  for (const { path, at, sizeBytes } of files) {
    const { id } = await client.call('chat.attach', { name: path, sizeBytes });
    await put(client, id, { path, at });
    ids.push(id);
  }
  return ids;
}

function sizeOf(path: string, at: string): number {
  const facts = statSync(at, { throwIfNoEntry: false });
  if (facts === undefined) throw new Ending(EXIT.error, texts.unread(path));
  if (!facts.isFile()) throw new Ending(EXIT.error, texts.noFile(path));
  return facts.size;
}

function addLooking(chat: Command, context: CommandContext): void {
  chat
    .command('preview')
    .description(texts.preview)
    .argument('<task>', TASK)
    .argument('<file>', FILE)
    .option(...TEXT_OPTION)
    .option(...LINES_OPTION)
    .option(...FETCH_OPTION)
    .option(...JSON_OPTION)
    .action((task: string, attachment: string, options: LookOptions) =>
      lookInto(context, options, async (client, fetch) =>
        client.call('chat.openAttachment', { task, attachment: await attachmentOf(client, task, attachment), fetch }),
      ),
    );
}

interface SaveOptions extends Format {
  readonly to?: string;
  readonly local?: string;
}

function addSaving(chat: Command, context: CommandContext): void {
  chat
    .command('save')
    .description(texts.save)
    .argument('<task>', TASK)
    .argument('<file>', FILE)
    .option('--to <folder>', `a folder of the knowledge base: ${WHAT}`)
    .option('--local <place>', 'a folder of this computer that exists, or its new name')
    .option(...JSON_OPTION)
    .action((task: string, attachment: string, options: SaveOptions) =>
      context.ask(async ({ client }) =>
        save(client, context, { task, attachment: await attachmentOf(client, task, attachment) }, options),
      ),
    );
  chat
    .command('keep')
    .description(texts.keep)
    .argument('<task>', TASK)
    .argument('<file>', FILE)
    .option(...JSON_OPTION)
    .action((task: string, named: string, { json }: Format) =>
      context.ask(async ({ client }) => {
        const attachment = await attachmentOf(client, task, named);
        const { file, note } = await client.call('chat.keepAttachment', { task, attachment, wait: true });
        if (json) context.printJson({ v: 1, file, note });
        else context.printLines([file]);
        if (note !== null) context.tell(note);
      }),
    );
  chat
    .command('origin')
    .description(texts.ofTask)
    .argument('<path>', WHAT)
    .option(...JSON_OPTION)
    .action((path: string, { json }: Format) =>
      context.ask(async ({ client }) => {
        const { id } = await find(client, context, path);
        const origin = await client.call('chat.origin', { id });
        if (json) context.printJson({ v: 1, origin: origin === null ? null : originShape(origin) });
        else context.printLines(origin === null ? [] : [origin.text]);
        if (origin === null) context.tell(texts.noOrigin);
      }),
    );
}

async function save(
  client: EngineClient,
  context: CommandContext,
  asked: { readonly task: string; readonly attachment: string },
  { to, local, json }: SaveOptions,
): Promise<void> {
  if (to !== undefined && local !== undefined) throw new Ending(EXIT.usage, texts.oneOf);
  if (local !== undefined) {
    const { path, sizeBytes } = await client.call('chat.downloadAttachment', { ...asked, ...targetOf(context, local) });
    if (json) context.printJson({ v: 1, path, sizeBytes });
    else context.printLines([path]);
    return;
  }
  if (to === undefined) throw new Ending(EXIT.usage, texts.where);
  const saved = await client.call('chat.saveAttachment', { ...asked, to: await placeAt(client, context, to) });
  const { file, name, origin, note } = saved;
  if (json) context.printJson({ v: 1, file, name, origin: originShape(origin), note });
  else context.printLines([file]);
  context.tell(note ?? texts.saved(name, origin.text));
}

interface ViewOptions extends Format {
  readonly source?: string;
  readonly sourceVersion?: string;
  readonly name?: string;
  readonly type?: string;
}

function addView(chat: Command, context: CommandContext): void {
  chat
    .command('save-view')
    .description(texts.view)
    .argument('<task>', TASK)
    .argument('<file>', 'a file of this computer; it is only read')
    .option('--source <path>', `what it was made from: ${WHAT}`)
    .option('--source-version <id>', 'which version of it; left out: the one that is known here')
    .option('--name <name>', 'what it is called in the task; left out: its own name')
    .option('--type <type>', 'its content type, such as text/csv; left out: by its name')
    .option(...JSON_OPTION)
    .action((task: string, path: string, options: ViewOptions) =>
      context.ask(async ({ client }) => {
        const at = resolve(context.place().caller.folder, path);
        const bytes = sizeOf(path, at) > MOST_VIEW_BYTES ? null : readAtMost(at, MOST_VIEW_BYTES);
        if (bytes === null) throw new Ending(EXIT.error, texts.largeView(MOST_VIEW_BYTES));
        const source = options.source === undefined ? null : (await find(client, context, options.source)).id;
        const name = options.name ?? basename(at);
        const saved = await client.call('chat.saveView', {
          task,
          name,
          contentType: options.type ?? null,
          bytes: bytes.toString('base64'),
          source,
          version: options.sourceVersion ?? null,
        });
        if (options.json) context.printJson({ v: 1, file: attachmentShape(saved) });
        else context.printLines([saved.id]);
      }),
    );
}

function addDetaching(chat: Command, context: CommandContext): void {
  chat
    .command('detach')
    .description(texts.detach)
    .argument('<message>', 'its id, as chat outbox prints it')
    .argument('<file>', 'as chat outbox prints it below its message')
    .action((id: string, upload: string) =>
      context.ask(async ({ client }) => {
        const message = await waitingOne(client, id);
        const uploads = message.uploads ?? [];
        if (!uploads.includes(upload)) throw new Ending(EXIT.error, chatTexts.noSuchFile);
        await client.call('chat.edit', { id, message: { ...message, uploads: uploads.filter(one => one !== upload) } });
        await client.call('chat.detach', { id: upload });
        context.tell(texts.detached);
      }),
    );
}

function addMention(chat: Command, context: CommandContext): void {
  chat
    .command('mention')
    .description(texts.mention)
    .argument('<text>', 'words of its name')
    .option('--here', 'only what this computer knows')
    .option(...JSON_OPTION)
    .action((text: string, { here, json }: Format & { readonly here?: true }) =>
      context.ask(async ({ client }) => {
        const where = here === true ? 'here' : 'all';
        const { mentions, note } = await client.call('chat.mention', { text, where, limit: 20 });
        if (json) context.printJson({ v: 1, mentions: mentions.map(mentionShape), note });
        else context.printLines(mentions.map(({ file, id, from, name, path }) => line(file ?? id, from, path, name)));
        if (note !== null) context.tell(note);
        else if (mentions.length === 0) context.tell(texts.noMentions);
      }),
    );
}

function line(...parts: readonly (string | null)[]): string {
  return parts.map(part => part ?? '').join('  ');
}
