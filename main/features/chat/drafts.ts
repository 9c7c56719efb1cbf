import { z } from 'zod';

import { type WrittenMessage, writtenMessage } from '../../../shared/features/chat/model.ts';
import type { Facts } from '../../journal/records/history.ts';

const FACT = 'chat.drafts';
/** Of a task that is not begun. */
const NEW = '';

const draft = z.object({ task: z.string(), owner: z.string().nullable(), message: writtenMessage });

/** What is being written, for each task and for a new one. */
export class Drafts {
  readonly #facts: Facts;

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  get(task: string | null): WrittenMessage | null {
    return this.#own().find(each => each.task === (task ?? NEW))?.message ?? null;
  }

  set(task: string | null, message: WrittenMessage | null): void {
    const id = task ?? NEW;
    const others = this.#all().filter(each => each.owner !== null || each.task !== id);
    this.#write(message === null || isEmpty(message) ? others : [...others, { task: id, owner: null, message }]);
  }

  /** What was written for a conversation of ours is for the task that it became. */
  move(conversation: string, task: string): void {
    this.#write(this.#all().map(each => (each.task === conversation ? { ...each, task } : each)));
  }

  tasks(): ReadonlySet<string> {
    return new Set(this.#own().map(({ task }) => task));
  }

  /** Whether anybody's draft names a file that is to go with it. */
  names(upload: string): boolean {
    return this.#all().some(({ message }) => message.uploads?.includes(upload) === true);
  }

  /** Kept for who wrote them, and shown to nobody else. */
  setAside(owner: string): void {
    this.#write(this.#all().map(each => ({ ...each, owner: each.owner ?? owner })));
  }

  /** They are somebody's who is signed in again. What was written since stays the draft of its task. */
  takeBack(owner: string): void {
    const taken = this.tasks();
    this.#write(
      this.#all().map(each => (each.owner === owner && !taken.has(each.task) ? { ...each, owner: null } : each)),
    );
  }

  #own() {
    return this.#all().filter(({ owner }) => owner === null);
  }

  #all(): readonly z.output<typeof draft>[] {
    try {
      return z.array(draft).safeParse(JSON.parse(this.#facts.get(FACT) ?? '[]')).data ?? [];
    } catch {
      return [];
    }
  }

  #write(all: readonly z.output<typeof draft>[]): void {
    this.#facts.set(FACT, all.length === 0 ? null : JSON.stringify(all));
  }
}

function isEmpty({ text, contextFiles, referencedFiles, attachmentIds, openFile }: WrittenMessage): boolean {
  const files = contextFiles.length + referencedFiles.length + attachmentIds.length;
  return text === '' && files === 0 && openFile === null;
}
