import { chatTexts as texts } from '../../../../shared/features/chat/text.ts';
import type { Facts } from '../../../journal/records/history.ts';
import { OutboxRecords, type WaitingMessage } from '../records/outbox-records.ts';
import { titleOf } from '../task-title.ts';

/** A message that has not arrived, as lists outside of chat name it. */
export interface UnsentMessage {
  readonly id: string;
  readonly conversation: string;
  /** Null: the key's own. */
  readonly organization: string | null;
  /** How it begins. */
  readonly title: string;
  /** Why it was not sent, a whole sentence. */
  readonly note: string;
  /** It does not go on by itself. */
  readonly needsPerson: boolean;
  readonly sizeBytes: number;
  /** When it was written, ms since the epoch. */
  readonly at: number;
}

/**
 * All of one person in all organizations, oldest first. @param owner null: of whoever is signed in; else of who wrote them
 * and signed out.
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
