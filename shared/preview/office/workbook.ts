import { archiveTexts, workbookTexts as texts } from '../../features/preview/files-text.ts';
import type { Archive } from './archive.ts';
import { scanXml } from './xml-scan.ts';
import { UnreadableError } from '../unreadable.ts';
import { builtInFormat, numberFormat, type NumberFormat } from './number-format.ts';
import { type SheetWords, withSigns } from './sheet-text.ts';

/** A sheet of a workbook, before it is read. */
export interface SheetPart {
  readonly name: string;
  /** Where it is in the archive. */
  readonly part: string;
  readonly isHidden: boolean;
}

export interface Workbook {
  readonly sheets: readonly SheetPart[];
  readonly words: SheetWords;
}

const ROOT = 'xl/workbook.xml';

/** Reads which sheets there are, and what their cells refer to. @throws UnreadableError */
export function readWorkbook(archive: Archive): Workbook {
  if (!archive.has(ROOT))
    throw new UnreadableError(archive.has('xl/workbook.bin') ? texts.binary : archiveTexts.otherKind);
  const parts = readRelations(archive);
  const sheets: SheetPart[] = [];
  let is1904 = false;
  scanXml(archive.text(ROOT), {
    open: (name, attribute) => {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attribute('date1904') ?? '');
      if (name !== 'sheet') return;
      const part = parts.get(attribute('r:id') ?? '');
      if (part === undefined || !archive.has(part)) return;
      sheets.push({ name: attribute('name') ?? '', part, isHidden: (attribute('state') ?? 'visible') !== 'visible' });
    },
  });
  if (sheets.length === 0) throw new UnreadableError(texts.noSheets);
  return { sheets, words: { shared: readShared(archive), formats: readFormats(archive, is1904) } };
}

/** Names of sheets, by the ids that the workbook uses for them. Only sheets of cells; charts have none. */
function readRelations(archive: Archive): Map<string, string> {
  const parts = new Map<string, string>();
  if (!archive.has('xl/_rels/workbook.xml.rels')) return parts;
  scanXml(archive.text('xl/_rels/workbook.xml.rels'), {
    open: (name, attribute) => {
      const target = attribute('Target') ?? '';
      if (name === 'Relationship' && (attribute('Type') ?? '').endsWith('/worksheet'))
        parts.set(attribute('Id') ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`);
    },
  });
  return parts;
}

/** Texts that many cells have in common. How they are pronounced is left out. */
function readShared(archive: Archive): readonly string[] {
  const shared: string[] = [];
  if (!archive.has('xl/sharedStrings.xml')) return shared;
  let text = '';
  let isText = false;
  let isPhonetic = false;
  scanXml(archive.text('xl/sharedStrings.xml'), {
    open: name => {
      if (name === 'si') text = '';
      else if (name === 'rPh') isPhonetic = true;
      else if (name === 't') isText = !isPhonetic;
    },
    close: name => {
      if (name === 'si') shared.push(withSigns(text));
      else if (name === 'rPh') isPhonetic = false;
      else if (name === 't') isText = false;
    },
    text: part => {
      if (isText) text += part;
    },
  });
  return shared;
}

/** How the numbers of each style are shown. */
function readFormats(archive: Archive, is1904: boolean): readonly NumberFormat[] {
  const formats: NumberFormat[] = [];
  if (!archive.has('xl/styles.xml')) return formats;
  const codes = new Map<number, string>();
  const known = new Map<number, NumberFormat>();
  let isCells = false;
  scanXml(archive.text('xl/styles.xml'), {
    open: (name, attribute) => {
      if (name === 'numFmt') codes.set(Number(attribute('numFmtId')), attribute('formatCode') ?? 'General');
      else if (name === 'cellXfs') isCells = true;
      else if (name === 'xf' && isCells) {
        const id = Number(attribute('numFmtId') ?? 0);
        const format = known.get(id) ?? numberFormat(codes.get(id) ?? builtInFormat(id), is1904);
        known.set(id, format);
        formats.push(format);
      }
    },
    close: name => {
      if (name === 'cellXfs') isCells = false;
    },
  });
  return formats;
}
