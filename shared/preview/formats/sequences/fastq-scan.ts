import { sequenceTexts as texts } from '../../../features/preview/sequences-text.ts';
import { decode } from '../../encoding.ts';
import { UnreadableError } from '../../unreadable.ts';
import { gcField, MOST_LETTERS, noLetters } from './letters.ts';

/** Positions of reads whose qualities are counted one by one. */
export const MOST_POSITIONS = 1000;
/** Signs that a quality may be written with. */
export const SIGNS = 128;

export interface FastqRow {
  readonly name: string;
  readonly length: number;
  readonly gc: string;
  /** The numbers of the signs of all its qualities, added up. */
  readonly qualitySum: number;
  /** Of the first reads. */
  readonly letters: string;
}

const MOST_SHOWN = 5;
const MOST_LENGTHS = 1_000_000;
const MOST_NAME = 1024;
const [LINE_FEED, RETURN, AT, PLUS] = [10, 13, 64, 43];

/** Reads the bytes of a FASTQ file once, a piece at a time. Letters and qualities of a read may stand in several lines. */
export class FastqScan {
  readonly rows: FastqRow[] = [];
  readonly lengths: number[] = [];
  /** All letters, by their numbers. */
  readonly letters = noLetters();
  /** All qualities, by the numbers of their signs. */
  readonly qualities = new Float64Array(SIGNS);
  /** Of each position, how often each sign of a quality stands there. */
  readonly positions = new Float64Array(MOST_POSITIONS * SIGNS);
  count = 0;
  bases = 0;
  least = Infinity;
  most = 0;
  private readonly mostRows: number;
  private state: 'start' | 'name' | 'letters' | 'plus' | 'qualities' = 'start';
  private isLineStart = true;
  private name: number[] = [];
  private first: number[] = [];
  private counts = noLetters();
  private length = 0;
  private read = 0;
  private sum = 0;

  constructor(mostRows: number) {
    this.mostRows = mostRows;
  }

  take(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (byte === RETURN) continue;
      if (byte === LINE_FEED) this.endLine();
      else this.takeSign(byte);
    }
  }

  /** @param isPart whether the file goes on: then the last read may be cut. */
  end(isPart: boolean): void {
    if (this.state === 'qualities' && this.read >= this.length) this.finish();
    if (this.state !== 'start' && !isPart)
      throw new UnreadableError(texts.lengthsDiffer(this.count + 1, this.length, this.read));
    if (this.count === 0) throw new UnreadableError(texts.noFastq);
  }

  private takeSign(byte: number): void {
    const isFirst = this.isLineStart;
    this.isLineStart = false;
    switch (this.state) {
      case 'start':
        if (byte !== AT) throw new UnreadableError(this.count === 0 ? texts.noFastq : texts.notAfter(this.count));
        this.state = 'name';
        return;
      case 'name':
        if (this.name.length < MOST_NAME) this.name.push(byte);
        return;
      case 'letters':
        if (isFirst && byte === PLUS) this.state = 'plus';
        else this.takeLetter(byte);
        return;
      case 'plus':
        return;
      case 'qualities':
        this.takeQuality(byte);
    }
  }

  private endLine(): void {
    this.isLineStart = true;
    if (this.state === 'name') this.state = 'letters';
    else if (this.state === 'plus') this.state = 'qualities';
    else if (this.state === 'qualities' && this.read >= this.length) this.finish();
  }

  private takeLetter(byte: number): void {
    this.length++;
    this.counts[byte] = (this.counts[byte] ?? 0) + 1;
    this.letters[byte] = (this.letters[byte] ?? 0) + 1;
    if (this.rows.length < MOST_SHOWN && this.first.length < MOST_LETTERS) this.first.push(byte);
  }

  private takeQuality(byte: number): void {
    if (this.read < MOST_POSITIONS) {
      const at = this.read * SIGNS + (byte & 127);
      this.positions[at] = (this.positions[at] ?? 0) + 1;
    }
    this.qualities[byte & 127] = (this.qualities[byte & 127] ?? 0) + 1;
    this.sum += byte;
    this.read++;
    if (this.read > this.length) throw new UnreadableError(texts.lengthsDiffer(this.count + 1, this.length, this.read));
  }

  private finish(): void {
    this.count++;
    this.bases += this.length;
    this.least = Math.min(this.least, this.length);
    this.most = Math.max(this.most, this.length);
    if (this.lengths.length < MOST_LENGTHS) this.lengths.push(this.length);
    if (this.rows.length < this.mostRows) this.rows.push(this.row());
    this.counts.fill(0);
    [this.name, this.first, this.length, this.read, this.sum] = [[], [], 0, 0, 0];
    [this.state, this.isLineStart] = ['start', true];
  }

  private row(): FastqRow {
    return {
      name: decode(Uint8Array.from(this.name), 'utf-8').trim(),
      length: this.length,
      gc: gcField(this.counts),
      qualitySum: this.sum,
      letters: decode(Uint8Array.from(this.first), 'windows-1252'),
    };
  }
}
