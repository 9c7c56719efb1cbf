import { FaultError } from '../../../shared/fault.ts';

/** A file that ended before its announced end. */
export function brokeOff(came: number, announced: number): FaultError {
  return new FaultError({ kind: 'offline', detail: `the file broke off after ${came} of ${announced} bytes` });
}

/** `sizeBytes` null: it was not announced. */
interface ComingFile {
  readonly sizeBytes: number | null;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Hands on all of a file that comes piece by piece. @returns how many bytes. @throws FaultError when it ends too early. */
export async function receive(
  { sizeBytes, chunks }: ComingFile,
  write: (chunk: Uint8Array) => Promise<void>,
): Promise<number> {
  let came = 0;
  try {
    for await (const chunk of chunks) {
      await write(chunk);
      came += chunk.byteLength;
    }
  } catch (error) {
    // Whoever sent it hung up; what the disk says against it is a fault already.
    throw error instanceof FaultError ? error : brokeOff(came, sizeBytes ?? came);
  }
  if (sizeBytes !== null && came !== sizeBytes) throw brokeOff(came, sizeBytes);
  return came;
}
