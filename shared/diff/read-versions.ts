import { kindOf } from '../preview/kind.ts';
import { Archive } from '../preview/office/archive.ts';
import { readDocument } from '../preview/office/document.ts';
import { documentLines } from '../preview/plain/document-lines.ts';
import { workbookTables } from '../preview/plain/workbook-tables.ts';
import { axesOf, type StackAxis } from '../preview/tiff/stack-axes.ts';
import { readTiff } from '../preview/tiff/tiff-directory.ts';
import { checkPlane } from '../preview/tiff/tiff-plane.ts';
import { UnreadableError } from '../preview/unreadable.ts';

/** A text in a file: a sheet of a workbook, or all that a document says. */
export interface TextPart {
  /** Of the sheet; empty of a document. */
  readonly name: string;
  readonly text: string;
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
      readonly of: 'sheets' | 'text';
      readonly base: readonly TextPart[] | null;
      readonly mine: readonly TextPart[];
      readonly theirs: readonly TextPart[];
    }
  | { readonly is: 'stacks'; readonly mine: StackSide; readonly theirs: StackSide };

interface ToRead {
  readonly name: string;
  readonly base: Uint8Array | null;
  readonly mine: Uint8Array;
  readonly theirs: Uint8Array;
}

/** Reads the text of a PDF, line by line. Its library is large, so the caller brings it. */
export type PdfReader = (bytes: Uint8Array) => Promise<readonly string[]>;

/** Reads what can be compared of them. A base that cannot be read is none to start from. */
export async function readVersions({ name, base, mine, theirs }: ToRead, pdf: PdfReader): Promise<ReadVersions> {
  try {
    if (kindOf(name) === 'stack') return { is: 'stacks', mine: stackOf(mine), theirs: stackOf(theirs) };
    const read = (bytes: Uint8Array): Promise<readonly TextPart[]> => partsOf(name, bytes, pdf);
    const from = base === null ? null : await read(base).catch(() => null);
    const of = kindOf(name) === 'workbook' ? 'sheets' : 'text';
    return { is: 'texts', of, base: from, mine: await read(mine), theirs: await read(theirs) };
  } catch (thrown) {
    if (thrown instanceof UnreadableError) return { is: 'unreadable' };
    throw thrown;
  }
}

async function partsOf(name: string, bytes: Uint8Array, pdf: PdfReader): Promise<readonly TextPart[]> {
  const kind = kindOf(name);
  if (kind === 'workbook')
    return [...workbookTables(bytes)].map(sheet => ({ name: sheet.name, text: ended(sheet.text) }));
  const lines =
    kind === 'document'
      ? documentLines(readDocument(new Archive(bytes)).blocks)
      : // The library takes the bytes away.
        await pdf(bytes.slice());
  return [{ name: '', text: ended(lines.join('\n')) }];
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
