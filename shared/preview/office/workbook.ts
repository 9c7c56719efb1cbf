import { read, type ParsingOptions, type WorkBook } from '@e965/xlsx';

import { archiveTexts, workbookTexts as texts } from '../../features/preview/files-text.ts';
import { decode } from '../encoding.ts';
import { findEncoding } from '../find-encoding.ts';
import { endingOf } from '../../name-ending.ts';
import { decideTable } from '../table-decision.ts';
import { TableText } from '../table-text.ts';
import { UnreadableError } from '../unreadable.ts';
import { isCompound, isEncrypted } from './archive.ts';
import { readSheet, rowsAsSheet, type SheetText } from './sheet-text.ts';
import { type StoredSheet, storedSheet } from './stored-cells.ts';
import { openPackage, type Sheet, type WorkbookPackage } from './workbook-package.ts';

/** A sheet of a workbook, before it is read. */
export interface SheetPart {
  readonly name: string;
  readonly isHidden: boolean;
}

/** A workbook of any format that spreadsheets write. Each sheet is read when it is asked for. */
export interface Workbook {
  readonly sheets: readonly SheetPart[];
  /** What a sheet shows, its first `most` rows. @throws UnreadableError */
  readonly shown: (at: number, most?: number) => SheetText;
  /** What the cells of a sheet hold, not how their number formats show it. @throws UnreadableError */
  readonly stored: (at: number) => StoredSheet;
}

/** Reads which sheets there are. @param name tells what a file of text is for. @throws UnreadableError */
export function openWorkbook(bytes: Uint8Array, name = ''): Workbook {
  const book = opened(bytes, name);
  if (book.sheets.length === 0) throw new UnreadableError(texts.noSheets);
  return book;
}

function opened(bytes: Uint8Array, name: string): Workbook {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return zipped(openPackage(bytes));
  if (isCompound(bytes)) {
    if (isEncrypted(bytes)) throw new UnreadableError(archiveTexts.password);
    return whole(bytes);
  }
  // Before there were containers, a workbook began with its first record.
  if (bytes[0] === 0x09 && (bytes[1] ?? 9) <= 8 && bytes.includes(0)) return whole(bytes);
  // Instruments write tables and web pages under this name, because spreadsheets open them.
  if (endingOf(name) === 'xls') return written(bytes, name);
  throw new UnreadableError(archiveTexts.otherKind);
}

/** Of a zip, each sheet is unpacked and read alone: the other ones take no time. */
function zipped({ plain, cellSheets }: WorkbookPackage): Workbook {
  const kept = keptSheets(parsed(plain('none').bytes, { sheets: [] }), id => cellSheets?.has(id) ?? true);
  const sheetOf = (at: number, hasFormulas: boolean): Sheet => {
    const { at: place, id } = kept[at] ?? { at: -1, id: null };
    const { bytes, hasUncalculated } = plain(id === null ? 'all' : { id });
    return sheetIn(parsed(bytes, { sheets: [place], cellFormula: hasFormulas || hasUncalculated }), place);
  };
  return {
    sheets: kept,
    shown: (at, most) => readSheet(sheetOf(at, false), most),
    stored: at => storedSheet(sheetOf(at, true)),
  };
}

/** The older formats are read at one stroke. */
function whole(bytes: Uint8Array | string): Workbook {
  const book = parsed(bytes, { cellFormula: true });
  const kept = keptSheets(book, () => true).filter(({ at }) => {
    const type: unknown = book.Sheets[book.SheetNames[at] ?? '']?.['!type'];
    return type === undefined || type === 'sheet';
  });
  return {
    sheets: kept,
    shown: (at, most) => readSheet(sheetIn(book, kept[at]?.at ?? -1), most),
    stored: at => storedSheet(sheetIn(book, kept[at]?.at ?? -1)),
  };
}

/** A table, or a page with tables, under the name of a workbook. */
function written(bytes: Uint8Array, name: string): Workbook {
  const { encoding } = findEncoding(bytes);
  if (encoding === 'binary') throw new UnreadableError(archiveTexts.otherKind);
  const text = decode(bytes, encoding);
  if (/^\s*<(?:!doctype html|html|table|\?xml)/i.test(text)) {
    if (/<!DOCTYPE(?! html)|<!ENTITY/i.test(text)) throw new UnreadableError(archiveTexts.entities);
    return whole(text);
  }
  const table = new TableText(text, { ...decideTable(text, 'xls'), preamble: 0, hasHeader: false });
  return {
    sheets: [{ name: name.slice(0, -4), isHidden: false }],
    shown: (_, most = Infinity) => rowsAsSheet(table, most),
    stored: () => ({ values: rowsAsSheet(table, Infinity).text, formulas: '' }),
  };
}

/** A sheet that is not there could not be read: the library goes on without it. */
function sheetIn(book: WorkBook, at: number): Sheet {
  const cells = book.Sheets[book.SheetNames[at] ?? ''];
  if (cells === undefined) throw new UnreadableError(archiveTexts.damaged);
  return { cells, is1904: book.Workbook?.WBProps?.date1904 === true };
}

type KeptSheet = SheetPart & { readonly at: number; readonly id: string | null };

/** Sheets with their places in the workbook. @param isKept whether those with this id have cells; the others are charts. */
function keptSheets(book: WorkBook, isKept: (id: string) => boolean): readonly KeptSheet[] {
  return book.SheetNames.flatMap((name, at) => {
    const said = book.Workbook?.Sheets?.[at];
    const id: unknown = said !== undefined && 'id' in said ? said.id : undefined;
    const known = typeof id === 'string' ? id : null;
    if (known !== null && !isKept(known)) return [];
    return [{ name, at, id: known, isHidden: (said?.Hidden ?? 0) !== 0 }];
  });
}

/** Nothing of a cell is worked out or made ready for showing: only what stands in the file is read. */
const AS_STORED: ParsingOptions = {
  dense: true,
  cellFormula: false,
  cellHTML: false,
  cellNF: true,
  cellText: false,
  // Texts are texts, also those that look like numbers.
  raw: true,
};

function parsed(data: Uint8Array | string, options: ParsingOptions): WorkBook {
  try {
    return read(data, { ...AS_STORED, ...options, type: typeof data === 'string' ? 'string' : 'array' });
  } catch (thrown) {
    const isLocked = thrown instanceof Error && /password/i.test(thrown.message);
    throw new UnreadableError(isLocked ? archiveTexts.password : archiveTexts.damaged);
  }
}
