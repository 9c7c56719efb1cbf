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

/**
 * Reads the text of a Word document: what it says, not how its pages look. @param scope `all`: with its comments, headers
 * and footers, which stand beside the text. @throws UnreadableError
 */
export function readDocument(archive: Archive, scope: 'text' | 'all' = 'text'): DocumentSummary {
  const main = mainPart(archive);
  const folder = main.slice(0, main.lastIndexOf('/') + 1);
  const reader = new DocumentReader(readStyles(archive, folder), readMarks(archive, folder));
  let isCut = false;
  try {
    scanXml(archive.text(main), reader);
    readNotes(archive, folder, reader);
    if (scope === 'all') for (const part of partsBeside(archive, folder)) scanXml(archive.text(part), reader);
  } catch (thrown) {
    if (!(thrown instanceof Enough)) throw thrown;
    isCut = true;
  }
  return { blocks: reader.blocks, isCut };
}

const USUAL = 'word/document.xml';

/** Where the text is: the archive says it, most programs put it in the same place. */
function mainPart(archive: Archive): string {
  let main = USUAL;
  if (archive.has('_rels/.rels'))
    scanXml(archive.text('_rels/.rels'), {
      open: (name, attribute) => {
        const isMain = name === 'Relationship' && attribute('Type')?.endsWith('/officeDocument');
        if (isMain) main = (attribute('Target') ?? '').replace(/^\//, '');
      },
    });
  if (!archive.has(main)) main = USUAL;
  if (!archive.has(main)) throw new UnreadableError(archiveTexts.otherKind);
  return main;
}

function partsBeside(archive: Archive, folder: string): readonly string[] {
  const place = folder.toLowerCase();
  const isBeside = (name: string): boolean => /^(?:comments|header\d*|footer\d*)\.xml$/.test(name.slice(place.length));
  return archive.names.filter(name => name.startsWith(place) && isBeside(name)).toSorted();
}

/** What stands below the pages or at the end, for those places of the text that refer to it. */
function readNotes(archive: Archive, folder: string, reader: DocumentReader): void {
  for (const kind of ['footnote', 'endnote'] as const) {
    const part = `${folder}${kind}s.xml`;
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

/** A paragraph that is being read. A text box stands inside of one, with paragraphs of its own: the outer one waits. */
interface OpenParagraph {
  readonly runs: DocumentRun[];
  readonly says: Paragraph;
  /** What stood in text boxes inside of it; it follows the paragraph. */
  readonly boxes: DocumentBlock[];
  style: Style;
  inRun: boolean;
}

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
  /** The innermost last. What stands outside of all of them is in the first, which never ends. */
  readonly #open: OpenParagraph[] = [openParagraph()];
  #isText = false;
  #passed = 0;
  #count = 0;
  /** Of formulas: powers and indices stand inside of each other. */
  readonly #formula: DocumentRun['place'][] = [];
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
    const now = this.#now;
    if (name === 'p') this.#open.push(openParagraph());
    else if (name === 'pStyle') now.says.style = value();
    else if (name === 'numId') now.says.list = value();
    else if (name === 'ilvl') now.says.level = Math.min(8, Number(value()) || 0);
    else if (name === 'r') [now.inRun, now.style] = [true, { ...PLAIN, place: this.#formula.at(-1) ?? 'line' }];
    else if (name === 'b' && now.inRun) now.style.isBold = isOn();
    else if (name === 'i' && now.inRun) now.style.isItalic = isOn();
    else if (name === 'vertAlign') now.style.place = placeOf(value());
    else if (name === 't') this.#isText = true;
    else this.#openOther(name, attribute);
  }

  #openOther(name: string, attribute: (name: string) => string | null): void {
    if (name === 'tab' && this.#now.inRun) this.#say('\t');
    else if ((name === 'br' || name === 'cr') && this.#now.inRun) this.#say('\n');
    else if (name === 'noBreakHyphen') this.#say('\u2011');
    else if (name === 'docPr') this.#add({ is: 'picture', text: attribute('descr') ?? '' });
    else if (FORMULA.has(name)) this.#openFormula(name, attribute);
    else if (name === 'footnoteReference' || name === 'endnoteReference') this.#refer(name, attribute('w:id') ?? '');
    else this.#openTable(name, attribute);
  }

  #openFormula(name: string, attribute: (name: string) => string | null): void {
    if (name === 'sup' || name === 'sub') this.#formula.push(name === 'sup' ? 'super' : 'sub');
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
    this.#now.runs.push({ ...PLAIN, place: 'super', text: noteMark(this.notes.length - 1) });
  }

  close(name: string): void {
    if (this.#passed > 0) {
      this.#passed -= 1;
      return;
    }
    if (name === 't') this.#isText = false;
    else if (name === 'r') this.#now.inRun = false;
    else if (name === 'p') this.#end();
    else if (name === 'tbl') this.#endTable();
    else if (name === 'sup' || name === 'sub') this.#formula.pop();
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

  get #now(): OpenParagraph {
    // The first is never taken away.
    return this.#open.at(-1) as OpenParagraph;
  }

  #say(text: string): void {
    const { style, runs } = this.#now;
    runs.push({ ...style, text });
  }

  #end(): void {
    const { runs, says, boxes } = this.#open.length > 1 ? (this.#open.pop() ?? openParagraph()) : openParagraph();
    const cell = this.#tables.at(-1)?.at(-1)?.at(-1);
    if (cell === undefined) this.#addParagraph(runs, says);
    else {
      if (cell.runs.length > 0 && runs.length > 0) cell.runs.push({ ...PLAIN, text: '\n' });
      for (const run of runs) cell.runs.push(run);
    }
    for (const block of boxes) this.#add(block);
  }

  #addParagraph(runs: readonly DocumentRun[], { style, list: own, level: ownLevel }: Paragraph): void {
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
    else
      for (const { runs } of rows.flat()) {
        outer.runs.push({ ...PLAIN, text: '\n' });
        for (const run of runs) outer.runs.push(run);
      }
  }

  /** What stands in a text box waits for the end of the paragraph around it. */
  #add(block: DocumentBlock): void {
    const { boxes } = this.#now;
    if (this.#open.length > 1) boxes.push(block);
    else this.blocks.push(block);
    this.#count += 1;
    if (this.#count > MOST_BLOCKS) throw new Enough();
  }
}

function openParagraph(): OpenParagraph {
  return { runs: [], says: { ...BARE }, boxes: [], style: { ...PLAIN }, inRun: false };
}

function placeOf(value: string): DocumentRun['place'] {
  return value === 'superscript' ? 'super' : value === 'subscript' ? 'sub' : 'line';
}
