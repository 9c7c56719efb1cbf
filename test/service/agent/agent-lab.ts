import { createHash } from 'node:crypto';

import type { AgentFile, AgentRequest, Reply, Tools } from './words/conversation.ts';
import { type JobEvent, type JobState, work } from './job.ts';

/** What tests of the agent share: requests, files and a knowledge base in memory. */

export const NOW_MS = Date.parse('2026-11-20T14:02:09Z');
const REPLY_ID = 'aaaaaaaa-0000-4000-8000-000000000001';

/** A request with one message; everything may be set otherwise. */
export function requestOf(content: string, changes: Partial<AgentRequest> = {}): AgentRequest {
  return {
    replyId: REPLY_ID,
    nowMs: NOW_MS,
    userId: 1,
    messages: [{ role: 'user', content }],
    files: [],
    earlierFiles: [],
    memory: [],
    ...changes,
  };
}

/** A file of text. Its id follows from its name. */
export function textFile(name: string, text: string | null): AgentFile {
  return { id: idOf(name), name, fileType: 'Document', text, table: null, isPicture: false };
}

/** A file of cells, written as lines of cells that `|` parts. */
export function tableFile(name: string, lines: readonly string[]): AgentFile {
  const table = lines.map(line => line.split('|').map(cell => cell.trim()));
  return { id: idOf(name), name, fileType: 'Dataset', text: lines.join('\n'), table, isPicture: false };
}

/** A picture, of which the name is known. */
export function pictureFile(name: string): AgentFile {
  return { id: idOf(name), name, fileType: 'Image', text: null, table: null, isPicture: true };
}

function idOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex').slice(0, 12);
  return `bbbbbbbb-0000-4000-8000-${hex}`;
}

/** A knowledge base that finds the files whose name or text holds a word, in the order given. */
export function knowledgeOf(files: readonly AgentFile[]): Tools {
  const holds = (file: AgentFile, word: string): boolean =>
    `${file.name}\n${file.text ?? ''}`.toLowerCase().includes(word.toLowerCase());
  return {
    search: words =>
      Promise.resolve(
        files
          .filter(file => words.some(word => holds(file, word)))
          .map(({ id, name, text }) => ({
            id,
            name,
            snippet: `<b>${(text ?? '').slice(0, 40)}</b>`,
            isAgentWork: false,
          })),
      ),
    open: id => Promise.resolve(files.find(file => file.id === id) ?? null),
  };
}

/** All events of a job. */
export async function eventsOf(
  request: AgentRequest,
  tools: Tools = knowledgeOf([]),
  from?: JobState,
): Promise<JobEvent[]> {
  const events: JobEvent[] = [];
  for await (const event of work(request, tools, from)) events.push(event);
  return events;
}

/** The reply of a job that must complete. */
export async function replyOf(request: AgentRequest, tools?: Tools): Promise<Reply> {
  const last = (await eventsOf(request, tools)).at(-1);
  if (last?.kind !== 'completed') throw new Error(`the job ended as ${JSON.stringify(last)}`);
  return last.reply;
}
