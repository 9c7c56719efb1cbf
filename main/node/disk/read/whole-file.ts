import { staleFault } from '../system-error.ts';
import type { Readable } from './read-file.ts';

/** All of a file; null of one that is not as large any more as it was. */
export async function wholeOf(file: Readable): Promise<Uint8Array<ArrayBuffer> | null> {
  const { sizeBytes } = file.entry;
  // One byte more would be read if there were more by now.
  const whole = await file.readInto(new Uint8Array(sizeBytes + 1), 0);
  return whole.byteLength === sizeBytes ? whole : null;
}

/**
 * All of a file that is the expected one before and after it is read; then it is closed.
 * @param fingerprint what the file must have. @throws FaultError `stale`.
 */
export async function expectedBytes(
  file: Readable,
  { path, fingerprint }: { path: string; fingerprint: string },
): Promise<Uint8Array> {
  try {
    const bytes = file.entry.fingerprint === fingerprint ? (file.whole ?? (await unchangedBytes(file))) : null;
    if (bytes === null) throw staleFault(path, 'changed while it was being sent');
    return bytes;
  } finally {
    await file.close();
  }
}

async function unchangedBytes(file: Readable): Promise<Uint8Array | null> {
  const whole = await wholeOf(file);
  return (await file.unchanged()) ? whole : null;
}
