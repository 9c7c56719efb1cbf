import { z } from 'zod';

import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import {
  chatOrigin,
  chatUpload,
  type ChatUpload,
  mention,
  workingCopy,
  type WorkingCopy,
} from '../../../../shared/features/chat/files-model.ts';
import {
  chatAttachment,
  chatMessage,
  type ChatMessage,
  chatTask,
  type ChatTask,
  namedFile,
  openedTask,
  openFile,
  outboxMessage,
  type OutboxMessage,
} from '../../../../shared/features/chat/model.ts';
import { publicFields } from '../../output/public-json.ts';

export const publicTask = publicFields(chatTask, 'id title status messageCount lastMessageAt createdAt state since');
export const publicAttachment = publicFields(
  chatAttachment,
  'id file name contentType sizeBytes source sourceFile sourceVersion createdAt',
);
export const publicMessage = publicFields(
  chatMessage,
  'id role text sequence createdAt status',
  { attachments: z.array(publicAttachment) },
  'contextFiles referencedFiles',
);
export const publicOpened = publicFields(
  openedTask,
  { task: publicTask, messages: z.array(publicMessage) },
  'before isFresh at',
);
const publicUpload = publicFields(chatUpload, 'id name sizeBytes state doneBytes note');
const files = z.array(publicFields(namedFile, 'id name'));
export const publicWaiting = publicFields(
  outboxMessage,
  'id task conversation text',
  { contextFiles: files, referencedFiles: files },
  'attachmentIds',
  { openFile: publicFields(openFile, 'file version').nullable(), uploads: z.array(publicUpload) },
  'state note missing until writtenAt',
);
const version = z.string().nullable();
const publicCopy = publicFields(workingCopy, 'copy original name task taskTitle at state text', {
  versions: z.object({ copy: z.string(), original: z.string() }).nullable(),
  base: version,
});
export const oneCopy = z.object({ copy: publicCopy });
export const someCopies = z.object({ copies: z.array(publicCopy) });
export const publicMention = publicFields(mention, 'id file name from path task extraction');
export const publicOrigin = publicFields(chatOrigin, 'task title at text');

/** A working copy as scripts know it: of its sides the versions. */
export function copyShape(made: WorkingCopy): object {
  const { sides } = made;
  const versions = sides === null ? null : { copy: sides.copy.version, original: sides.original.version };
  return { ...made, versions, base: sides?.base?.version ?? null };
}

/** A file that a reply names. */
export interface CitedFile {
  readonly id: string;
  readonly name: string;
  /** Absolute, on this computer; null when it is not here. */
  readonly path: string | null;
  /** At the service, names joined by `/`; null when that is not known. */
  readonly servicePath: string | null;
}

const MOST_CITED = 100;
/** How the agent links to files in its text. */
const LINK = /\[([^\]\n]{0,300})\]\(file:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/gi;

/** Every file that a reply names, made or links to, with where it is. */
export async function citedIn(client: EngineClient, message: ChatMessage): Promise<readonly CitedFile[]> {
  const linked = [...message.text.matchAll(LINK)].map(([, name = '', id = '']) => ({ id: id.toLowerCase(), name }));
  const made = message.attachments.map(({ id, file, name }) => ({ id: file ?? id, name }));
  const named = message.referencedFiles.map(id => ({ id, name: '' }));
  const known = new Map([...named, ...made, ...linked].map(each => [each.id, each.name]));
  const cited: CitedFile[] = [];
  for (const [id, name] of [...known].slice(0, MOST_CITED)) cited.push(await whereIs(client, id, name));
  return cited;
}

/** What cannot be found is still named: the service knows it by its id. */
async function whereIs(client: EngineClient, id: string, told: string): Promise<CitedFile> {
  try {
    const { name, path, servicePath } = await client.call('files.details', { id });
    // Of what is in no folder nothing but the id is known here.
    const isNamed = name !== '' && name !== id;
    return { id, name: isNamed || told === '' ? name : told, path, servicePath };
  } catch {
    return { id, name: told, path: null, servicePath: null };
  }
}

/** One line of `chat list`. */
export function taskLine({ id, title, status, state, lastMessageAt }: ChatTask): string {
  const shown = state === 'quiet' ? status : state;
  return [id, shown, lastMessageAt ?? '', title].join('  ');
}

/** A message for people: who and when, then the words. */
export function messageLines({ role, createdAt, text, progress, attachments }: ChatMessage): readonly string[] {
  const who = role.toLowerCase() === 'user' ? 'You' : role.toLowerCase() === 'assistant' ? 'Agent' : role;
  const files = attachments.map(({ name, file, id }) => `  ${name}  ${file ?? id}`);
  const words = text === '' && progress !== null ? [progress] : text.split('\n');
  return [`${who}, ${createdAt ?? ''}:`, ...words, ...files, ''];
}

/** The names of files that a message of the outbox names and that are there no more. */
export function lackedBy({ missing, contextFiles, referencedFiles }: OutboxMessage): readonly string[] {
  const named = new Map([...contextFiles, ...referencedFiles].map(({ id, name }) => [id, name]));
  return missing.map(id => named.get(id) || id);
}

/** A waiting message for people, with the files that go with it below. */
export function outboxLines(message: OutboxMessage, all: readonly ChatUpload[]): readonly string[] {
  const { id, state, note, text } = message;
  const files = uploadsOf(message, all).map(upload => `  ${upload.id}  ${upload.state}  ${upload.name}`);
  return [[id, state, text, note ?? ''].join('  '), ...files];
}

/** The files that go with a message. */
export function uploadsOf({ uploads = [] }: OutboxMessage, all: readonly ChatUpload[]): readonly ChatUpload[] {
  return uploads.flatMap(id => all.find(each => each.id === id) ?? []);
}
