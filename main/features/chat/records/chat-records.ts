import { z } from 'zod';

import { outboxState, writtenMessage } from '../../../../shared/features/chat/model.ts';
import { DAY } from '../../../../shared/units.ts';
import type { Sha256 } from '../../../../shared/ids.ts';
import { jsonOrNull } from '../../../../shared/parse-json.ts';
import type { Facts } from '../../../journal/records/history.ts';
import { serviceId, versionId } from '../../../remote/api/shapes.ts';

/** A list stored as JSON in one fact and rewritten with each change. */
class ListedRecords<S extends z.ZodType<{ readonly id: string }>> {
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
function listIn(text: string | null): readonly unknown[] {
  const all = jsonOrNull(text);
  return Array.isArray(all) ? all : [];
}

/** Fact that holds the list. */
const OUTBOX = 'chat.outbox';
/** The list is rewritten with each change, so its length is limited. */
export const MOST_WAITING = 500;

/** Fact: which local conversations became which tasks; newest last. */
const BEGUN = 'chat.begun';
const MOST_BEGUN = 300;
const begun = z.array(z.tuple([z.string(), z.string()]));

const attempt = z.object({
  /** Ids present before the call: a message that is not among them is new. */
  ids: z.array(z.string()),
  sequence: z.number().nullable(),
  /** Until then an unseen message may still arrive, ms since the epoch. */
  until: z.number(),
});

const waitingMessage = writtenMessage.extend({
  id: z.string(),
  conversation: z.string(),
  task: z.string().nullable(),
  organization: z.string().nullable(),
  /** The author, if another person has signed in since; null: the signed-in person. */
  owner: z.string().nullable(),
  state: outboxState,
  note: z.string().nullable(),
  missing: z.array(z.string()),
  /** No attempt before this time, ms since the epoch. */
  again: z.number().nullable(),
  writtenAt: z.number(),
  /** A call that may have created its task; null: none. */
  beginning: attempt.nullable(),
  /** A call that may have sent it; null: none. */
  attempt: attempt.nullable(),
});

/** Recorded before a call that must not be made twice. */
export type Attempt = z.infer<typeof attempt>;
/** A message not known to have arrived, with everything needed to find out. */
export type WaitingMessage = z.infer<typeof waitingMessage>;

/** Messages not known to have arrived, in the order written. */
export class OutboxRecords extends ListedRecords<typeof waitingMessage> {
  readonly #facts: Facts;

  constructor(facts: Facts) {
    super(facts, OUTBOX, waitingMessage);
    this.#facts = facts;
  }

  /** Does nothing if the message was removed. */
  put(message: WaitingMessage): void {
    this.write(this.all().map(each => (each.id === message.id ? message : each)));
  }

