import type { ChatMessage } from '../../../../shared/features/chat/model.ts';

/** Messages that are known, with the cursor to those before them. */
export interface Known {
  readonly messages: readonly ChatMessage[];
  readonly before: string | null;
}

/**
 * The newest page on top of what was known: what the service says now replaces what it said. Where the page and what was
 * known do not meet, there may be others in between, so only the page stays.
 */
export function withNewest(known: Known, page: Known): Known {
  const [first] = page.messages;
  if (first === undefined) return page;
  const at = known.messages.findIndex(({ id }) => id === first.id);
  if (at === -1) return page;
  const told = new Map(known.messages.map(each => [each.id, each]));
  const messages = page.messages.map(each => sameOr(told.get(each.id), each));
  return { messages: [...known.messages.slice(0, at), ...messages], before: known.before };
}

/** The page before what was known. */
export function withOlder(known: Known, page: Known): Known {
  const ids = new Set(known.messages.map(({ id }) => id));
  return { messages: [...page.messages.filter(({ id }) => !ids.has(id)), ...known.messages], before: page.before };
}

/** The same object where nothing is new: what is the same is not drawn again. */
function sameOr(known: ChatMessage | undefined, told: ChatMessage): ChatMessage {
  return known !== undefined && JSON.stringify(known) === JSON.stringify(told) ? known : told;
}

/** Whether the agent or a program wrote it, not a person. */
export function isOfAgent({ role }: Pick<ChatMessage, 'role'>): boolean {
  return role.toLowerCase() === 'assistant';
}

/** How a reply stands. A word of the service's that we do not know is shown as it is. */
export function replyState({ status }: Pick<ChatMessage, 'status'>): 'complete' | 'partial' | 'failed' | 'unknown' {
  const word = status?.toLowerCase() ?? 'completed';
  if (word === 'completed') return 'complete';
  if (['running', 'pending', 'streaming', 'partial'].includes(word)) return 'partial';
  return word === 'failed' ? 'failed' : 'unknown';
}

const LONGEST_SAID = 200;

/** The beginning of a reply as it is read out: its first sentence, without the marks of Markdown. */
export function firstSentence(text: string): string {
  const plain = text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^[\s>#*|-]+|[*`_~|]+/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const [sentence = ''] = /^.*?[.?!](?=\s|$)/.exec(plain) ?? [plain];
  return sentence.length <= LONGEST_SAID ? sentence : `${sentence.slice(0, LONGEST_SAID)}…`;
}
