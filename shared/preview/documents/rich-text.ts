import { archiveTexts } from '../../features/preview/files-text.ts';
import { Decoder } from '../decoder.ts';
import type { DocumentRun, DocumentSummary } from '../office/document.ts';
import { UnreadableError } from '../unreadable.ts';
import { Blocks } from './blocks.ts';

/** What holds for the text of a group. */
interface Group {
  isBold: boolean;
  isItalic: boolean;
  place: DocumentRun['place'];
  /** Says nothing that is read: fonts, pictures, what programs write for themselves. */
  isPassed: boolean;
  /** How many signs stand for one that older programs cannot show. */
  instead: number;
  isHidden: boolean;
}

/** Groups that hold no text of the document. */
const PASSED = new Set(
  (
    'fonttbl colortbl stylesheet info pict object themedata colorschememapping latentstyles datastore xmlnstbl listtable ' +
    'listoverridetable rsidtbl generator filetbl fldinst bkmkstart bkmkend pgptbl mmathPr header footer headerl headerr ' +
    'headerf footerl footerr footerf'
  ).split(' '),
);

const SIGNS: { readonly [word: string]: string } = {
  tab: '\t',
  line: '\n',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  emspace: '\u2003',
  enspace: '\u2002',
};

const TOKEN = /\\([a-z]+)(-?\d{1,10})? ?|\\'([\da-f]{2})|\\(.)|([{}])|[\r\n]+|([^\\{}\r\n]+)/gisu;
/** Deeper groups are none that a program wrote. */
const DEEPEST = 1000;

/** Whether some bytes are rich text. */
export function isRichText(bytes: Uint8Array): boolean {
  return new Decoder('utf-8').decode(bytes.subarray(0, 5)) === '{\\rtf';
}

/** Reads rich text: what it says, with bold, italic and tables. Pictures and objects in it are passed by. @throws UnreadableError */
export function readRichText(bytes: Uint8Array): DocumentSummary {
  if (!isRichText(bytes)) throw new UnreadableError(archiveTexts.otherKind);
  // Its own signs are ASCII; others are written as numbers, or in its code page.
  const text = new Decoder('latin1').decode(bytes);
  return Blocks.of(blocks => new RichTextReader(blocks).read(text));
}

/** Reads rich text from beginning to end. */
class RichTextReader {
  readonly #blocks: Blocks;
  readonly #groups: Group[] = [
    { isBold: false, isItalic: false, place: 'line', isPassed: false, instead: 1, isHidden: false },
  ];
  #codePage = 'windows-1252';
  /** Signs of the code page that wait to be decoded together. */
  #waiting: number[] = [];
  /** Signs that follow and only stand for one that was already said. */
  #skip = 0;
  #isRow = false;

  constructor(blocks: Blocks) {
    this.#blocks = blocks;
  }

  read(text: string): void {
    let isOptional = false;
    for (const [, word, number, hex, sign, brace, plain] of text.matchAll(TOKEN)) {
      if (hex === undefined && plain === undefined) this.#flush();
      if (word !== undefined) this.#hear(word.toLowerCase(), number === undefined ? null : Number(number), isOptional);
      else if (hex !== undefined) this.#hearByte(Number.parseInt(hex, 16));
      else if (brace === '{') this.#begin();
      else if (brace === '}') this.#end();
      else if (sign !== undefined && sign !== '*') this.#hearSign(sign);
      else if (plain !== undefined) for (const each of plain) this.#hearByte(each.charCodeAt(0));
      isOptional = sign === '*';
    }
    this.#flush();
  }

  get #now(): Group {
    // The first is never taken away.
    return this.#groups.at(-1) as Group;
  }

  #begin(): void {
    if (this.#groups.length > DEEPEST) throw new UnreadableError(archiveTexts.damaged);
    this.#groups.push({ ...this.#now });
  }

  #end(): void {
    if (this.#groups.length > 1) this.#groups.pop();
  }

  #hear(word: string, number: number | null, isOptional: boolean): void {
    const now = this.#now;
    if (isOptional || PASSED.has(word)) now.isPassed = true;
    else if (word === 'b') now.isBold = number !== 0;
    else if (word === 'i') now.isItalic = number !== 0;
    else if (word === 'super') now.place = 'super';
    else if (word === 'sub') now.place = 'sub';
    else if (word === 'nosupersub') now.place = 'line';
    else if (word === 'v') now.isHidden = number !== 0;
    else if (word === 'plain') [now.isBold, now.isItalic, now.place, now.isHidden] = [false, false, 'line', false];
    else if (word === 'uc') now.instead = Math.min(8, Math.max(0, number ?? 1));
    else if (word === 'ansicpg') this.#codePage = codePageOf(number ?? 1252);
    else if (word === 'u') this.#hearUnicode(number ?? 0);
    else if (word === 'bin') this.#skip = Math.max(0, number ?? 0);
    else this.#hearLayout(word);
  }

  #hearLayout(word: string): void {
    if (this.#now.isPassed) return;
    const sign = Object.hasOwn(SIGNS, word) ? SIGNS[word] : undefined;
    if (sign !== undefined) this.#say(sign);
    else if (word === 'par' || word === 'sect' || word === 'page') this.#endParagraph();
    else if (word === 'trowd' && !this.#isRow) this.#beginRow();
    else if (word === 'cell') this.#blocks.endCell();
    else if (word === 'row') this.#isRow = false;
  }

  #beginRow(): void {
    if (!this.#blocks.isInTable) this.#blocks.beginTable();
    this.#blocks.beginRow();
    this.#isRow = true;
  }

  /** A paragraph outside of a row ends the table before it. */
  #endParagraph(): void {
    if (this.#blocks.isInTable && !this.#isRow) this.#blocks.endTable();
    this.#blocks.end('paragraph');
  }

  #hearUnicode(number: number): void {
    this.#say(String.fromCharCode(number < 0 ? number + 65_536 : number));
    this.#skip = this.#now.instead;
  }

  #hearSign(sign: string): void {
    if (sign === '~') this.#say('\u00a0');
    else if (sign === '_') this.#say('\u2011');
    else if ('\\{}'.includes(sign)) this.#hearByte(sign.charCodeAt(0));
    else if (sign === '\n' || sign === '\r') this.#endParagraph();
  }

  #hearByte(byte: number): void {
    if (this.#skip > 0) this.#skip -= 1;
    else if (!this.#now.isPassed && !this.#now.isHidden) {
      this.#leaveTable();
      this.#waiting.push(byte);
    }
  }

  #flush(): void {
    if (this.#waiting.length === 0) return;
    const text = new Decoder(this.#codePage).decode(Uint8Array.from(this.#waiting));
    this.#waiting = [];
    this.#say(text);
  }

  #say(text: string): void {
    const { isBold, isItalic, place, isPassed, isHidden } = this.#now;
    if (isPassed || isHidden) return;
    this.#leaveTable();
    this.#blocks.say(text, { isBold, isItalic, place });
  }

  /** Text behind the last row belongs to no cell. */
  #leaveTable(): void {
    if (this.#blocks.isInTable && !this.#isRow) this.#blocks.endTable();
  }
}

function codePageOf(number: number): string {
  const names: { readonly [number: number]: string } = {
    932: 'shift_jis',
    936: 'gbk',
    949: 'euc-kr',
    950: 'big5',
    65001: 'utf-8',
  };
  return names[number] ?? (number >= 1250 && number <= 1258 ? `windows-${number}` : 'windows-1252');
}
