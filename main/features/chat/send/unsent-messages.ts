import { chatTexts as texts } from '../../../../shared/features/chat/text.ts';
import type { Facts } from '../../../journal/records/history.ts';
import { OutboxRecords, type WaitingMessage } from '../records/chat-records.ts';

/** An unsent message as lists outside of chat show it. */
export interface UnsentMessage {
  readonly id: string;
  readonly conversation: string;
  /** Null: the key's own organization. */
  readonly organization: string | null;
  /** The beginning of its text. */
  readonly title: string;
  /** Why it was not sent, as a sentence. */
  readonly note: string;
  /** Whether it is stuck until a person acts. */
  readonly needsPerson: boolean;
  readonly sizeBytes: number;
  /** When it was written, ms since the epoch. */
  readonly at: number;
}

/**
 * Unsent messages of one person in all organizations, oldest first.
 * @param owner null: the signed-in person; else a person who has signed out.
 */
export function unsentMessages(facts: Facts, owner: string | null = null): readonly UnsentMessage[] {
  const all = new OutboxRecords(facts).all();
  return all.filter(message => message.owner === owner).map(unsent);
}

function unsent({ id, conversation, organization, text, note, state, writtenAt }: WaitingMessage): UnsentMessage {
  return {
    id,
    conversation,
    organization,
    title: titleOf(text),
    note: note ?? texts.waits,
    needsPerson: state === 'failed' || state === 'unsure',
    sizeBytes: new TextEncoder().encode(text).length,
    at: writtenAt,
  };
}

const LONGEST_TITLE = 80;

/** A one-line title for a message: its beginning, without Markdown. */
export function titleOf(text: string): string {
  const [first = ''] = text.trim().split('\n');
  const words = first.replaceAll(/[#*_`>]+/g, '').trim();
  if (words === '') return texts.newTask;
  return words.length <= LONGEST_TITLE ? words : `${words.slice(0, LONGEST_TITLE).trimEnd()}…`;
}
