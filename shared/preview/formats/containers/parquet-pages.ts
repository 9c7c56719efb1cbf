import { decompress } from 'fzstd';
import { type Compressors, snappyUncompress } from 'hyparquet';
import type { ColumnMetaData } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { decompressBrotli } from 'hyparquet-compressors/src/brotli.js';
import { gunzip } from 'hyparquet-compressors/src/gzip.js';
import { decompressLz4, decompressLz4Raw } from 'hyparquet-compressors/src/lz4.js';

import { archiveTexts } from '../../../features/preview/files-text.ts';
import { MIB } from '../../../units.ts';
import { UnreadableError } from '../../unreadable.ts';
import type { FileBytes } from '../file-bytes.ts';

/** A page that unpacks to more is not unpacked: writers make pages of about a megabyte. */
const MOST_PAGE_BYTES = 64 * MIB;
/** Of a column, as many bytes are read at most. */
const MOST_COLUMN_BYTES = 32 * MIB;
const MOST_PAGES = 10_000;
/** The header of a page with its statistics is shorter, in bytes. */
const PAGE_HEADER_BYTES = 16 * 1024;

/** How pages are unpacked, each to the size that its header says and within a limit. */
export const COMPRESSORS: Compressors = {
  SNAPPY: (input, size) => {
    const output = room(size);
    snappyUncompress(input, output);
    return output;
  },
  GZIP: (input, size) => gunzip(input, room(size)),
  BROTLI: (input, size) => decompressBrotli(input, checked(size)),
  ZSTD: (input, size) => decompress(input, room(size)),
  LZ4: (input, size) => decompressLz4(input, checked(size)),
  LZ4_RAW: (input, size) => decompressLz4Raw(input, checked(size)),
};

/** The pages at the beginning of a column that hold its first rows. */
export interface FirstPages {
  /** How many bytes they take. */
  readonly bytes: number;
  /** Whether they are all pages that the column has in its group of rows. */
  readonly isWhole: boolean;
}

/**
 * Finds the pages of a column that hold its first rows, by their headers: a column may have a gigabyte. Null: it cannot be
 * read within the limits.
 */
export async function firstPages(
  file: FileBytes,
  column: ColumnMetaData,
  { rows, isFlat }: { readonly rows: number; readonly isFlat: boolean },
): Promise<FirstPages | null> {
  const start = Number(column.dictionary_page_offset || column.data_page_offset);
  const size = Number(column.total_compressed_size);
  if (start < 0 || size < 0 || start + size > file.sizeBytes) throw new UnreadableError(archiveTexts.damaged);
  let at = 0;
  let seen = 0;
  let unpacked = 0;
  for (let pages = 0; at < size - 1 && seen < rows && pages < MOST_PAGES; pages += 1) {
    const head = await file.read(start + at, Math.min(start + size, start + at + PAGE_HEADER_BYTES));
    const reader = { view: new DataView(head.buffer, head.byteOffset, head.byteLength), offset: 0 };
    const header = parquetHeader(reader);
    if (!(header.compressed_page_size >= 0 && header.uncompressed_page_size >= 0))
      throw new UnreadableError(archiveTexts.damaged);
    at += reader.offset + header.compressed_page_size;
    unpacked += header.uncompressed_page_size;
    // A row of a nested column has any number of values, so that its pages count half: a few more are read.
    const values = header.data_page_header_v2?.num_rows ?? header.data_page_header?.num_values ?? 0;
    seen += isFlat || header.data_page_header_v2 !== undefined ? values : Math.min(values, rows / 2);
    if (at > MOST_COLUMN_BYTES || unpacked > 2 * MOST_PAGE_BYTES) return null;
  }
  return { bytes: Math.min(at, size), isWhole: at >= size - 1 };
}

function room(size: number): Uint8Array {
  return new Uint8Array(checked(size));
}

/** @throws UnreadableError */
function checked(size: number): number {
  if (!(size >= 0 && size <= MOST_PAGE_BYTES)) throw new UnreadableError(archiveTexts.bomb);
  return size;
}
