import type { AgentRequest, Deliverable, Reply } from '../words/conversation.ts';
import { deliverablesOf } from './deliverables.ts';
import type { Findings } from './findings.ts';
import { bullets, citation, paragraphs, plain } from '../words/markdown.ts';
import { type MemoryChange, remembering } from '../words/memory.ts';
import {
  analysisMarkdown,
  HELP,
  memoryMarkdown,
  protocolReply,
  recallMarkdown,
  searchMarkdown,
  summaryMarkdown,
} from './reply-parts.ts';
import { takenMarkdown } from './reply-taken.ts';
import { wishesOf } from '../request/wishes.ts';

/** Puts what was found into a reply with its files. */
export async function replyTo(request: AgentRequest, findings: Findings): Promise<Reply> {
  const deliverables = await deliverablesOf(request, findings);
  const change = memoryAfter(request);
  const parts = contentParts(request, findings, { deliverables, change });
  const takenFileIds = [...(findings.taken?.files ?? []), ...(findings.taken?.maps ?? [])].map(each => each.id);
  return { content: paragraphs(parts), deliverables, takenFileIds, memory: change.notes };
}

/** What the agent keeps in mind after a message. */
export function memoryAfter(request: AgentRequest): MemoryChange {
  const { replyId, userId, nowMs, messages } = request;
  const content = messages.at(-1)?.content ?? '';
  return remembering(request.memory, { messageId: replyId, userId, content, nowMs });
}

interface Made {
  readonly deliverables: readonly Deliverable[];
  readonly change: MemoryChange;
}

function contentParts(request: AgentRequest, findings: Findings, { deliverables, change }: Made): string[] {
  const { wishes, words, cannot } = wishesOf(request.messages);
  const { hits, analyses, summaries, protocol, heldWords, otherSources, unread, taken } = findings;
  const draftName = deliverables.find(each => each.tags.includes('protocol'))?.fileName ?? '';
  const done = [
    ...(wishes.has('remember') ? [memoryMarkdown(change)] : []),
    ...(wishes.has('recall') ? [recallMarkdown(change.notes)] : []),
    ...(taken === null ? [] : [takenMarkdown(taken)]),
    ...analyses.map(analysisMarkdown),
    ...summaries.map(summaryMarkdown),
    ...(protocol === null ? [] : [protocolReply(protocol, draftName, { others: otherSources, heldWords })]),
    ...(hits === null || (protocol !== null && !wishes.has('search')) ? [] : [searchMarkdown(words, hits)]),
    ...unread.map(each => `I could not use ${citation({ id: each.fileId, name: each.fileName })}: ${each.why}`),
    ...(wishes.has('analyse') && analyses.length === 0 ? [NO_TABLE] : []),
    ...(isUnnamed(request, findings) ? [NO_NAME] : []),
    ...cannot.map(each => `I cannot ${each}.`),
  ];
  const nothing = done.length === 0 || wishes.has('help');
  return [...done, ...(nothing ? [HELP] : []), attachedMarkdown(deliverables)];
}

/** What to summarise was neither given nor named. */
function isUnnamed(request: AgentRequest, { taken, summaries, unread }: Findings): boolean {
  const { wishes } = wishesOf(request.messages);
  return wishes.has('summarise') && taken === null && summaries.length + unread.length === 0;
}

const NO_NAME = 'There is nothing to summarise: give me a file with your message, or name one.';

const NO_TABLE =
  'I have computed nothing: attach a CSV, TSV or spreadsheet file to your message, and I will describe its columns.';

function attachedMarkdown(deliverables: readonly Deliverable[]): string {
  if (deliverables.length === 0) return '';
  return `Attached:\n\n${bullets(deliverables.map(each => `**${plain(each.fileName)}** – ${plain(each.description)}`))}`;
}
