import { read, utils } from '@e965/xlsx';
import type { CellObject, WorkSheet } from '@e965/xlsx';

import { extensionOf } from '../../rules/ground/refused-extensions.ts';
import { delimitedText } from './delimited.ts';
import { htmlText } from './hypertext.ts';
import { textIn } from './text-encoding.ts';
import { isCompound, repackedPlain } from './zip-parts.ts';

/** Rows read per sheet; a search does not need the text beyond them. */
const ROWS = 100_000;

/** The sheets of a workbook, each below its name, with tabs between the columns and numbers as they are shown. */
export function workbookText(bytes: Uint8Array, name: string): string {
  if (isZip(bytes)) return sheetsText(repackedPlain(bytes));
  if (isCompound(bytes)) return sheetsText(bytes);
  const text = extensionOf(name) === '.xls' ? textIn(bytes, null) : null;
  if (text === null) throw new Error('it is not a workbook');
  // Instruments write tables and web pages under the name of .xls, because a spreadsheet opens them.
  return /^\s*<(!doctype|html|table|\?xml)/i.test(text) ? htmlText(bytes) : delimitedText(bytes);
}

function sheetsText(bytes: Uint8Array): string {
  const book = read(bytes, { type: 'array', dense: true, sheetRows: ROWS, cellHTML: false, cellNF: true });
  return book.SheetNames.map(sheetName => {
    const sheet = book.Sheets[sheetName];
    const rows = sheet === undefined ? '' : utils.sheet_to_csv(readable(sheet), { FS: '\t', blankrows: false });
    return `Sheet: ${sheetName}\n${rows}\n`;
  }).join('\n');
}

/**
 * Number formats that name a language and no currency, such as `[$-409]0.00`, would be shown with a dollar sign by the
 * parser; without the language they say the same.
 */
function readable(sheet: WorkSheet): WorkSheet {
  const rows = (sheet['!data'] ?? []) as readonly (readonly (CellObject | undefined)[] | undefined)[];
  for (const cell of rows.flatMap(row => row ?? [])) {
    if (cell === undefined || !/\[\$-/.test(String(cell.z))) continue;
    cell.z = String(cell.z).replaceAll(/\[\$-[^\]]*\]/g, '');
    delete cell.w;
  }
  return sheet;
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}
