import { recordTexts as texts } from '../../../features/preview/sequences-text.ts';
import { type LetterCounts, MOST_LETTERS, noLetters } from './letters.ts';

/** Something that lies at a place of a sequence, such as a gene. */
export interface Feature {
  readonly kind: string;
  readonly place: string;
  readonly qualifiers: readonly (readonly [name: string, value: string])[];
}

/** A record of GenBank or EMBL. */
export interface SequenceRecord {
  readonly name: string;
  /** As its first line says; null: it does not. */
  readonly length: number | null;
  readonly unit: string;
  readonly molecule: string;
  readonly shape: 'linear' | 'circular' | null;
  readonly date: string;
  /** By words for people, in the order of the file. */
  readonly facts: readonly (readonly [string, string])[];
  readonly references: number;
  readonly features: readonly Feature[];
  /** The first letters of the sequence. */
  readonly letters: string;
  readonly counts: LetterCounts;
}

const MOST_FACT = 2000;
const MOST_QUALIFIER = 2000;
/** Where the place of a feature and its qualifiers begin in a line. */
const PLACE_AT = 21;

/** Whether a record begins with a line. */
export function beginsRecord(line: string): boolean {
  return /^(?:LOCUS|ID) {2,}\S/.test(line);
}

/** The name in the first line of a record. */
export function nameOf(line: string): string {
  return /^\S+\s+([^\s;]+)/.exec(line)?.[1] ?? '';
}

/** Reads the lines of a record. */
export function readRecord(lines: readonly string[]): SequenceRecord {
  const [first = ''] = lines;
  const features = new FeatureReader();
  const facts = new Map<string, string>();
  const counts = noLetters();
  let [letters, references, key, part] = ['', 0, '', 'facts'];
  for (const line of lines.slice(1)) {
    const said = /^(\S+|  \S+)/.exec(line)?.[0] ?? '';
    if (part !== 'sequence') part = partOf(said, part);
    if (part === 'sequence' && said !== 'ORIGIN' && said !== 'SQ') letters = takeLetters(line, letters, counts);
    else if (part === 'features') features.take(line);
    else if (part === 'facts') {
      key = said === '' ? key : said.trim();
      if (said === 'REFERENCE' || said === 'RN') references++;
      addFact(facts, key, line.slice(said.length).trim());
    }
  }
  return { ...firstLine(first), facts: [...facts], references, features: features.end(), letters, counts };
}

function partOf(said: string, before: string): string {
  if (said === 'ORIGIN' || said === 'SQ') return 'sequence';
  if (said === 'FEATURES' || said === 'FT' || said === 'FH') return 'features';
  // In GenBank the lines of features begin with spaces.
  return before === 'features' && !/^[A-Z]/.test(said) ? 'features' : 'facts';
}

function addFact(facts: Map<string, string>, key: string, text: string): void {
  const word = isKnown(key) ? texts.known[key] : null;
  if (word === null || text === '' || text === '.') return;
  const before = facts.get(word);
  facts.set(word, (before === undefined ? text : `${before} ${text}`).slice(0, MOST_FACT));
}

function isKnown(key: string): key is keyof typeof texts.known {
  return Object.hasOwn(texts.known, key);
}

function firstLine(line: string): Pick<SequenceRecord, 'name' | 'length' | 'unit' | 'molecule' | 'shape' | 'date'> {
  const length = /\s(\d{1,15})\s+(bp|aa|rc|BP|AA)\b/.exec(line);
  const shape = /[\s;](linear|circular)\b/i.exec(line)?.[1]?.toLowerCase();
  return {
    name: nameOf(line),
    length: length === null ? null : Number(length[1]),
    unit: length?.[2]?.toLowerCase() ?? 'bp',
    molecule:
      /[\s;]((?:[sdm]s-)?(?:genomic |other |unassigned |viral c?|transcribed )?[a-z]*[RD]NA)\b/i.exec(line)?.[1] ?? '',
    shape: shape === 'linear' || shape === 'circular' ? shape : null,
    date: /\b\d{2}-[A-Z]{3}-\d{4}\b/.exec(line)?.[0] ?? '',
  };
}

/** Counts the letters of a line; its numbers and spaces say where they are. */
function takeLetters(line: string, before: string, counts: LetterCounts): string {
  let letters = before;
  for (let at = 0; at < line.length; at++) {
    const sign = line.charCodeAt(at);
    const isLetter = (sign > 64 && sign < 91) || (sign > 96 && sign < 123) || sign === 42 || sign === 45;
    if (!isLetter) continue;
    counts[sign] = (counts[sign] ?? 0) + 1;
    if (letters.length < MOST_LETTERS) letters += line[at] ?? '';
  }
  return letters;
}

/** Reads the table of features, line by line. */
class FeatureReader {
  private readonly features: Feature[] = [];
  private kind = '';
  private place = '';
  private qualifiers: [string, string][] = [];

  take(line: string): void {
    const kind = line.slice(5, PLACE_AT).trim();
    const text = line.slice(PLACE_AT).trim();
    if (/^(?:FEATURES|FH)/.test(line) || (kind === '' && text === '')) return;
    const last = this.qualifiers.at(-1);
    if (kind !== '') this.begin(kind, text);
    else if (text.startsWith('/') && !isOpen(last)) this.addQualifier(text.slice(1));
    else if (last === undefined) this.place += text;
    else if (last[1].length < MOST_QUALIFIER) last[1] += last[0] === 'translation' ? text : ` ${text}`;
  }

  end(): readonly Feature[] {
    this.begin('', '');
    return this.features;
  }

  private begin(kind: string, place: string): void {
    if (this.kind !== '')
      this.features.push({
        kind: this.kind,
        place: this.place,
        qualifiers: this.qualifiers.map(([name, value]) => [name, unquoted(value)]),
      });
    [this.kind, this.place, this.qualifiers] = [kind, place, []];
  }

  private addQualifier(text: string): void {
    const [name = '', ...value] = text.split('=');
    this.qualifiers.push([name, value.join('=')]);
  }
}

/** Whether a value goes on in the next line: it begins with a quote that has not ended. */
function isOpen(qualifier: readonly [string, string] | undefined): boolean {
  const value = qualifier?.[1] ?? '';
  return value.startsWith('"') && (value.length === 1 || (value.match(/"/g)?.length ?? 0) % 2 === 1);
}

function unquoted(value: string): string {
  return value.startsWith('"') ? value.replace(/^"|"$/g, '').replaceAll('""', '"') : value;
}
