import { FaultError } from '../../../shared/fault.ts';

/** A file that ended before its announced size. */
export function brokeOff(came: number, announced: number): FaultError {
  return new FaultError({ kind: 'offline', detail: `the file broke off after ${came} of ${announced} bytes` });
}

/** `sizeBytes` null: not announced. */
interface ComingFile {
  readonly sizeBytes: number | null;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Passes on a file piece by piece. @returns the number of bytes. @throws FaultError when it ends too early. */
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
    // The sender disconnected; errors of the disk are faults already.
    throw error instanceof FaultError ? error : brokeOff(came, sizeBytes ?? came);
  }
  if (sizeBytes !== null && came !== sizeBytes) throw brokeOff(came, sizeBytes);
  return came;
}
