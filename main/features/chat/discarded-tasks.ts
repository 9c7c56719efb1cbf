import type { Facts } from '../../journal/records/history.ts';
import { AskedRecords } from './records/asked-records.ts';
import { AwaitedTasks } from './awaited-replies.ts';
import { Drafts } from './drafts.ts';
import { KeptTasks } from './kept-tasks.ts';
import { OutboxRecords } from './records/outbox-records.ts';

/**
 * Another person may sign in next: forgets what was read, and keeps unsent messages for their author. If the author is
 * unknown, the messages stay, because none may be lost. In a transaction.
 */
export function setChatAside(facts: Facts, email: string | null): void {
  new KeptTasks(facts).clear();
  new AwaitedTasks(facts).clear();
  if (email === null) return;
  new Drafts(facts).setAside(email);
  new OutboxRecords(facts).setAside(email);
  new AskedRecords(facts).setAside(email);
}

/** Restores the unsent messages of a person who signed in again. */
export function takeChatBack(facts: Facts, email: string): void {
  new Drafts(facts).takeBack(email);
  new OutboxRecords(facts).takeBack(email);
  new AskedRecords(facts).takeBack(email);
}
