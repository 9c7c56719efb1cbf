import { pdfTexts } from '../../features/preview/files-text.ts';
import { readTextDocument } from '../documents/read-document.ts';
import type { PreviewKind } from '../kind.ts';
import { documentLines } from './document-lines.ts';
import { sheetReading, type SheetReading } from './sheet-reading.ts';
import { workbookTables } from './workbook-tables.ts';

/** What is in a file that is no plain text, for commands. `lines`: for reading. `isCut`: there is more. */
export type FileReading =
  | {
      readonly is: 'workbook';
      readonly sheets: readonly SheetReading[];
      readonly lines: readonly string[];
      readonly isCut: boolean;
    }
  | { readonly is: 'document'; readonly lines: readonly string[]; readonly isCut: boolean }
  | {
      readonly is: 'pdf';
      readonly pages: number;
      /** As its writer named it; empty when not. */
      readonly title: string;
      readonly lines: readonly string[];
      readonly isCut: boolean;
    };

export type ReadKind = Extract<PreviewKind, 'workbook' | 'document' | 'pdf'>;

/** A whole file, and how many lines or rows of it are wanted at most. */
export interface FileToRead {
  readonly name: string;
  readonly kind: ReadKind;
  readonly bytes: Uint8Array;
  readonly most: number;
}

/** Reads what a person would read in a file. Nothing in it is run or worked out. @throws UnreadableError */
export async function readFile({ name, kind, bytes, most }: FileToRead): Promise<FileReading> {
  switch (kind) {
    case 'workbook':
      return workbookReading(bytes, name, most);
    case 'document': {
      const { blocks, isCut } = readTextDocument(bytes, name);
      const lines = documentLines(blocks);
      return { is: 'document', lines: lines.slice(0, most), isCut: isCut || lines.length > most };
    }
    case 'pdf':
      return pdfReading(bytes, most);
  }
}

function workbookReading(bytes: Uint8Array, name: string, most: number): FileReading {
  const sheets = [...workbookTables(bytes, name, most)].map(sheetReading);
  return {
    is: 'workbook',
    sheets,
    lines: sheets.flatMap(({ lines }, at) => (at === 0 ? lines : ['', ...lines])),
    isCut: sheets.some(({ isCut }) => isCut),
  };
}

async function pdfReading(bytes: Uint8Array, most: number): Promise<FileReading> {
  // Its library is large, and every other kind would wait for it.
  const { linesOf, openPdf, pageOf, titleOf } = await import('../pdf/pdf-document.ts');
  const open = await openPdf(bytes);
  const lines: string[] = [];
  let at = 0;
  let hasText = false;
  for (; at < open.numPages && lines.length <= most; at++) {
    const said = await linesOf(await pageOf(open, at));
    hasText ||= said.length > 0;
    if (at > 0) lines.push('');
    lines.push(pdfTexts.page(at + 1, open.numPages));
    for (const line of said) lines.push(line);
  }
  const isCut = lines.length > most || at < open.numPages;
  if (!hasText && !isCut) lines.splice(0, lines.length, pdfTexts.noText);
  return { is: 'pdf', pages: open.numPages, title: await titleOf(open), lines: lines.slice(0, most), isCut };
}
