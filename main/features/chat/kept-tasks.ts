import { z } from 'zod';

import { chatMessage, type ChatMessage } from '../../../shared/features/chat/model.ts';
import type { Facts } from '../../journal/records/history.ts';
import type { ToldTask } from './task-shapes.ts';

/** Conversations cached for offline reading. */
const MOST_OPENED = 50;
/** Tasks cached for listing. */
const MOST_LISTED = 500;
const LIST = 'chat.tasks';
const OPENED = 'chat.opened';

const toldTask = z.object({
  id: z.string(),
  title: z.string(),
  status: z.string(),
  messageCount: z.number().nullable(),
  lastMessageAt: z.string().nullable(),
  createdAt: z.string().nullable(),
});
const keptList = z.object({ at: z.number(), tasks: z.array(toldTask) });
const keptTask = z.object({ at: z.number(), task: toldTask, messages: z.array(chatMessage) });

/** Cache of what the service last told of tasks. */
export class KeptTasks {
  readonly #facts: Facts;

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  /** Cached tasks, newest first; null: the service was never asked. */
  list(): { readonly at: number; readonly tasks: readonly ToldTask[] } | null {
    return keptList.safeParse(parsed(this.#facts.get(LIST))).data ?? null;
  }

  /** Merges newly listed tasks into the cache. */
  listed(tasks: readonly ToldTask[], at: number): void {
    const ids = new Set(tasks.map(({ id }) => id));
    const others = (this.list()?.tasks ?? []).filter(({ id }) => !ids.has(id));
    this.#facts.set(LIST, JSON.stringify({ at, tasks: [...tasks, ...others].slice(0, MOST_LISTED) }));
  }

  /** The newest messages of a task as last read. */
  opened(
    id: string,
  ): { readonly at: number; readonly task: ToldTask; readonly messages: readonly ChatMessage[] } | null {
    return keptTask.safeParse(parsed(this.#facts.get(factOf(id)))).data ?? null;
  }

  keep(task: ToldTask, messages: readonly ChatMessage[], at: number): void {
    const ids = [task.id, ...this.#ids().filter(id => id !== task.id)];
    this.#facts.set(factOf(task.id), JSON.stringify({ at, task, messages }));
    for (const id of ids.splice(MOST_OPENED)) this.#facts.set(factOf(id), null);
    this.#facts.set(OPENED, JSON.stringify(ids));
  }

  /** The task is gone, or not visible to this person. */
  forget(id: string): void {
    const list = this.list();
    if (list !== null)
      this.#facts.set(LIST, JSON.stringify({ ...list, tasks: list.tasks.filter(each => each.id !== id) }));
    this.#facts.set(factOf(id), null);
  }

  clear(): void {
    for (const id of this.#ids()) this.#facts.set(factOf(id), null);
    this.#facts.set(OPENED, null);
    this.#facts.set(LIST, null);
  }

  #ids(): readonly string[] {
    return z.array(z.string()).safeParse(parsed(this.#facts.get(OPENED))).data ?? [];
  }
}

function factOf(id: string): string {
  return `chat.task.${id}`;
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
