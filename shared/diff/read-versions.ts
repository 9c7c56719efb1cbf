import { kindOf } from '../preview/kind.ts';
import { readTextDocument } from '../preview/documents/read-document.ts';
import { bytesInMemory } from '../preview/formats/file-bytes.ts';
import type { SectionsReader } from '../preview/formats/read-sections.ts';
import { linesOf } from '../preview/formats/section-lines.ts';
import { documentLines } from '../preview/plain/document-lines.ts';
import { openWorkbook } from '../preview/office/workbook.ts';
import { axesOf, type StackAxis } from '../preview/tiff/stack-axes.ts';
import { readTiff } from '../preview/tiff/tiff-directory.ts';
import { checkPlane } from '../preview/tiff/tiff-plane.ts';
import { UnreadableError } from '../preview/unreadable.ts';

/** A text in a file: a sheet of a workbook, or all that a document says. */
export interface TextPart {
  /** Of the sheet; empty of a document. */
  readonly name: string;
  /** What is stored: of a sheet its values with all their figures. */
  readonly text: string;
  /** Of a sheet, its formulas in the places of their cells; empty: it has none. */
  readonly formulas: string;
}

/** The planes of a TIFF file. */
export interface StackSide {
  readonly planes: number;
  readonly axes: readonly StackAxis[] | null;
}

/** Versions of a file that is no text, as far as they can be compared. */
export type ReadVersions =
  | { readonly is: 'unreadable' }
  | {
      readonly is: 'texts';
      readonly of: 'sheets' | 'document' | 'pdf' | 'sections';
      readonly base: readonly TextPart[] | null;
      readonly mine: readonly TextPart[];
      readonly theirs: readonly TextPart[];
      /** Whether one of them goes on behind what is read of so long a file. */
      readonly isCut: boolean;
    }
  | { readonly is: 'stacks'; readonly mine: StackSide; readonly theirs: StackSide };

/** Rows of a section that are compared. */
const MOST_ROWS = 100_000;

interface ToRead {
  readonly name: string;
  readonly base: Uint8Array | null;
  readonly mine: Uint8Array;
  readonly theirs: Uint8Array;
}

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
export async function readVersions(
  { name, base, mine, theirs }: ToRead,
  readers: VersionReaders,
): Promise<ReadVersions> {
  try {
    if (kindOf(name) === 'stack') return { is: 'stacks', mine: stackOf(mine), theirs: stackOf(theirs) };
    const read = (bytes: Uint8Array): Promise<ReadParts> => partsOf(name, bytes, readers);
    const from = base === null ? null : await read(base).catch(() => null);
    const [ours, others] = [await read(mine), await read(theirs)];
    const kind = kindOf(name);
    return {
      is: 'texts',
      of: kind === 'workbook' ? 'sheets' : kind === 'pdf' || kind === 'sections' ? kind : 'document',
      base: from?.parts ?? null,
      mine: ours.parts,
      theirs: others.parts,
      isCut: ours.isCut || others.isCut,
    };
  } catch (thrown) {
    if (thrown instanceof UnreadableError) return { is: 'unreadable' };
    throw thrown;
  }
}

interface ReadParts {
  readonly parts: readonly TextPart[];
  readonly isCut: boolean;
}

async function partsOf(name: string, bytes: Uint8Array, { pdf, sections }: VersionReaders): Promise<ReadParts> {
  const kind = kindOf(name);
  if (kind === 'workbook') {
    const { sheets, stored } = openWorkbook(bytes, name);
    const parts = sheets.map((sheet, at) => {
      const { values, formulas } = stored(at);
      return { name: sheet.name, text: ended(values), formulas: ended(formulas) };
    });
    return { parts, isCut: false };
  }
  if (kind === 'sections') return sectionParts(name, bytes, sections);
  // The library of PDFs takes the bytes away.
  const { lines, isCut } = kind === 'document' ? documentText(bytes, name) : await pdf(bytes.slice());
  return { parts: [{ name: '', text: ended(lines.join('\n')), formulas: '' }], isCut };
}

/** Each section that says something in words is a part, named by its title and, where that is not unique, its place. */
async function sectionParts(name: string, bytes: Uint8Array, read: SectionsReader): Promise<ReadParts> {
  const { sections, isCut } = await read(bytesInMemory(bytes), { name, wish: {}, mostRows: MOST_ROWS });
  const told = sections.filter(({ is }) => is !== 'chart' && is !== 'picture' && is !== 'image' && is !== 'choice');
  const seen = new Map<string, number>();
  const parts = told.map(section => {
    const count = (seen.get(section.title) ?? 0) + 1;
    seen.set(section.title, count);
    const own = count === 1 ? section.title : `${section.title} (${count})`;
    return { name: own, text: ended(linesOf(section).join('\n')), formulas: '' };
  });
  return { parts, isCut };
}

function documentText(bytes: Uint8Array, name: string): ReadLines {
  const { blocks, isCut } = readTextDocument(bytes, name, 'all');
  return { lines: documentLines(blocks), isCut };
}

function ended(text: string): string {
  return text === '' ? '' : `${text}\n`;
}

function stackOf(bytes: Uint8Array): StackSide {
  const { planes } = readTiff(bytes);
  const [first] = planes;
  if (first === undefined) return { planes: 0, axes: null };
  checkPlane(first, true);
  return { planes: planes.length, axes: axesOf(first, planes.length) };
}
