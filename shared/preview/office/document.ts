import { archiveTexts } from '../../text/preview-files.ts';
import type { Archive } from './archive.ts';
import { scanXml, type XmlListener } from './xml-scan.ts';
import { UnreadableError } from '../unreadable.ts';
import { type ListMarks, readMarks } from './list-marks.ts';

/** Some text that looks alike. */
export interface DocumentRun {
  readonly text: string;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  /** `super` and `sub` stand higher and lower. */
  readonly place: 'line' | 'super' | 'sub';
}

/** What stands one below the other in a document. */
export type DocumentBlock =
  | { readonly is: 'heading'; readonly level: number; readonly runs: readonly DocumentRun[] }
  | { readonly is: 'paragraph'; readonly runs: readonly DocumentRun[] }
  /** A point of a list. `mark`: what stands before it, such as `3.`. */
  | { readonly is: 'point'; readonly level: number; readonly mark: string; readonly runs: readonly DocumentRun[] }
  | { readonly is: 'picture'; readonly text: string }
  | { readonly is: 'table'; readonly rows: readonly (readonly DocumentRun[])[][] };

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
  const reader = new DocumentReader(readHeadings(archive), readMarks(archive));
  let isCut = false;
  try {
    scanXml(archive.text('word/document.xml'), reader);
  } catch (thrown) {
    if (!(thrown instanceof Enough)) throw thrown;
    isCut = true;
  }
  return { blocks: reader.blocks, isCut };
}

/** Levels of headings, by the ids of their styles, which have other names in each language. */
function readHeadings(archive: Archive): ReadonlyMap<string, number> {
  const levels = new Map<string, number>();
  if (!archive.has('word/styles.xml')) return levels;
  let id = '';
  scanXml(archive.text('word/styles.xml'), {
    open: (name, attribute) => {
      if (name === 'style') id = attribute('w:styleId') ?? '';
      if (name !== 'name') return;
      const [, level] = /^heading ([1-6])$/i.exec(attribute('w:val') ?? '') ?? [];
      if (level !== undefined) levels.set(id, Number(level));
      else if (/^title$/i.test(attribute('w:val') ?? '')) levels.set(id, 1);
    },
  });
  return levels;
}

interface Style {
  isBold: boolean;
  isItalic: boolean;
  place: DocumentRun['place'];
}

const PLAIN: Style = { isBold: false, isItalic: false, place: 'line' };

/** Hears a document from beginning to end. Text that was taken out, codes of fields and second versions of the same are passed by. */
class DocumentReader implements XmlListener {
  readonly blocks: DocumentBlock[] = [];
  readonly #headings: ReadonlyMap<string, number>;
  readonly #marks: ListMarks;
  /** Tables inside tables: the outer ones wait. */
  readonly #tables: DocumentRun[][][][] = [];
  #runs: DocumentRun[] = [];
  #style: Style = { ...PLAIN };
  #paragraph = { style: '', list: '', level: 0 };
  #isText = false;
  #inRun = false;
  #passed = 0;
  #count = 0;

  constructor(headings: ReadonlyMap<string, number>, marks: ListMarks) {
    this.#headings = headings;
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
    else if (name === 'r') [this.#inRun, this.#style] = [true, { ...PLAIN }];
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
    else if (name === 'tbl') this.#tables.push([]);
    else if (name === 'tr') this.#tables.at(-1)?.push([]);
    else if (name === 'tc') this.#tables.at(-1)?.at(-1)?.push([]);
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
  }

  text(text: string): void {
    if (this.#isText && this.#passed === 0) this.#say(text);
  }

  #begin(): void {
    this.#runs = [];
    this.#paragraph = { style: '', list: '', level: 0 };
  }

  #say(text: string): void {
    this.#runs.push({ ...this.#style, text });
  }

  #end(): void {
    const runs = this.#runs;
    const { style, list, level } = this.#paragraph;
    this.#runs = [];
    const cell = this.#tables.at(-1)?.at(-1)?.at(-1);
    if (cell !== undefined) {
      if (cell.length > 0 && runs.length > 0) cell.push({ ...PLAIN, text: '\n' });
      cell.push(...runs);
      return;
    }
    if (!runs.some(({ text }) => text.trim() !== '')) return;
    const heading = this.#headings.get(style) ?? Number(/^Heading([1-6])$/.exec(style)?.[1] ?? 0);
    if (heading > 0) this.#add({ is: 'heading', level: heading, runs });
    else if (list !== '' && list !== '0') this.#add({ is: 'point', level, mark: this.#marks(list, level), runs });
    else this.#add({ is: 'paragraph', runs });
  }

  #endTable(): void {
    const rows = this.#tables.pop() ?? [];
    const outer = this.#tables.at(-1)?.at(-1)?.at(-1);
    this.#count += rows.reduce((sum, row) => sum + row.length, 0);
    if (outer === undefined) this.#add({ is: 'table', rows });
    else for (const row of rows) for (const cell of row) outer.push({ ...PLAIN, text: '\n' }, ...cell);
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
