import { z } from 'zod';

import { type WrittenMessage, writtenMessage } from '../../../shared/features/chat/model.ts';
import { jsonOrNull } from '../../../shared/parse-json.ts';
import type { Facts } from '../../journal/records/history.ts';

const FACT = 'chat.drafts';
/** Key of the draft for a new task. */
const NEW = '';

const draft = z.object({ task: z.string(), owner: z.string().nullable(), message: writtenMessage });

/** Drafts, one for each task and one for a new task. */
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

  /** Moves the draft of a local conversation to the task that it became. */
  move(conversation: string, task: string): void {
    this.#write(this.#all().map(each => (each.task === conversation ? { ...each, task } : each)));
  }

  tasks(): ReadonlySet<string> {
    return new Set(this.#own().map(({ task }) => task));
  }

  /** Whether any draft, of any person, references this file. */
  names(upload: string): boolean {
    return this.#all().some(({ message }) => message.uploads?.includes(upload) === true);
  }

  /** Keeps the drafts for their author; another person does not see them. */
  setAside(owner: string): void {
    this.#write(this.#all().map(each => ({ ...each, owner: each.owner ?? owner })));
  }

  /** Restores the drafts of a person who signed in again. Newer drafts for the same tasks win. */
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
    return z.array(draft).safeParse(jsonOrNull(this.#facts.get(FACT))).data ?? [];
  }

  #write(all: readonly z.output<typeof draft>[]): void {
    this.#facts.set(FACT, all.length === 0 ? null : JSON.stringify(all));
  }
}

function isEmpty({ text, contextFiles, referencedFiles, attachmentIds, openFile }: WrittenMessage): boolean {
  const files = contextFiles.length + referencedFiles.length + attachmentIds.length;
  return text === '' && files === 0 && openFile === null;
}
