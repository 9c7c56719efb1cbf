import { archiveTexts } from '../../features/preview/files-text.ts';
import type { Archive } from './archive.ts';
import { scanXml, type XmlListener } from './xml-scan.ts';
import { UnreadableError } from '../unreadable.ts';
import { type ParagraphStyle, readStyles } from './document-styles.ts';
import { type ListMarks, readMarks } from './list-marks.ts';

/** Some text that looks alike. */
export interface DocumentRun {
  readonly text: string;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  /** `super` and `sub` stand higher and lower. */
  readonly place: 'line' | 'super' | 'sub';
}

/** A cell of a table, as wide as so many columns. */
export interface DocumentCell {
  readonly runs: readonly DocumentRun[];
  readonly across: number;
}

/** What stands one below the other in a document. */
export type DocumentBlock =
  | { readonly is: 'heading'; readonly level: number; readonly runs: readonly DocumentRun[] }
  | { readonly is: 'paragraph'; readonly runs: readonly DocumentRun[] }
  /** A point of a list. `mark`: what stands before it, such as `3.`. */
  | { readonly is: 'point'; readonly level: number; readonly mark: string; readonly runs: readonly DocumentRun[] }
  | { readonly is: 'picture'; readonly text: string }
  | { readonly is: 'table'; readonly rows: readonly (readonly DocumentCell[])[] };

/** A document as it reads. */
export interface DocumentSummary {
  readonly blocks: readonly DocumentBlock[];
  /** Whether it goes on. */
  readonly isCut: boolean;
}

/** More blocks and cells are not laid out. */
const MOST_BLOCKS = 20_000;

class Enough extends Error {}

/** Reads the text of a Word document: what it says, not how its pages look. @throws UnreadableError */
export function readDocument(archive: Archive): DocumentSummary {
  if (!archive.has('word/document.xml')) throw new UnreadableError(archiveTexts.otherKind);
  const reader = new DocumentReader(readStyles(archive), readMarks(archive));
  let isCut = false;
  try {
    scanXml(archive.text('word/document.xml'), reader);
    readNotes(archive, reader);
  } catch (thrown) {
    if (!(thrown instanceof Enough)) throw thrown;
    isCut = true;
  }
  return { blocks: reader.blocks, isCut };
}

/** What stands below the pages or at the end, for those places of the text that refer to it. */
function readNotes(archive: Archive, reader: DocumentReader): void {
  for (const kind of ['footnote', 'endnote'] as const) {
    const part = `word/${kind}s.xml`;
    if (!reader.notes.some(note => note.kind === kind) || !archive.has(part)) continue;
    let mark: string | null = null;
    scanXml(archive.text(part), {
      open: (name, attribute) => {
        if (name === kind) {
          const at = reader.notes.findIndex(note => note.kind === kind && note.id === attribute('w:id'));
          mark = at === -1 ? null : noteMark(at);
        } else if (mark !== null) reader.open(name, attribute);
      },
      close: name => {
        if (name === kind) mark = null;
        if (mark === null) return;
        reader.close(name);
        if (name === 'p') mark = reader.mark(mark);
      },
      text: text => (mark === null ? undefined : reader.text(text)),
    });
  }
}

function noteMark(at: number): string {
  return `[${at + 1}]`;
}

interface Style {
  isBold: boolean;
  isItalic: boolean;
  place: DocumentRun['place'];
}

const PLAIN: Style = { isBold: false, isItalic: false, place: 'line' };

/** What a paragraph says of itself. */
interface Paragraph {
  style: string;
  list: string | null;
  level: number | null;
}

const BARE: Paragraph = { style: '', list: null, level: null };

interface Cell {
  readonly runs: DocumentRun[];
  across: number;
}

/** What formulas are made of, as far as it says more than the letters in it. */
const FORMULA = new Set(['sup', 'sub', 'naryPr', 'chr', 'rad']);

/** No table of Word has more columns. */
const MOST_ACROSS = 63;

/** Hears a document from beginning to end. Text that was taken out, codes of fields and second versions of the same are passed by. */
class DocumentReader implements XmlListener {
  readonly blocks: DocumentBlock[] = [];
  /** What the text refers to, in its order. */
  readonly notes: { readonly kind: 'footnote' | 'endnote'; readonly id: string }[] = [];
  readonly #styles: (id: string) => ParagraphStyle;
  readonly #marks: ListMarks;
  /** Tables inside tables: the outer ones wait. */
  readonly #tables: Cell[][][] = [];
  #runs: DocumentRun[] = [];
  #style: Style = { ...PLAIN };
  #paragraph: Paragraph = { ...BARE };
  #isText = false;
  #inRun = false;
  #passed = 0;
  #count = 0;
  /** Of formulas. */
  #formula: DocumentRun['place'] = 'line';
  /** The sign of a sum or an integral; without one said it is an integral. */
  #sum = '';

  constructor(styles: (id: string) => ParagraphStyle, marks: ListMarks) {
    this.#styles = styles;
    this.#marks = marks;
  }

