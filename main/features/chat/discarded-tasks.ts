import type { Facts } from '../../journal/records/history.ts';
import { AskedRecords } from './records/asked-records.ts';
import { AwaitedTasks } from './awaited-replies.ts';
import { Drafts } from './drafts.ts';
import { KeptTasks } from './kept-tasks.ts';
import { OutboxRecords } from './records/outbox-records.ts';

/**
 * Somebody else may sign in next: what was read is forgotten, what was written waits for who wrote it. Where nobody knows
 * who that was it stays where it is, because a message is never lost. In a transaction.
 */
export function setChatAside(facts: Facts, email: string | null): void {
  new KeptTasks(facts).clear();
  new AwaitedTasks(facts).clear();
  if (email === null) return;
  new Drafts(facts).setAside(email);
  new OutboxRecords(facts).setAside(email);
  new AskedRecords(facts).setAside(email);
}

/** Somebody is signed in again. */
export function takeChatBack(facts: Facts, email: string): void {
  new Drafts(facts).takeBack(email);
  new OutboxRecords(facts).takeBack(email);
  new AskedRecords(facts).takeBack(email);
}
