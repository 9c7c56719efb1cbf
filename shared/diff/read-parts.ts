import { bytesInMemory } from '../preview/formats/file-bytes.ts';
import type { SectionsReader } from '../preview/formats/read-sections.ts';
import { linesOf } from '../preview/formats/section-lines.ts';
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

/** The texts in versions of a file. */
export interface ReadTexts {
  readonly is: 'texts';
  readonly of: 'sheets' | 'document' | 'pdf' | 'sections';
  readonly base: readonly TextPart[] | null;
  readonly mine: readonly TextPart[];
  readonly theirs: readonly TextPart[];
  /** Whether one of them goes on behind what is read of so long a file. */
  readonly isCut: boolean;
}

/** The versions of a file. `base`: what both were made from; null: not known. */
export interface VersionBytes {
  readonly name: string;
  readonly base: Uint8Array | null;
  readonly mine: Uint8Array;
  readonly theirs: Uint8Array;
}

export interface ReadParts {
  readonly parts: readonly TextPart[];
  readonly isCut: boolean;
}

/** Rows of a section that are compared. */
const MOST_ROWS = 100_000;

/** Reads versions of a file of measurements; apart from what reads other kinds, whose libraries are large. */
export async function readSectionVersions(
  versions: VersionBytes,
  read: SectionsReader,
): Promise<ReadTexts | { readonly is: 'unreadable' }> {
  return orUnreadable(() => readTexts(versions, 'sections', bytes => sectionParts(versions.name, bytes, read)));
}

/** Reads the texts of all versions. A base that cannot be read is none to start from. @throws UnreadableError */
export async function readTexts(
  { base, mine, theirs }: VersionBytes,
  of: ReadTexts['of'],
  read: (bytes: Uint8Array) => Promise<ReadParts>,
): Promise<ReadTexts> {
  const from = base === null ? null : await read(base).catch(() => null);
  const [ours, others] = [await read(mine), await read(theirs)];
  return {
    is: 'texts',
    of,
    base: from?.parts ?? null,
    mine: ours.parts,
    theirs: others.parts,
    isCut: ours.isCut || others.isCut,
  };
}

export async function orUnreadable<T>(read: () => Promise<T>): Promise<T | { readonly is: 'unreadable' }> {
  try {
    return await read();
  } catch (thrown) {
    if (thrown instanceof UnreadableError) return { is: 'unreadable' };
    throw thrown;
  }
}

/** Each section that says something in words is a part, named by its title and, where that is not unique, its place. */
export async function sectionParts(name: string, bytes: Uint8Array, read: SectionsReader): Promise<ReadParts> {
  const { sections, isCut } = await read(bytesInMemory(bytes), { name, wish: {}, mostRows: MOST_ROWS });
  const told = sections.filter(({ is }) => is !== 'chart' && is !== 'picture' && is !== 'image' && is !== 'choice');
  const seen = new Map<string, number>();
  const parts = told.map(section => {
    const count = (seen.get(section.title) ?? 0) + 1;
    seen.set(section.title, count);
    const own = count === 1 ? section.title : `${section.title} (${count})`;
    return { name: own, text: withLineEnd(linesOf(section).join('\n')), formulas: '' };
  });
  return { parts, isCut };
}

/** A text whose last line is ended like the others. */
export function withLineEnd(text: string): string {
  return text === '' ? '' : `${text}\n`;
}
