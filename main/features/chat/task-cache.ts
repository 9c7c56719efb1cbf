import { z } from 'zod';

import type * as told from '../../../shared/api/calls/tasks.ts';
import {
  type ChatAttachment,
  chatMessage,
  type ChatMessage,
  type ChatTask,
} from '../../../shared/features/chat/model.ts';
import { jsonOrNull } from '../../../shared/parse-json.ts';
import type { Facts } from '../../journal/records/history.ts';
import type { Tolerant } from '../../remote/api/tolerant.ts';

/** Conversations cached for offline reading. */
const MOST_OPENED = 50;
/** Tasks cached for listing. */
const MOST_LISTED = 500;
const LIST = 'chat.tasks';
const OPENED = 'chat.opened';

const taskShape = z.object({
  id: z.string(),
  title: z.string(),
  status: z.string(),
  messageCount: z.number().nullable(),
  lastMessageAt: z.string().nullable(),
  createdAt: z.string().nullable(),
});
const keptList = z.object({ at: z.number(), tasks: z.array(taskShape) });
const keptTask = z.object({ at: z.number(), task: taskShape, messages: z.array(chatMessage) });

/** Cache of what the service last told of tasks. */
export class TaskCache {
  readonly #facts: Facts;

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  /** Cached tasks, newest first; null: the service was never asked. */
  list(): { readonly at: number; readonly tasks: readonly ToldTask[] } | null {
    return keptList.safeParse(jsonOrNull(this.#facts.get(LIST))).data ?? null;
  }

  /** Merges newly listed tasks into the cache. */
  listed(tasks: readonly ToldTask[], at: number): void {
    const ids = new Set(tasks.map(({ id }) => id));
    const others = (this.list()?.tasks ?? []).filter(({ id }) => !ids.has(id));
    this.#facts.set(LIST, JSON.stringify({ at, tasks: [...tasks, ...others].slice(0, MOST_LISTED) }));
  }

  /** The newest messages of a task as last read. */
  opened(
    id: string,
  ): { readonly at: number; readonly task: ToldTask; readonly messages: readonly ChatMessage[] } | null {
    return keptTask.safeParse(jsonOrNull(this.#facts.get(factOf(id)))).data ?? null;
  }

  keep(task: ToldTask, messages: readonly ChatMessage[], at: number): void {
    const ids = [task.id, ...this.#ids().filter(id => id !== task.id)];
    this.#facts.set(factOf(task.id), JSON.stringify({ at, task, messages }));
    for (const id of ids.splice(MOST_OPENED)) this.#facts.set(factOf(id), null);
    this.#facts.set(OPENED, JSON.stringify(ids));
  }

  /** The task is gone, or not visible to this person. */
  forget(id: string): void {
    const list = this.list();
    if (list !== null)
      this.#facts.set(LIST, JSON.stringify({ ...list, tasks: list.tasks.filter(each => each.id !== id) }));
    this.#facts.set(factOf(id), null);
  }

  clear(): void {
    for (const id of this.#ids()) this.#facts.set(factOf(id), null);
    this.#facts.set(OPENED, null);
    this.#facts.set(LIST, null);
  }

  #ids(): readonly string[] {
    return z.array(z.string()).safeParse(jsonOrNull(this.#facts.get(OPENED))).data ?? [];
  }
}

function factOf(id: string): string {
  return `chat.task.${id}`;
}

type TaskAnswer = Tolerant<told.TaskRowAnswer>;
type MessageAnswer = Tolerant<told.MessageAnswer>;
type AttachmentAnswer = Tolerant<told.AttachmentAnswer>;

/** A task as the service tells it, without local state. */
export type ToldTask = Omit<ChatTask, 'state' | 'since'>;

export function toldTask({ id, title, status, messageCount, lastMessageAt, createdAt }: TaskAnswer): ToldTask {
  return {
    id,
    title: title ?? '',
    status: status ?? 'active',
    messageCount: messageCount ?? null,
    lastMessageAt: lastMessageAt ?? null,
    createdAt: createdAt ?? null,
  };
}

/** In ascending order (answers have any order). */
export function toldMessages(messages: readonly MessageAnswer[]): ChatMessage[] {
  return messages.map(toldMessage).toSorted((one, other) => (one.sequence ?? 0) - (other.sequence ?? 0));
}

function toldMessage(message: MessageAnswer): ChatMessage {
  const { id, role, content, sequence, createdAt, attachments, contextFileIds, referencedFileIds, metadata } = message;
  return {
    id,
    role: role ?? 'user',
    text: content ?? '',
    sequence: sequence ?? null,
    createdAt: createdAt ?? null,
    status: statusOf(metadata),
    progress: textIn(metadata, 'progress'),
    attachments: (attachments ?? []).map(toldAttachment),
    contextFiles: [...(contextFileIds ?? [])],
    referencedFiles: [...(referencedFileIds ?? [])],
  };
}

export function toldAttachment(answer: AttachmentAnswer): ChatAttachment {
  return {
    id: answer.id,
    file: answer.fileId ?? null,
    name: answer.fileName ?? '',
    contentType: answer.contentType ?? null,
    sizeBytes: answer.sizeBytes ?? null,
    source: answer.source ?? null,
    sourceFile: answer.sourceFileId ?? null,
    sourceVersion: answer.sourceVersionId ?? null,
    createdAt: answer.createdAt ?? null,
  };
}

/** The service's status of a reply; null: it tells none. */
export function statusOf(metadata: string | null | undefined): string | null {
  return textIn(metadata, 'status');
}

function textIn(metadata: string | null | undefined, name: string): string | null {
  const all = jsonOrNull(metadata);
  const value: unknown = typeof all === 'object' && all !== null ? Reflect.get(all, name) : null;
  return typeof value === 'string' ? value : null;
}
