import type { z } from 'zod';

import type { Facts } from '../../../journal/records/history.ts';

/** A list stored as JSON in one fact and rewritten with each change. */
export class ListedRecords<S extends z.ZodType<{ readonly id: string }>> {
  readonly #facts: Facts;
  readonly #name: string;
  readonly #one: S;

  constructor(facts: Facts, name: string, one: S) {
    this.#facts = facts;
    this.#name = name;
    this.#one = one;
  }

  all(): readonly z.output<S>[] {
    return this.#read().known;
  }

  find(id: string): z.output<S> | null {
    return this.all().find(each => each.id === id) ?? null;
  }

  add(one: z.output<S>): void {
    this.write([...this.all(), one]);
  }

  remove(id: string): void {
    this.write(this.all().filter(each => each.id !== id));
  }

  /** Replaces the readable entries. Entries this version cannot read are kept: they may be from a newer one. */
  write(known: readonly z.output<S>[]): void {
    const all = [...known, ...this.#read().others];
    this.#facts.set(this.#name, all.length === 0 ? null : JSON.stringify(all));
  }

  #read(): { readonly known: readonly z.output<S>[]; readonly others: readonly unknown[] } {
    const known: z.output<S>[] = [];
    const others: unknown[] = [];
    for (const one of listIn(this.#facts.get(this.#name))) {
      const { data, success } = this.#one.safeParse(one);
      if (success) known.push(data);
      else others.push(one);
    }
    return { known, others };
  }
}

/** Parses the stored text; empty when it is not a list. */
export function listIn(text: string | null): readonly unknown[] {
  try {
    const all: unknown = text === null ? [] : JSON.parse(text);
    return Array.isArray(all) ? all : [];
  } catch {
    return [];
  }
}
