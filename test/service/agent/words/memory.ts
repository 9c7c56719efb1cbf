import { derivedId } from './derived-id.ts';
import { proseOf } from './prose.ts';

/** One thing the agent keeps in mind for one user. Part of the export bundle ("AI memory"). */
export interface MemoryNote {
  readonly id: string;
  readonly userId: number;
  /** `preference` notes change how the agent works; `fact` notes are only told when asked for. */
  readonly kind: 'preference' | 'fact';
  /** What a preference is about; null for facts. */
  readonly subject: 'control group' | 'grouping' | null;
  /** In the user's words. */
  readonly text: string;
  readonly createdMs: number;
}

/** At most so many notes are kept per user; the oldest go first. */
export const MOST_NOTES = 200;
const MOST_CHARACTERS = 500;

/** Where new notes come from: one message of one user. */
export interface Remark {
  readonly messageId: string;
  readonly userId: number;
  readonly content: string;
  readonly nowMs: number;
}

export interface MemoryChange {
  readonly notes: readonly MemoryNote[];
  readonly added: readonly MemoryNote[];
  readonly removed: readonly MemoryNote[];
}

/**
 * The notes after a message: sentences that begin with "remember" or "note" are kept, "forget …" removes the notes
 * that hold all its words, "forget everything" removes all. Only what the user wrote counts, never a file.
 */
export function remembering(notes: readonly MemoryNote[], remark: Remark): MemoryChange {
  const sentences = sentencesOf(remark.content);
  const own = notes.filter(note => note.userId === remark.userId);
  const removed = own.filter(note => sentences.some(sentence => forgets(sentence, note)));
  const left = own.filter(note => !removed.includes(note));
  const added = sentences
    .flatMap(sentence => factIn(sentence) ?? [])
    .filter(text => !left.some(note => note.text.toLowerCase() === text.toLowerCase()))
    .map((text, index) => noteOf(text, index, remark));
  return { notes: [...left, ...added].slice(-MOST_NOTES), added, removed };
}

/** What was said last about a subject, or null. */
export function preferred(notes: readonly MemoryNote[], subject: NonNullable<MemoryNote['subject']>): string | null {
  const said = notes.filter(note => note.subject === subject).at(-1);
  return said === undefined ? null : (PREFERENCES[subject].exec(said.text)?.[1]?.trim() ?? null);
}

const PREFERENCES: { readonly [subject in NonNullable<MemoryNote['subject']>]: RegExp } = {
  'control group': /\bcontrol(?: group)? (?:is|are|=) (?:called |always |the )?["“']?([^"”'.]+)/i,
  grouping: /\bgroup (?:\w+ )?by ["“']?([^"”'.]+)/i,
};

function noteOf(text: string, index: number, remark: Remark): MemoryNote {
  const subjects = ['control group', 'grouping'] as const;
  const subject = subjects.find(each => PREFERENCES[each].test(text)) ?? null;
  const isPreference = subject !== null || /\b(prefer|always|never|please use|my (usual|preferred))\b/i.test(text);
  return {
    id: derivedId(remark.messageId, `note ${index}`),
    userId: remark.userId,
    kind: isPreference ? 'preference' : 'fact',
    subject,
    text,
    createdMs: remark.nowMs,
  };
}

function sentencesOf(content: string): string[] {
  return proseOf(content)
    .split(/(?<=[.!?])\s+|\n+/)
    .map(sentence => sentence.trim())
    .filter(sentence => sentence !== '');
}

function factIn(sentence: string): string | null {
  const fact = /^(?:and |also |please )*(?:remember|note|keep in mind)(?: for me)?(?: that|:)? +(.+)$/i.exec(
    sentence,
  )?.[1];
  const text = fact?.replace(/[.!]+$/, '').trim() ?? '';
  return text === '' || sentence.endsWith('?') ? null : text.slice(0, MOST_CHARACTERS);
}

function forgets(sentence: string, note: MemoryNote): boolean {
  const what = /^(?:and |also |please )*forget (?:about |that )?(.+?)[.!]*$/i.exec(sentence)?.[1];
  if (what === undefined) return false;
  if (/^(everything|all|it all)\b/i.test(what)) return true;
  const text = note.text.toLowerCase();
  const words = what.toLowerCase().match(/[\p{L}\p{N}-]+/gu) ?? [];
  return words.length > 0 && words.every(word => text.includes(word));
}
