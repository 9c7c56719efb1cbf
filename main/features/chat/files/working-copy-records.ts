import { z } from 'zod';

import type { Facts } from '../../../journal/records/history.ts';
import { serviceId, versionId } from '../../../remote/api/shapes.ts';

const FACT = 'chat.workingCopies';
const MOST = 500;

const record = z.object({
  copy: serviceId,
  original: serviceId,
  name: z.string(),
  task: z.string(),
  taskTitle: z.string(),
  organization: z.string().nullable(),
  /** The person who made it, if another one has signed in since; null: the signed-in person. */
  owner: z.string().nullable(),
  at: z.number(),
  /** Version of the original that was copied or last committed; null: not known. */
  base: versionId.nullable(),
  /** Version of the copy without changes: its first, or the one last committed. */
  settled: versionId.nullable(),
  isCommitted: z.boolean(),
});
export type WorkingCopyRecord = z.output<typeof record>;

/** Working copies made on this computer; the service lists none. */
export class WorkingCopyRecords {
  readonly #facts: Facts;

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  own(): readonly WorkingCopyRecord[] {
    return this.#all().filter(({ owner }) => owner === null);
  }

  find(copy: string): WorkingCopyRecord | null {
    return this.own().find(each => each.copy === copy.toLowerCase()) ?? null;
  }

  put(one: WorkingCopyRecord): void {
    const others = this.#all().filter(({ copy }) => copy !== one.copy);
    this.#write([...others, one].slice(-MOST));
  }

  remove(copy: string): void {
    this.#write(this.#all().filter(each => each.copy !== copy.toLowerCase()));
  }

  /** Keeps them for their author; another person does not see them. */
  setAside(owner: string): void {
    this.#write(this.#all().map(each => ({ ...each, owner: each.owner ?? owner })));
  }

  /** Restores the working copies of a person who signed in again. */
  takeBack(owner: string): void {
    this.#write(this.#all().map(each => (each.owner === owner ? { ...each, owner: null } : each)));
  }

  #all(): readonly WorkingCopyRecord[] {
    try {
      return z.array(record).safeParse(JSON.parse(this.#facts.get(FACT) ?? '[]')).data ?? [];
    } catch {
      return [];
    }
  }

  #write(all: readonly WorkingCopyRecord[]): void {
    this.#facts.set(FACT, all.length === 0 ? null : JSON.stringify(all));
  }
}
