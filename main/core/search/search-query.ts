/** A parsed search. */
export interface SearchQuery {
  /** All of them must occur, in any order; quoted text as a whole. Lower case, NFC. */
  readonly words: readonly string[];
  /** An extension such as `csv`, or `folder`, or `file`. */
  readonly types: readonly string[];
  readonly tags: readonly string[];
  /** Part of the name of any folder above. */
  readonly folders: readonly string[];
  /** Changed before the start of this day, ms since the epoch; null: any time. */
  readonly beforeMs: number | null;
  /** Changed on this day or later. */
  readonly afterMs: number | null;
}

/** A filter whose value could not be parsed. */
export interface QueryTrouble {
  readonly filter: 'before' | 'after' | 'type' | 'tag' | 'in';
  readonly value: string;
}

const FILTERS = ['type', 'tag', 'before', 'after', 'in'] as const;
type Filter = (typeof FILTERS)[number];

/** More words and filters are ignored, so that a pasted page is not a search of a thousand words. */
const MOST_PARTS = 16;

const PART = /(?:([a-z]+):)?(?:"([^"]*)"?|(\S+))/giu;

/**
 * Parses `"plate 7" type:csv tag:qpcr before:2026-10-01 in:"Plate 7" dose`. A word with a colon that is not a known
 * filter stays a word, because names contain colons.
 * @param dayStart the first moment of a day in the person's time zone, ms since the epoch; null when there is no such
 *   day.
 */
export function readQuery(
  text: string,
  dayStart: (year: number, month: number, day: number) => number | null,
): { readonly query: SearchQuery; readonly troubles: readonly QueryTrouble[] } {
  const query = { words: [] as string[], types: [] as string[], tags: [] as string[], folders: [] as string[] };
  const days: { beforeMs: number | null; afterMs: number | null } = { beforeMs: null, afterMs: null };
  const troubles: QueryTrouble[] = [];
  for (const part of partsOf(text)) {
    const { filter, value } = part;
    if (filter === null) query.words.push(value);
    else if (value === '') troubles.push({ filter, value });
    else if (filter === 'type') query.types.push(value.replace(/^\*?\./, ''));
    else if (filter === 'tag') query.tags.push(value);
    else if (filter === 'in') query.folders.push(value);
    else {
      const at = dayOf(value, dayStart);
      if (at === null) troubles.push({ filter, value });
      else days[filter === 'before' ? 'beforeMs' : 'afterMs'] = at;
    }
  }
  return { query: { ...query, ...days }, troubles };
}

/** Whether the query contains nothing to search for. */
export function isEmpty({ words, types, tags, folders, beforeMs, afterMs }: SearchQuery): boolean {
  return words.length + types.length + tags.length + folders.length === 0 && beforeMs === null && afterMs === null;
}

/** The form in which texts are compared: lower case, without accents, NFC. */
export function comparableText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .normalize('NFC');
}

function partsOf(text: string): readonly { filter: Filter | null; value: string }[] {
  const parts: { filter: Filter | null; value: string }[] = [];
  for (const [whole, key, quoted, bare] of text.slice(0, 2000).matchAll(PART)) {
    const filter = FILTERS.find(each => each === key?.toLowerCase()) ?? null;
    const value = comparableText((quoted ?? bare ?? '').trim());
    if (filter !== null) parts.push({ filter, value });
    else if (key !== undefined) parts.push({ filter: null, value: comparableText(whole.replaceAll('"', '')) });
    else if (value !== '') parts.push({ filter: null, value });
    if (parts.length === MOST_PARTS) break;
  }
  // A filter without a value, as while a person is typing `before:`, matches the last branch of the pattern as a
  // word.
  return parts.map(part => withoutValue(part) ?? part);
}

function withoutValue({ filter, value }: { filter: Filter | null; value: string }) {
  if (filter !== null) return null;
  const named = FILTERS.find(each => value === `${each}:`);
  return named === undefined ? null : { filter: named, value: '' };
}

function dayOf(value: string, dayStart: (year: number, month: number, day: number) => number | null): number | null {
  const found = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(value);
  if (found === null) return null;
  const [year, month, day] = [Number(found[1]), Number(found[2] ?? 1), Number(found[3] ?? 1)];
  return dayStart(year, month, day);
}
