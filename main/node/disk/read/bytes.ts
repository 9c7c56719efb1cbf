import { read, readSync, write, writeSync } from 'node:fs';
import { promisify } from 'node:util';

import { KIB } from '../../../../shared/units.ts';
import { isSharing, pooledAtOnce } from '../job-pool.ts';

const readLater = promisify(read);
const writeLater = promisify(write);

/** So much is read or written on this thread: a thread of Node's pool costs more than the work. */
export const AT_ONCE_BYTES = 256 * KIB;

/** Reads what is there from a byte on, at the beginning of the buffer. @returns how much; 0 at the end. */
export async function readBytes(file: number, buffer: Uint8Array, at: number): Promise<number> {
  const size = buffer.byteLength;
  if (size <= AT_ONCE_BYTES || isSharing()) return readSync(file, buffer, 0, size, at);
  return (await readLater(file, buffer, 0, size, at)).bytesRead;
}

/** Writes all of the bytes from a byte of the file on. */
export async function writeBytes(file: number, bytes: Uint8Array, to: number): Promise<void> {
  if (bytes.byteLength <= AT_ONCE_BYTES || isSharing()) writeNow(file, bytes, to);
  else await writeAllLater(file, bytes, to);
}

/** The same as `readBytes` for many bytes, while this thread does something else, where the pool has room for that. */
export function readBeside(file: number, buffer: Uint8Array, at: number): Promise<number> {
  const size = buffer.byteLength;
  return pooledAtOnce(
    async () => (await readLater(file, buffer, 0, size, at)).bytesRead,
    () => readSync(file, buffer, 0, size, at),
  );
}

/** The same as `writeBytes` for many bytes, while this thread does something else, where the pool has room for that. */
export function writeBeside(file: number, bytes: Uint8Array, to: number): Promise<void> {
  return pooledAtOnce(
    () => writeAllLater(file, bytes, to),
    () => writeNow(file, bytes, to),
  );
}

async function writeAllLater(file: number, bytes: Uint8Array, to: number): Promise<void> {
  for (let at = 0; at < bytes.byteLength;) {
    const { bytesWritten } = await writeLater(file, bytes, at, bytes.byteLength - at, to + at);
    at += bytesWritten;
  }
}

function writeNow(file: number, bytes: Uint8Array, to: number): void {
  for (let at = 0; at < bytes.byteLength;) at += writeSync(file, bytes, at, bytes.byteLength - at, to + at);
}
