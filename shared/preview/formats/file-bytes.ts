import { previewTexts } from '../../features/preview/pane-text.ts';
import { formatBytes } from '../../text/format.ts';
import { UnreadableError } from '../unreadable.ts';

/** The bytes of a file that is read in parts, so that a large one need not be in memory. */
export interface FileBytes {
  readonly sizeBytes: number;
  /** Bytes from one up to, not with, another; fewer where the file ends. */
  read(from: number, to: number): Promise<Uint8Array>;
}

/** The bytes of a file that is in memory. */
export function bytesInMemory(bytes: Uint8Array): FileBytes {
  return { sizeBytes: bytes.length, read: async (from, to) => bytes.subarray(from, to) };
}

/** All bytes of a file whose format cannot be read in parts. @throws UnreadableError when there are more than `most`. */
export async function readWhole(file: FileBytes, most: number): Promise<Uint8Array> {
  if (file.sizeBytes > most) throw new UnreadableError(previewTexts.stopped.tooLarge(formatBytes(most)));
  return file.read(0, file.sizeBytes);
}
