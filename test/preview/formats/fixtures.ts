import { readFile } from 'node:fs/promises';

import { bytesInMemory, type FileBytes } from '../../../shared/preview/formats/file-bytes.ts';
import { readSections } from '../../../shared/preview/formats/readers.ts';
import { sectionLines } from '../../../shared/preview/formats/section-lines.ts';
import type { FileSections, Wish } from '../../../shared/preview/formats/sections.ts';

/** A file that `fixtures/make.py` made. */
export async function fixture(name: string): Promise<Buffer> {
  return readFile(new URL(`./fixtures/${name}`, import.meta.url));
}

/** Sections of a file by its name, from its bytes. */
export function sectionsOf(
  name: string,
  bytes: Uint8Array | FileBytes,
  wish: Wish = {},
  mostRows = 3,
): Promise<FileSections> {
  const file = bytes instanceof Uint8Array ? bytesInMemory(bytes) : bytes;
  return readSections(file, { name, wish, mostRows });
}

export async function linesOf(
  name: string,
  bytes: Uint8Array,
  wish: Wish = {},
  mostRows = 3,
): Promise<readonly string[]> {
  return sectionLines(await sectionsOf(name, bytes, wish, mostRows));
}

/** A file that counts how many bytes are read of it. */
export function counted(bytes: Uint8Array): FileBytes & { readBytes: number } {
  const file = {
    sizeBytes: bytes.length,
    readBytes: 0,
    read: async (from: number, to: number): Promise<Uint8Array> => {
      const part = bytes.subarray(from, to);
      file.readBytes += part.length;
      return part;
    },
  };
  return file;
}
