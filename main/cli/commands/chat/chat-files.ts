import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';

import { z } from 'zod';

import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import { savedAttachment } from '../../../../shared/features/chat/files-model.ts';
import { chatFileCommandTexts as texts } from '../../../../shared/features/chat/files-text.ts';
import { chatTexts } from '../../../../shared/features/chat/text.ts';
import { savedCopy } from '../../../../shared/features/edit/save-copy-model.ts';
import { readAtMost } from '../../../node/files/read-at-most.ts';
import { findNamed, placeAt, WHAT } from '../../input/named-things.ts';
import { publicFields } from '../../output/public-json.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { type Asking, type Row, row } from '../../runner/command-row.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { targetOf } from '../files/get-command.ts';
import { LOOK_OPTIONS, lookInto, type LookOptions } from '../files/preview-commands.ts';
import { publicLook } from '../files/preview-shape.ts';
import { putFile } from '../files/put-files.ts';
import { attachmentOf, waitingOne } from './chat-change.ts';
import { publicAttachment, publicMention, publicOrigin } from './chat-shapes.ts';

const TASK = 'its id, as chat list prints it';
const FILE = 'its name, or its id as chat files prints it';
/** More does not travel in one question. */
const MOST_VIEW_BYTES = 4_000_000;

interface OfTask {
  readonly task: string;
  readonly file: string;
}

/** Files of tasks, and files that messages name. */
export const fileRows: readonly Row[] = [
  row('chat preview <task> <file>', {
    help: texts.preview,
    arguments: [TASK, FILE],
    options: [LOOK_OPTIONS.text, LOOK_OPTIONS.lines, LOOK_OPTIONS.fetch],
    json: publicLook,
    run: (asking, wanted: OfTask & LookOptions) =>
      lookInto(asking, wanted, async fetch =>
        asking.client.call('chat.openAttachment', { ...(await attached(asking, wanted)), fetch }),
      ),
    exit: code => code,
  }),
  row('chat save <task> <file>', {
    help: texts.save,
    arguments: [TASK, FILE],
    options: [
      ['--to <folder>', `a folder of the knowledge base: ${WHAT}`],
      ['--local <place>', 'a folder of this computer that exists, or its new name'],
    ],
    json: publicFields(savedCopy.partial(), 'path sizeBytes').extend(
      publicFields(savedAttachment.partial(), 'file name', { origin: publicOrigin.optional() }, 'note').shape,
    ),
    run: save,
    lines: ({ printed }) => [printed],
    tell: ({ said }) => said,
  }),
  row('chat keep <task> <file>', {
    help: texts.keep,
    arguments: [TASK, FILE],
    json: z.object({ file: z.string(), note: z.string().nullable() }),
    run: async (asking, wanted: OfTask) =>
      asking.client.call('chat.keepAttachment', { ...(await attached(asking, wanted)), wait: true }),
    lines: ({ file }) => [file],
    tell: ({ note }) => note,
  }),
  row('chat origin <path>', {
    help: texts.ofTask,
    arguments: [WHAT],
    json: z.object({ origin: publicOrigin.nullable() }),
    run: async ({ client, context }, { path }: { readonly path: string }) => {
      const { id } = await findNamed(client, context, path);
      return { origin: await client.call('chat.origin', { id }) };
    },
    lines: ({ origin }) => (origin === null ? [] : [origin.text]),
    tell: ({ origin }) => (origin === null ? texts.noOrigin : null),
  }),
  row('chat save-view <task> <file>', {
    help: texts.view,
    arguments: [TASK, 'a file of this computer; it is only read'],
    options: [
      ['--source <path>', `what it was made from: ${WHAT}`],
      ['--source-version <id>', 'which version of it; left out: the one that is known here'],
      ['--name <name>', 'what it is called in the task; left out: its own name'],
      ['--type <type>', 'its content type, such as text/csv; left out: by its name'],
    ],
    json: z.object({ file: publicAttachment }),
    run: saveView,
    shape: file => ({ file }),
    lines: ({ id }) => [id],
  }),
  row('chat detach <message> <file>', {
    help: texts.detach,
    arguments: ['its id, as chat outbox prints it', 'as chat outbox prints it below its message'],
    run: detach,
    tell: () => texts.detached,
  }),
  row('chat mention <text>', {
    help: texts.mention,
    arguments: ['words of its name'],
    options: [['--here', 'only what this computer knows']],
    json: z.object({ mentions: z.array(publicMention), note: z.string().nullable() }),
    run: ({ client }, { text, here }: { readonly text: string; readonly here?: true }) =>
      client.call('chat.mention', { text, where: here === true ? 'here' : 'all', limit: 20 }),
    lines: ({ mentions }) =>
      mentions.map(({ file, id, from, name, path }) => [file ?? id, from, path ?? '', name].join('  ')),
    tell: ({ mentions, note }) => note ?? (mentions.length === 0 ? texts.noMentions : null),
  }),
];

async function attached({ client }: Asking, { task, file }: OfTask): Promise<{ task: string; attachment: string }> {
  return { task, attachment: await attachmentOf(client, task, file) };
}

async function save(asking: Asking, wanted: OfTask & { readonly to?: string; readonly local?: string }) {
  const { client, context } = asking;
  const { to, local } = wanted;
  const asked = await attached(asking, wanted);
  if (to !== undefined && local !== undefined) throw new Ending(EXIT.usage, texts.oneOf);
  if (local !== undefined) {
    const saved = await client.call('chat.downloadAttachment', { ...asked, ...targetOf(context, local) });
    return { ...saved, printed: saved.path, said: null };
  }
  if (to === undefined) throw new Ending(EXIT.usage, texts.where);
  const saved = await client.call('chat.saveAttachment', { ...asked, to: await placeAt(client, context, to) });
  return { ...saved, printed: saved.file, said: saved.note ?? texts.saved(saved.name, saved.origin.text) };
}

interface View extends OfTask {
  readonly source?: string;
  readonly sourceVersion?: string;
  readonly name?: string;
  readonly type?: string;
}

async function saveView({ client, context }: Asking, { task, file: path, ...view }: View) {
  const at = resolve(context.place().caller.folder, path);
  const bytes = sizeOf(path, at) > MOST_VIEW_BYTES ? null : readAtMost(at, MOST_VIEW_BYTES);
  if (bytes === null) throw new Ending(EXIT.error, texts.largeView(MOST_VIEW_BYTES));
  const source = view.source === undefined ? null : (await findNamed(client, context, view.source)).id;
  return client.call('chat.saveView', {
    task,
    name: view.name ?? basename(at),
    contentType: view.type ?? null,
    bytes: bytes.toString('base64'),
    source,
    version: view.sourceVersion ?? null,
  });
}

async function detach(
  { client }: Asking,
  { message: id, file }: { readonly message: string; readonly file: string },
): Promise<void> {
  const message = await waitingOne(client, id);
  const uploads = message.uploads ?? [];
  if (!uploads.includes(file)) throw new Ending(EXIT.error, chatTexts.noSuchFile);
  await client.call('chat.edit', { id, message: { ...message, uploads: uploads.filter(one => one !== file) } });
  await client.call('chat.detach', { id: file });
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
    await putFile(client, id, { path, at });
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