  /** A local conversation became a task of the service. */
  began(conversation: string, task: string): void {
    const known = begunIn(this.#facts.get(BEGUN)).filter(([ours]) => ours !== conversation);
    this.#facts.set(BEGUN, JSON.stringify([...known, [conversation, task]].slice(-MOST_BEGUN)));
    const all = this.all().map((each): WaitingMessage => {
      if (each.conversation !== conversation) return each;
      const isBeginner = each.beginning !== null;
      return { ...each, task, conversation: task, beginning: null, state: isBeginner ? 'waiting' : each.state };
    });
    this.write(all);
  }

  /**
   * The task of a local conversation; null: none known. Clients may continue with the conversation's own id, also after
   * a restart.
   */
  taskOf(conversation: string): string | null {
    return begunIn(this.#facts.get(BEGUN)).find(([ours]) => ours === conversation)?.[1] ?? null;
  }

  /** Keeps the messages for their author; another person does not see them. */
  setAside(owner: string): void {
    this.write(this.all().map(each => ({ ...each, owner: each.owner ?? owner })));
  }

  /** Restores the messages of a person who signed in again. */
  takeBack(owner: string): void {
    this.write(this.all().map(each => (each.owner === owner ? { ...each, owner: null } : each)));
  }
}

function begunIn(text: string | null): z.output<typeof begun> {
  return begun.safeParse(listIn(text)).data ?? [];
}

/** Fact that holds the list. */
const ASKED = 'chat.asked';
/** The list is rewritten with each change, so its length is limited. */
const MOST_ASKED = 300;
/** The same question after this time is a new one. */
const OPEN_MS = DAY;

const askedQuestion = z.object({
  /** Id of its message in the outbox. */
  id: z.string(),
  /** Chosen by the asking program; equal keys mean the same question. */
  key: z.string(),
  conversation: z.string(),
  /** Null until its task exists. */
  task: z.string().nullable(),
  organization: z.string().nullable(),
  /** Who asked it, if another person has signed in since; null: the signed-in person. */
  owner: z.string().nullable(),
  /** ms since the epoch. */
  askedAt: z.number(),
});

type AskedQuestion = z.infer<typeof askedQuestion>;

/**
 * Questions asked by programs and not reported back. A program that was ended or lost its connection does not know
 * whether its question was sent: asking with the same key continues the question instead of sending it twice.
 */
export class AskedRecords extends ListedRecords<typeof askedQuestion> {
  constructor(facts: Facts) {
    super(facts, ASKED, askedQuestion);
  }

  /** The open question with this key; null: none. @param now ms since the epoch. */
  open(key: string, { organization, now }: { readonly organization: string | null; readonly now: number }) {
    const isOpen = (each: AskedQuestion): boolean =>
      each.key === key && each.owner === null && each.organization === organization && isYoung(each, now);
    return this.all().find(isOpen) ?? null;
  }

  /** Records a question, in the transaction that adds its message to the outbox. */
  ask(question: AskedQuestion): void {
    const others = this.all().filter(each => isYoung(each, question.askedAt));
    this.write([...others, question].slice(-MOST_ASKED));
  }

  /** A local conversation became a task of the service. In a transaction. */
  began(conversation: string, task: string): void {
    const all = this.all();
    if (!all.some(each => each.conversation === conversation)) return;
    this.write(all.map(each => (each.conversation === conversation ? { ...each, conversation: task, task } : each)));
  }

  /** The reply to all questions of this task was reported. */
  reported(task: string): void {
    const all = this.all();
    const others = all.filter(each => each.task !== task);
    if (others.length < all.length) this.write(others);
  }

  /** Keeps the questions for their author, as the outbox does with messages. */
  setAside(owner: string): void {
    this.write(this.all().map(each => ({ ...each, owner: each.owner ?? owner })));
  }

  /** Restores the questions of a person who signed in again. */
  takeBack(owner: string): void {
    this.write(this.all().map(each => (each.owner === owner ? { ...each, owner: null } : each)));
  }
}

/** After the clock was set back, a question is not outdated. */
function isYoung({ askedAt }: AskedQuestion, now: number): boolean {
  return now - askedAt < OPEN_MS;
}

const UPLOADS = 'chat.uploads';
/** The list is rewritten with each change, so its length is limited. */
export const MOST_UPLOADS = 500;

const keptUpload = z.object({
  /** Also its file name in our folder. */
  id: z.string().regex(/^[a-z0-9-]+$/),
  name: z.string(),
  sizeBytes: z.number(),
  sha256: z.string().transform(text => text as Sha256),
  /** Fingerprint of the file in our folder; stored under this name. */
  stamp: z.string(),
  /** When it was added, ms since the epoch. */
  at: z.number(),
  /** The announced upload, for which task or folder; it may have been confirmed, so it is checked first. */
  target: z.object({ place: z.string(), file: serviceId, version: versionId.nullable() }).nullable(),
  /** The task's attachment that it became. */
  arrived: z.object({ task: z.string(), attachment: z.string() }).nullable(),
  /** The service's refusal as a sentence; null: none. */
  note: z.string().nullable(),
  /** Its message has arrived, so its bytes are no longer needed. */
  isDone: z.boolean(),
});

/** A local file kept until its message has arrived. */
export type KeptUpload = z.infer<typeof keptUpload>;

/** Local files that are sent with messages. */
export class UploadRecords extends ListedRecords<typeof keptUpload> {
  constructor(facts: Facts) {
    super(facts, UPLOADS, keptUpload);
  }

  /** Changes the record of a file; does nothing if it was removed. */
  change(id: string, facts: Partial<KeptUpload>): void {
    this.write(this.all().map(each => (each.id === id ? { ...each, ...facts } : each)));
  }
}
