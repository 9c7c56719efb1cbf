import { archiveTexts } from '../../features/preview/files-text.ts';
import { UnreadableError } from '../unreadable.ts';
import type { FileBytes } from './file-bytes.ts';
import type { FormatsIn, ReaderGroup } from './formats.ts';
import type { FileSections, Wish } from './sections.ts';

/** What is wanted of a file. */
export interface SectionsRequest {
  readonly name: string;
  /** What a person chose; an option that the file does not have is taken for the usual one. */
  readonly wish: Wish;
  /** Rows and lines of a section at most. */
  readonly mostRows: number;
  /** Cells of a table at most; left out: as many as its rows have. A reader may give more, which are left out later. */
  readonly mostCells?: number;
}

/** Reads a file of one format. Nothing in it is run. @throws UnreadableError with a sentence for people. */
export type SectionsReader = (file: FileBytes, request: SectionsRequest) => Promise<FileSections>;

/** The readers of a group, by their formats. */
export type ReadersIn<G extends ReaderGroup> = { readonly [F in FormatsIn<G>]: SectionsReader };

/** Reads a file with the reader of its format. @throws UnreadableError with a sentence, for any content of the file. */
export async function readWith(
  read: SectionsReader | null,
  file: FileBytes,
  request: SectionsRequest,
): Promise<FileSections> {
  if (read === null) throw new UnreadableError(archiveTexts.otherKind);
  try {
    return await read(file, request);
  } catch (thrown) {
    if (thrown instanceof UnreadableError) throw thrown;
    // A place that a damaged file names lies outside of it, for our readers as for those of libraries.
    throw new UnreadableError(archiveTexts.damaged);
  }
}