  open(name: string, attribute: (name: string) => string | null): void {
    if (name === 'Fallback' || name === 'del' || name === 'moveFrom' || this.#passed > 0) {
      this.#passed += 1;
      return;
    }
    const value = (): string => attribute('w:val') ?? '';
    const isOn = (): boolean => !['0', 'false', 'none'].includes(value());
    if (name === 'p') this.#begin();
    else if (name === 'pStyle') this.#paragraph.style = value();
    else if (name === 'numId') this.#paragraph.list = value();
    else if (name === 'ilvl') this.#paragraph.level = Math.min(8, Number(value()) || 0);
    else if (name === 'r') [this.#inRun, this.#style] = [true, { ...PLAIN, place: this.#formula }];
    else if (name === 'b' && this.#inRun) this.#style.isBold = isOn();
    else if (name === 'i' && this.#inRun) this.#style.isItalic = isOn();
    else if (name === 'vertAlign') this.#style.place = placeOf(value());
    else if (name === 't') this.#isText = true;
    else this.#openOther(name, attribute);
  }

  #openOther(name: string, attribute: (name: string) => string | null): void {
    if (name === 'tab' && this.#inRun) this.#say('\t');
    else if ((name === 'br' || name === 'cr') && this.#inRun) this.#say('\n');
    else if (name === 'noBreakHyphen') this.#say('\u2011');
    else if (name === 'docPr') this.#add({ is: 'picture', text: attribute('descr') ?? '' });
    else if (FORMULA.has(name)) this.#openFormula(name, attribute);
    else if (name === 'footnoteReference' || name === 'endnoteReference') this.#refer(name, attribute('w:id') ?? '');
    else this.#openTable(name, attribute);
  }

  #openFormula(name: string, attribute: (name: string) => string | null): void {
    if (name === 'sup' || name === 'sub') this.#formula = name === 'sup' ? 'super' : 'sub';
    else if (name === 'naryPr') this.#sum = '∫';
    else if (name === 'chr' && this.#sum !== '') this.#sum = attribute('m:val') ?? '';
    else if (name === 'rad') this.#say('√');
  }

  #openTable(name: string, attribute: (name: string) => string | null): void {
    if (name === 'tbl') this.#tables.push([]);
    else if (name === 'tr') this.#tables.at(-1)?.push([]);
    else if (name === 'tc') this.#tables.at(-1)?.at(-1)?.push({ runs: [], across: 1 });
    else if (name === 'gridSpan') this.#widen(Number(attribute('w:val')));
  }

  #widen(across: number): void {
    const cell = this.#tables.at(-1)?.at(-1)?.at(-1);
    if (cell !== undefined && Number.isInteger(across) && across >= 1) cell.across = Math.min(MOST_ACROSS, across);
  }

  #refer(name: string, id: string): void {
    this.notes.push({ kind: name === 'footnoteReference' ? 'footnote' : 'endnote', id });
    this.#runs.push({ ...PLAIN, place: 'super', text: noteMark(this.notes.length - 1) });
  }

  close(name: string): void {
    if (this.#passed > 0) {
      this.#passed -= 1;
      return;
    }
    if (name === 't') this.#isText = false;
    else if (name === 'r') this.#inRun = false;
    else if (name === 'p') this.#end();
    else if (name === 'tbl') this.#endTable();
    else if (name === 'sup' || name === 'sub') this.#formula = 'line';
    else if (name === 'num') this.#say('/');
    else if (name === 'naryPr') {
      this.#say(this.#sum);
      this.#sum = '';
    }
  }

  /** Puts a mark before the paragraph that just ended. @returns what the next one of the same has. */
  mark(mark: string): string {
    const last = this.blocks.at(-1);
    if (last?.is !== 'paragraph') return mark;
    this.blocks[this.blocks.length - 1] = { is: 'point', level: 0, mark, runs: last.runs };
    return '';
  }

  text(text: string): void {
    if (this.#isText && this.#passed === 0) this.#say(text);
  }

  #begin(): void {
    this.#runs = [];
    this.#paragraph = { ...BARE };
  }

  #say(text: string): void {
    this.#runs.push({ ...this.#style, text });
  }

  #end(): void {
    const runs = this.#runs;
    const { style, list: own, level: ownLevel } = this.#paragraph;
    this.#runs = [];
    const cell = this.#tables.at(-1)?.at(-1)?.at(-1);
    if (cell !== undefined) {
      if (cell.runs.length > 0 && runs.length > 0) cell.runs.push({ ...PLAIN, text: '\n' });
      cell.runs.push(...runs);
      return;
    }
    if (!runs.some(({ text }) => text.trim() !== '')) return;
    const usual = this.#styles(style);
    const heading = usual.heading || Number(/^Heading([1-6])$/.exec(style)?.[1] ?? 0);
    // What stands in the paragraph itself wins, also where it says that it is no point.
    const [list, level] = own === null ? [usual.list, ownLevel ?? usual.level] : [own, ownLevel ?? 0];
    if (heading > 0) this.#add({ is: 'heading', level: heading, runs });
    else if (list !== '' && list !== '0') this.#add({ is: 'point', level, mark: this.#marks(list, level), runs });
    else this.#add({ is: 'paragraph', runs });
  }

  #endTable(): void {
    const rows = this.#tables.pop() ?? [];
    const outer = this.#tables.at(-1)?.at(-1)?.at(-1);
    this.#count += rows.reduce((sum, row) => sum + row.length, 0);
    if (outer === undefined) this.#add({ is: 'table', rows });
    else for (const row of rows) for (const cell of row) outer.runs.push({ ...PLAIN, text: '\n' }, ...cell.runs);
  }

  #add(block: DocumentBlock): void {
    this.blocks.push(block);
    this.#count += 1;
    if (this.#count > MOST_BLOCKS) throw new Enough();
  }
}

function placeOf(value: string): DocumentRun['place'] {
  return value === 'superscript' ? 'super' : value === 'subscript' ? 'sub' : 'line';
}
