import { archiveTexts } from '../../../features/preview/files-text.ts';
import { MIB } from '../../../units.ts';
import { canDecode } from '../../decoder.ts';
import { decode } from '../../encoding.ts';
import { UnreadableError } from '../../unreadable.ts';
import type { FileBytes } from '../file-bytes.ts';

/** One data set of an FCS file: most files have one. */
export interface FcsDataSet {
  /** Such as `FCS3.1`. */
  readonly version: string;
  /** Where it begins in the file; its other places are counted from here, in bytes. */
  readonly start: number;
  /** By their names in upper case, in the order of the file. */
  readonly keywords: ReadonlyMap<string, string>;
  /** Where the header says that the events are, from and to, in bytes of the file; null: it leaves that to the keywords. */
  readonly headerData: readonly [from: number, to: number] | null;
}

/** Longer segments of keywords are no such segments, in bytes. */
const MOST_TEXT_BYTES = 8 * MIB;
const MOST_DATA_SETS = 100;
const HEADER_BYTES = 58;

/** The data sets of a file, each with its keywords. @throws UnreadableError when it is no FCS file or damaged. */
export async function readDataSets(file: FileBytes): Promise<readonly FcsDataSet[]> {
  const sets: FcsDataSet[] = [];
  for (let start = 0; sets.length < MOST_DATA_SETS;) {
    const set = await readDataSet(file, start);
    if (set === null) break;
    sets.push(set);
    const next = wholeNumber(set.keywords.get('$NEXTDATA'));
    if (next === null || next < HEADER_BYTES || start + next + HEADER_BYTES > file.sizeBytes) break;
    start += next;
  }
  if (sets.length === 0) throw new UnreadableError(archiveTexts.otherKind);
  return sets;
}

/** A whole number that is not negative; null where there is none. */
export function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\s*\d{1,15}\s*$/.test(text) ? Number(text) : null;
}

/** Null: no data set begins there. */
async function readDataSet(file: FileBytes, start: number): Promise<FcsDataSet | null> {
  const header = decode(await file.read(start, start + HEADER_BYTES), 'windows-1252');
  const version = /^FCS\d\.\d/.exec(header)?.[0];
  if (version === undefined) return null;
  const place = (at: number): number | null => wholeNumber(header.slice(10 + at * 8, 18 + at * 8));
  const keywords = await readKeywords(file, start + (place(0) ?? 0), start + (place(1) ?? 0) + 1);
  const [from, to] = [wholeNumber(keywords.get('$BEGINSTEXT')), wholeNumber(keywords.get('$ENDSTEXT'))];
  if (from !== null && to !== null && from > 0 && to > from && from !== place(0)) {
    const more = await readKeywords(file, start + from, start + to + 1).catch(() => new Map<string, string>());
    for (const [name, value] of more) if (!keywords.has(name)) keywords.set(name, value);
  }
  return { version, start, keywords, headerData: rangeOf(start, place(2), place(3)) };
}

function rangeOf(start: number, from: number | null, to: number | null): readonly [number, number] | null {
  return from === null || to === null || from === 0 || to < from ? null : [start + from, start + to + 1];
}

/** Where the keywords say that the events are; null: they do not say. */
export function keywordData({ keywords, start }: FcsDataSet): readonly [from: number, to: number] | null {
  return rangeOf(start, wholeNumber(keywords.get('$BEGINDATA')), wholeNumber(keywords.get('$ENDDATA')));
}

async function readKeywords(file: FileBytes, from: number, to: number): Promise<Map<string, string>> {
  if (from < HEADER_BYTES || to <= from || to > file.sizeBytes || to - from > MOST_TEXT_BYTES)
    throw new UnreadableError(archiveTexts.damaged);
  const bytes = await file.read(from, to);
  // Of FCS 3.1 on it is UTF-8; older programs write what their computer has.
  const text = decode(bytes, canDecode(bytes, 'utf-8', false) ? 'utf-8' : 'windows-1252');
  const strict = pairsOf(partsOf(text));
  if (strict.has('$PAR')) return strict;
  // Some programs write empty values, which the strict reading takes for a delimiter inside a value.
  return pairsOf(text.slice(1).split(text[0] ?? '/'));
}

/** What stands between delimiters; a doubled one is part of a value. */
function partsOf(text: string): readonly string[] {
  const delimiter = text[0] ?? '';
  const parts: string[] = [];
  let part = '';
  for (let at = 1; at < text.length;) {
    const next = text.indexOf(delimiter, at);
    const end = next === -1 ? text.length : next;
    part += text.slice(at, end);
    if (text[end + 1] === delimiter) {
      part += delimiter;
      at = end + 2;
      continue;
    }
    parts.push(part);
    part = '';
    at = end + 1;
  }
  return parts;
}

function pairsOf(parts: readonly string[]): Map<string, string> {
  const pairs = new Map<string, string>();
  for (let at = 0; at + 1 < parts.length; at += 2)
    pairs.set((parts[at] ?? '').trim().toUpperCase(), (parts[at + 1] ?? '').trim());
  return pairs;
}
