import { MIB } from '../../units.ts';
import type { FileBytes } from './file-bytes.ts';

const CHUNK_BYTES = 4 * MIB;

/** The first bytes of a file, one piece after the other, so that no more than one is in memory. @param most in bytes */
export async function* chunksOf(file: FileBytes, most: number): AsyncGenerator<Uint8Array> {
  const end = Math.min(file.sizeBytes, most);
  for (let at = 0; at < end; at += CHUNK_BYTES) yield file.read(at, Math.min(end, at + CHUNK_BYTES));
}
