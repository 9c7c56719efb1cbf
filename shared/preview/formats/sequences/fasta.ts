import { sequenceTexts as texts } from '../../../features/preview/sequences-text.ts';
import { formatCount, formatNumber } from '../../../text/format.ts';
import { decode } from '../../encoding.ts';
import { UnreadableError } from '../../unreadable.ts';
import type { FileBytes } from '../file-bytes.ts';
import { chunksOf } from '../file-chunks.ts';
import type { SectionsRequest } from '../read-sections.ts';
import type { FileSections, Section } from '../sections.ts';
import {
  countOf,
  gcField,
  gcShare,
  isProtein,
  lengthChart,
  letterLines,
  MOST_LETTERS,
  MOST_SEQUENCE_BYTES,
  n50Of,
  noLetters,
} from './letters.ts';

interface FastaRow {
  readonly name: string;
  readonly description: string;
  readonly length: number;
  readonly gc: string;
  /** The first letters of the first sequences. */
  readonly letters: string;
}

/** Sequences whose letters are shown. */
const MOST_SHOWN = 10;
/** Lengths that are kept for their spread. */
const MOST_LENGTHS = 1_000_000;
/** Longer lines of names are cut, in bytes. */
const MOST_NAME = 4096;

const [LINE_FEED, RETURN, GREATER, SEMICOLON, SPACE, TAB] = [10, 13, 62, 59, 32, 9];

/** Reads sequences in FASTA: how many, how long, of what, and the first letters. @throws UnreadableError when it is none. */
export async function readFasta(file: FileBytes, { mostRows }: SectionsRequest): Promise<FileSections> {
  const scan = new FastaScan(mostRows);
  for await (const chunk of chunksOf(file, MOST_SEQUENCE_BYTES)) scan.take(chunk);
  scan.end();
  const isPart = file.sizeBytes > MOST_SEQUENCE_BYTES;
  const shown = scan.rows
    .slice(0, MOST_SHOWN)
    .flatMap(({ name, letters, length }) => [texts.begins(name, letters.length, length), ...letterLines(letters)]);
  return {
    sections: [
      { is: 'facts', title: texts.sequences, facts: factsOf(scan, isPart ? file.sizeBytes : null) },
      ...lengthChart(scan.lengths, scan.count > MOST_LENGTHS ? texts.ofFirst(MOST_LENGTHS) : ''),
      tableOf(scan),
      { is: 'lines', title: texts.firstSequences, look: 'sequence', lines: shown },
    ],
    isCut: isPart || scan.count > scan.rows.length || scan.count > MOST_SHOWN || scan.rows.some(isLong),
  };
}

function isLong({ length }: FastaRow): boolean {
  return length > MOST_LETTERS;
}

/** Reads the bytes of a file once, a piece at a time. */
class FastaScan {
  readonly rows: FastaRow[] = [];
  readonly lengths: number[] = [];
  readonly all = noLetters();
  count = 0;
  private readonly mostRows: number;
  private counts = noLetters();
  private header: number[] = [];
  private letters: number[] = [];
  private length = 0;
  private isLineStart = true;
  private line: 'name' | 'letters' | 'comment' = 'letters';

  constructor(mostRows: number) {
    this.mostRows = mostRows;
  }

  take(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (byte === LINE_FEED || byte === RETURN) {
        this.isLineStart = true;
        continue;
      }
      if (this.isLineStart) this.beginLine(byte);
      else if (this.line === 'name') this.takeName(byte);
      else if (this.line === 'letters') this.takeLetter(byte);
    }
  }

  end(): void {
    if (this.count === 0) throw new UnreadableError(texts.noFasta);
    this.finish();
  }

  private beginLine(byte: number): void {
    this.isLineStart = false;
    this.line = byte === GREATER ? 'name' : byte === SEMICOLON ? 'comment' : 'letters';
    if (byte === GREATER) {
      if (this.count > 0) this.finish();
      this.count++;
    } else if (byte !== SEMICOLON) this.takeLetter(byte);
  }

  private takeName(byte: number): void {
    if (this.header.length < MOST_NAME) this.header.push(byte);
  }

  private takeLetter(byte: number): void {
    if (byte === SPACE || byte === TAB) return;
    // Before the first name there may be a mark of UTF-8, and nothing else.
    if (this.count === 0 && byte < 0x80) throw new UnreadableError(texts.noFasta);
    if (this.count === 0) {
      this.isLineStart = true;
      return;
    }
    this.length++;
    this.counts[byte] = (this.counts[byte] ?? 0) + 1;
    this.all[byte] = (this.all[byte] ?? 0) + 1;
    if (this.count <= MOST_SHOWN && this.letters.length < MOST_LETTERS) this.letters.push(byte);
  }

  private finish(): void {
    if (this.lengths.length < MOST_LENGTHS) this.lengths.push(this.length);
    if (this.rows.length < this.mostRows) {
      const header = decode(Uint8Array.from(this.header), 'utf-8').trim();
      const name = /^\S*/.exec(header)?.[0] ?? '';
      this.rows.push({
        name,
        description: header.slice(name.length).trim(),
        length: this.length,
        gc: gcField(this.counts),
        letters: decode(Uint8Array.from(this.letters), 'windows-1252'),
      });
    }
    this.counts.fill(0);
    [this.header, this.letters, this.length] = [[], [], 0];
  }
}

function factsOf({ lengths, count, all }: FastaScan, cutOf: number | null): readonly (readonly [string, string])[] {
  const letters = all.reduce((sum, each) => sum + each, 0);
  const protein = isProtein(all);
  const gc = gcShare(all);
  let [least, most] = [Infinity, 0];
  for (const length of lengths) [least, most] = [Math.min(least, length), Math.max(most, length)];
  const isSpread = lengths.length === count && count > 1;
  return [
    [texts.sequences, formatNumber(count)],
    [texts.kind, protein ? texts.protein : texts.nucleic],
    [texts.letters, formatNumber(letters)],
    [texts.lengths, texts.lengthWords(least, most, letters / count)],
    ...(isSpread ? [[texts.n50, formatNumber(n50Of(lengths))] as const] : []),
    ...(protein || gc === null ? [] : [[texts.gc, texts.percent(gc)] as const]),
    ...(protein || countOf(all, 'N') === 0 ? [] : [[texts.unknown, formatCount(countOf(all, 'N'), 'letter')] as const]),
    ...(cutOf === null ? [] : [[texts.read, texts.part(MOST_SEQUENCE_BYTES, cutOf)] as const]),
  ];
}

function tableOf({ rows, count, all }: FastaScan): Section {
  const width = isProtein(all) ? 3 : 4;
  return {
    is: 'table',
    title: texts.sequences,
    columns: texts.columns.slice(0, width),
    rows: rows.map(({ name, description, length, gc }) => [name, description, String(length), gc].slice(0, width)),
    total: count,
  };
}
