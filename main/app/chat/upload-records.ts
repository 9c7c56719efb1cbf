import { z } from 'zod';

import type { Sha256 } from '../../../shared/ids.ts';
import type { Facts } from '../../journal/history.ts';
import { serviceId, versionId } from '../../remote/api/shapes.ts';

const FACT = 'chat.uploads';
/** The list is written whole with each change. */
export const MOST_UPLOADS = 500;

const keptUpload = z.object({
  /** Also its name in our folder. */
  id: z.string().regex(/^[a-z0-9-]+$/),
  name: z.string(),
  sizeBytes: z.number(),
  sha256: z.string().transform(text => text as Sha256),
  stamp: z.string(),
  /** When it came here, ms since the epoch. */
  at: z.number(),
  /** What was announced for it, for which task or folder, and may have been confirmed: it is looked for first. */
  target: z.object({ place: z.string(), file: serviceId, version: versionId.nullable() }).nullable(),
  /** The file of a task that it became. */
  arrived: z.object({ task: z.string(), attachment: z.string() }).nullable(),
  /** Why the service did not take it, a whole sentence. */
  note: z.string().nullable(),
  /** Its message has arrived: its bytes are of no use any more. */
  isDone: z.boolean(),
});

/** A file of this computer that is kept until the message it goes with has arrived. */
export type KeptUpload = z.infer<typeof keptUpload>;

/** The files that are to go with messages. */
export class UploadRecords {
  readonly #facts: Facts;

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  all(): readonly KeptUpload[] {
    return read(this.#facts.get(FACT)).uploads;
  }

  find(id: string): KeptUpload | null {
    return this.all().find(each => each.id === id) ?? null;
  }

  add(upload: KeptUpload): void {
    this.#write([...this.all(), upload]);
  }

  /** Changes what is recorded of one; nothing when it was taken out meanwhile. */
  change(id: string, facts: Partial<KeptUpload>): void {
    this.#write(this.all().map(each => (each.id === id ? { ...each, ...facts } : each)));
  }

  remove(id: string): void {
    this.#write(this.all().filter(each => each.id !== id));
  }

  #write(uploads: readonly KeptUpload[]): void {
    // Lines that could not be read name bytes that are somebody's: they stay as they are.
    const { others } = read(this.#facts.get(FACT));
    const all = [...uploads, ...others];
    this.#facts.set(FACT, all.length === 0 ? null : JSON.stringify(all));
  }
}

function read(text: string | null): { readonly uploads: readonly KeptUpload[]; readonly others: readonly unknown[] } {
  const uploads: KeptUpload[] = [];
  const others: unknown[] = [];
  for (const one of listIn(text)) {
    const { data } = keptUpload.safeParse(one);
    if (data === undefined) others.push(one);
    else uploads.push(data);
  }
  return { uploads, others };
}

function listIn(text: string | null): readonly unknown[] {
  try {
    const all: unknown = text === null ? [] : JSON.parse(text);
    return Array.isArray(all) ? all : [];
  } catch {
    return [];
  }
}
