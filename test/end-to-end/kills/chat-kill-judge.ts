import { isDeepStrictEqual } from 'node:util';

import type { ChatKillResult, Written } from './chat-kill-story.ts';

/** What is not as it must be: each message arrived once or visibly waits, with its files, in its order. */
export function problemsOf({ written, there, waiting }: ChatKillResult): readonly string[] {
  return [
    ...written.flatMap(one => problemOf(one, { there, waiting })),
    ...emptyTasks(there, waiting),
    ...there.flatMap(task => outOfOrder(task, written)),
    ...filesNotOnce(there, written),
  ];
}

function problemOf(
  { text, files, isTaken }: Written,
  { there, waiting }: Pick<ChatKillResult, 'there' | 'waiting'>,
): readonly string[] {
  const said = there.flatMap(({ messages }) => messages.filter(message => message.text === text));
  const waits = waiting.filter(message => message.text === text).length;
  if (said.length > 1) return [`'${text}' was said ${said.length} times`];
  if (said.length + waits === 0) return isTaken ? [`'${text}' is lost`] : [];
  const [one] = said;
  const isWhole = one === undefined || isDeepStrictEqual(one.files, [...files.keys()].toSorted());
  return isWhole ? [] : [`'${text}' came with ${one.files.join(', ') || 'no file'}`];
}

/** A task in which nothing was said yet is begun for a message that waits, and for no other. */
function emptyTasks(there: ChatKillResult['there'], waiting: ChatKillResult['waiting']): readonly string[] {
  const empty = there.filter(({ messages }) => messages.length === 0).length;
  const begun = new Set(waiting.map(({ conversation }) => conversation)).size;
  return empty > begun ? [`${empty} tasks are empty, and messages of ${begun} wait`] : [];
}

/** What was written one after the other in a conversation stands so in its task. */
function outOfOrder({ messages }: ChatKillResult['there'][number], written: readonly Written[]): readonly string[] {
  const numbers = messages.map(({ text }) => written.findIndex(one => one.text === text));
  const conversations = new Set(numbers.map(number => written[number]?.conversation));
  const mixed = conversations.size > 1 ? [`conversations ${[...conversations].join(' and ')} are in one task`] : [];
  const isOrdered = numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0));
  return isOrdered ? mixed : [...mixed, `out of order: ${messages.map(({ text }) => text).join(' | ')}`];
}

/** Every file is in one task, once, with its bytes. */
function filesNotOnce(there: ChatKillResult['there'], written: readonly Written[]): readonly string[] {
  const texts = new Map(written.flatMap(({ files }) => [...files]));
  const seen = new Set<string>();
  return there.flatMap(({ files }) =>
    files.flatMap(({ name, text }) => {
      const isTwice = seen.has(name);
      seen.add(name);
      return [
        ...(isTwice ? [`'${name}' is there twice`] : []),
        ...(texts.get(name) === text ? [] : [`'${name}' has other bytes`]),
      ];
    }),
  );
}
