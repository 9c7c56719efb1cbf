import type { AgentFile, AgentRequest, ChatMessage, FoundFile, Tools } from '../agent/words/conversation.ts';
import type { Site } from '../rules/ground/access.ts';
import type { Backend } from '../rules/ground/backend.ts';
import { callerIn } from '../rules/accounts/credentials.ts';
import { named } from '../rules/files/listings.ts';
import { agentNotes, attachments, messages, taskContexts } from '../rules/tasks/message-records.ts';
import type { AgentJobRow, MessageRow } from '../rules/tasks/message-records.ts';
import { readableTexts } from '../rules/tasks/search.ts';
import { tasks } from '../rules/tasks/task-records.ts';
import type { TaskRow } from '../rules/tasks/task-records.ts';
import { messagesOf } from '../rules/tasks/task-shapes.ts';
import type { AgentFiles } from './agent-files.ts';
import { compare } from '../rules/ground/fields.ts';

/** Who asked what, where. */
export interface Asked {
  /** Acts as the person who asked: the agent sees what that person may read. */
  readonly site: Site;
  readonly task: TaskRow;
  readonly message: MessageRow;
}

/** At most so many files are read for one reply. */
const MOST_FILES = 50;

/** Hits by name and by content that the agent gets. */
const MOST_HITS = 50;

/** What a job is about; null when the person who asked has left the organization. */
export function askedIn(backend: Backend, job: AgentJobRow): Asked | null {
  const task = backend.records.row(tasks, job.taskId);
  const message = backend.records.row(messages, job.messageId);
  if (task === null || message === null) return null;
  const who = { userId: task.ownerId, organizationId: task.organizationId, via: 'session' } as const;
  const caller = callerIn(backend, who);
  return caller === null ? null : { site: { backend, caller }, task, message };
}

/** The files that a message brings along, in the order given. */
export function filesGivenWith(backend: Backend, message: MessageRow): readonly string[] {
  const { contextFileIds, referencedFileIds, attachmentIds, openFileReference } = message;
  const context = message.sequence === 1 ? backend.records.row(taskContexts, message.taskId) : null;
  const open = openFileReference?.fileId ?? null;
  return [
    ...new Set([
      ...attachmentIds,
      ...referencedFileIds,
      ...contextFileIds,
      ...(open === null ? [] : [open]),
      ...(context?.referencedFileIds ?? []),
      ...(context?.contextFileIds ?? []),
    ]),
  ];
}

/** What the agent is told for a job. */
export async function requestFor(job: AgentJobRow, asked: Asked, files: AgentFiles): Promise<AgentRequest> {
  const { site, task, message } = asked;
  const { backend, caller } = site;
  const before = messagesOf(site, task.id).filter(each => isBefore(each, message, job));
  const given = filesGivenWith(backend, message);
  const earlier = earlierIn(backend, before.toReversed());
  const { userId, organizationId } = caller;
  return {
    replyId: job.id,
    nowMs: message.createdMs,
    userId,
    messages: [...before.map(chatMessage), chatMessage(message)],
    files: await readAll(site, files, given),
    earlierFiles: await readAll(
      site,
      files,
      [...new Set(earlier)].filter(id => !given.includes(id)),
    ),
    memory: backend.records.rows(agentNotes, { userId, organizationId }),
  };
}

/** Files that were given or taken; the agent's own results only when there is nothing else to go on with. */
function earlierIn(backend: Backend, before: readonly MessageRow[]): readonly string[] {
  const isOwn = (each: MessageRow): boolean => each.role === 'assistant';
  const worked = before.flatMap(each => filesGivenWith(backend, isOwn(each) ? { ...each, attachmentIds: [] } : each));
  return worked.length > 0 ? worked : before.flatMap(each => each.attachmentIds);
}

/** What the agent may do for who asked. */
export function toolsFor(site: Site, files: AgentFiles): Tools {
  return {
    search: words => Promise.resolve(foundFor(site, words)),
    open: fileId => files.read(site, fileId),
  };
}

/** Replies to later messages do not exist yet: the jobs of a task are done in the order of its messages. */
function isBefore(each: MessageRow, message: MessageRow, job: AgentJobRow): boolean {
  return each.id !== job.id && (each.sequence < message.sequence || each.role === 'assistant');
}

function chatMessage({ role, content }: MessageRow): ChatMessage {
  return { role, content };
}

async function readAll(site: Site, files: AgentFiles, ids: readonly string[]): Promise<readonly AgentFile[]> {
  const read: AgentFile[] = [];
  for (const id of ids.slice(0, MOST_FILES)) {
    const attachment = site.backend.records.row(attachments, id);
    const file = (await files.read(site, id)) ?? (attachment === null ? null : await files.readAttachment(attachment));
    if (file !== null) read.push(file);
  }
  return read;
}

/** Files that hold at least one of the words, in their text or name; the more words and the better they fit, the earlier. */
function foundFor(site: Site, words: readonly string[]): readonly FoundFile[] {
  const found = new Map<string, { hit: Omit<FoundFile, 'isAgentWork'>; score: number }>();
  const add = (hit: Omit<FoundFile, 'isAgentWork'>, score: number): void => {
    const known = found.get(hit.id);
    found.set(hit.id, { hit: known?.hit ?? hit, score: (known?.score ?? 0) + score });
  };
  for (const word of words) {
    for (const { file, snippet, rank } of readableTexts(site, `"${word}"`)) {
      add({ id: file.id, name: file.name, snippet }, 1 + rank);
    }
    for (const file of named(site, word, MOST_HITS)) add({ id: file.id, name: file.name, snippet: '' }, 2);
  }
  const best = [...found.values()].map(({ hit, score }) => ({
    hit: { ...hit, isAgentWork: isAgentWork(site, hit.id) },
    score,
  }));
  best.sort(
    (one, other) =>
      Number(one.hit.isAgentWork) - Number(other.hit.isAgentWork) ||
      other.score - one.score ||
      compare(one.hit.id, other.hit.id),
  );
  return best.slice(0, MOST_HITS).map(({ hit }) => hit);
}

/** What the agent wrote comes last: it is no evidence for what it writes next. */
function isAgentWork(site: Site, fileId: string): boolean {
  return site.backend.records.row(attachments, fileId)?.source === 'agent';
}
