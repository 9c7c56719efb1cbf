import type * as told from '../../../shared/api/calls/tasks.ts';
import type { ChatAttachment, ChatMessage, ChatTask } from '../../../shared/features/chat/model.ts';
import type { Tolerant } from '../../remote/api/tolerant.ts';

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
  try {
    const all: unknown = JSON.parse(metadata ?? 'null');
    const value: unknown = typeof all === 'object' && all !== null ? Reflect.get(all, name) : null;
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}
