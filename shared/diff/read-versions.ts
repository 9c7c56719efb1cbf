import { kindOf } from '../preview/kind.ts';
import { readTextDocument } from '../preview/documents/read-document.ts';
import type { SectionsReader } from '../preview/formats/read-sections.ts';
import { documentLines } from '../preview/plain/document-lines.ts';
import { openWorkbook } from '../preview/office/workbook.ts';
import { axesOf, type StackAxis } from '../preview/tiff/stack-axes.ts';
import { readTiff } from '../preview/tiff/tiff-directory.ts';
import { checkPlane } from '../preview/tiff/tiff-plane.ts';
import {
  withLineEnd,
  orUnreadable,
  type ReadParts,
  type ReadTexts,
  readTexts,
  sectionParts,
  type VersionBytes,
} from './read-parts.ts';

/** The planes of a TIFF file. */
export interface StackSide {
  readonly planes: number;
  readonly axes: readonly StackAxis[] | null;
}

/** Versions of a file that is no text, as far as they can be compared. */
export type ReadVersions =
  | { readonly is: 'unreadable' }
  | ReadTexts
  | { readonly is: 'stacks'; readonly mine: StackSide; readonly theirs: StackSide };

/** Reads the text of a PDF, line by line. */
export type PdfReader = (bytes: Uint8Array) => Promise<ReadLines>;

/** The lines of a text, as far as they are read. */
export interface ReadLines {
  readonly lines: readonly string[];
  readonly isCut: boolean;
}

/** What reads files with libraries of their own; the caller brings it, since not every thread may load them. */
export interface VersionReaders {
  readonly pdf: PdfReader;
  /** Reads a file of measurements by the ending of its name. */
  readonly sections: SectionsReader;
}

/** Reads what can be compared of them. A base that cannot be read is none to start from. */
export async function readVersions(versions: VersionBytes, readers: VersionReaders): Promise<ReadVersions> {
  const { name, mine, theirs } = versions;
  return orUnreadable(async () => {
    const kind = kindOf(name);
    if (kind === 'stack') return { is: 'stacks', mine: stackOf(mine), theirs: stackOf(theirs) };
    const of = kind === 'workbook' ? 'sheets' : kind === 'pdf' || kind === 'sections' ? kind : 'document';
    return readTexts(versions, of, bytes => partsOf(name, bytes, readers));
  });
}

async function partsOf(name: string, bytes: Uint8Array, { pdf, sections }: VersionReaders): Promise<ReadParts> {
  const kind = kindOf(name);
  if (kind === 'workbook') {
    const { sheets, stored } = openWorkbook(bytes, name);
    const parts = sheets.map((sheet, at) => {
      const { values, formulas } = stored(at);
      return { name: sheet.name, text: withLineEnd(values), formulas: withLineEnd(formulas) };
    });
    return { parts, isCut: false };
  }
  if (kind === 'sections') return sectionParts(name, bytes, sections);
  // The library of PDFs takes the bytes away.
  const { lines, isCut } = kind === 'document' ? documentText(bytes, name) : await pdf(bytes.slice());
  return { parts: [{ name: '', text: withLineEnd(lines.join('\n')), formulas: '' }], isCut };
}

function documentText(bytes: Uint8Array, name: string): ReadLines {
  const { blocks, isCut } = readTextDocument(bytes, name, 'all');
  return { lines: documentLines(blocks), isCut };
}

function stackOf(bytes: Uint8Array): StackSide {
  const { planes } = readTiff(bytes);
  const [first] = planes;
  if (first === undefined) return { planes: 0, axes: null };
  checkPlane(first, true);
  return { planes: planes.length, axes: axesOf(first, planes.length) };
}
