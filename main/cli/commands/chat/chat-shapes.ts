import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import type { ChatOrigin, ChatUpload, Mention, WorkingCopy } from '../../../../shared/features/chat/files-model.ts';
import type {
  ChatAttachment,
  ChatMessage,
  ChatTask,
  OpenedTask,
  OutboxMessage,
} from '../../../../shared/features/chat/model.ts';

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

/** `chat list --json`, each task. */
export function taskShape(task: ChatTask): object {
  const { id, title, status, messageCount, lastMessageAt, createdAt, state, since } = task;
  return { id, title, status, messageCount, lastMessageAt, createdAt, state, since };
}

/** `chat show --json`. */
export function openedShape({ task, messages, before, isFresh, at }: OpenedTask): object {
  return { v: 1, task: taskShape(task), messages: messages.map(printMessage), before, isFresh, at };
}

/** One message in JSON. */
export function printMessage(message: ChatMessage): object {
  const { id, role, text, sequence, createdAt, status, attachments, contextFiles, referencedFiles } = message;
  const files = attachments.map(attachmentShape);
  return { id, role, text, sequence, createdAt, status, attachments: files, contextFiles, referencedFiles };
}

/** `chat files --json`, each file. */
export function attachmentShape(attachment: ChatAttachment): object {
  const { id, file, name, contentType, sizeBytes, source, sourceFile, sourceVersion, createdAt } = attachment;
  return { id, file, name, contentType, sizeBytes, source, sourceFile, sourceVersion, createdAt };
}

/** A message for people: who and when, then the words. */
export function messageLines({ role, createdAt, text, progress, attachments }: ChatMessage): readonly string[] {
  const who = role.toLowerCase() === 'user' ? 'You' : role.toLowerCase() === 'assistant' ? 'Agent' : role;
  const files = attachments.map(({ name, file, id }) => `  ${name}  ${file ?? id}`);
  const words = text === '' && progress !== null ? [progress] : text.split('\n');
  return [`${who}, ${createdAt ?? ''}:`, ...words, ...files, ''];
}

/** `chat outbox --json`, each message. */
export function outboxShape(message: OutboxMessage, all: readonly ChatUpload[]): object {
  const { id, task, conversation, text, contextFiles, referencedFiles, attachmentIds, openFile } = message;
  const { state, note, missing, until, writtenAt } = message;
  const uploads = uploadsOf(message, all).map(uploadShape);
  const files = { contextFiles, referencedFiles, attachmentIds, openFile, uploads };
  return { id, task, conversation, text, ...files, state, note, missing, until, writtenAt };
}

/** A waiting message for people, with the files that go with it below. */
/** The names of files that a message of the outbox names and that are there no more. */
export function lackedBy({ missing, contextFiles, referencedFiles }: OutboxMessage): readonly string[] {
  const named = new Map([...contextFiles, ...referencedFiles].map(({ id, name }) => [id, name]));
  return missing.map(id => named.get(id) || id);
}

export function outboxLines(message: OutboxMessage, all: readonly ChatUpload[]): readonly string[] {
  const { id, state, note, text } = message;
  const files = uploadsOf(message, all).map(upload => `  ${upload.id}  ${upload.state}  ${upload.name}`);
  return [[id, state, text, note ?? ''].join('  '), ...files];
}

function uploadsOf({ uploads = [] }: OutboxMessage, all: readonly ChatUpload[]): readonly ChatUpload[] {
  return uploads.flatMap(id => all.find(each => each.id === id) ?? []);
}

function uploadShape({ id, name, sizeBytes, state, doneBytes, note }: ChatUpload): object {
  return { id, name, sizeBytes, state, doneBytes, note };
}

/** `chat copy list --json`, each copy. */
export function copyShape({ copy, original, name, task, taskTitle, at, state, text, sides }: WorkingCopy): object {
  const versions = sides === null ? null : { copy: sides.copy.version, original: sides.original.version };
  return { copy, original, name, task, taskTitle, at, state, text, versions, base: sides?.base?.version ?? null };
}

/** `chat mention --json`, each file. */
export function mentionShape({ id, file, name, from, path, task, extraction }: Mention): object {
  return { id, file, name, from, path, task, extraction };
}

/** Where a file came from, in JSON. */
export function originShape({ task, title, at, text }: ChatOrigin): object {
  return { task, title, at, text };
}
