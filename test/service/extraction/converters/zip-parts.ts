import { unzipSync, zipSync } from 'fflate';

/** A package may unpack to so much, and hold so many parts: more is a zip bomb, or nothing to search in. */
const UNPACKED_BYTES = 256 * 1024 * 1024;
const PARTS = 20_000;

/** The parts of a zip package by path. */
export type Parts = ReadonlyMap<string, Uint8Array>;

/**
 * Unpacks the parts of a zip package that `wanted` asks for.
 * @throws Error when it is no zip, is cut short, or would unpack to too much.
 */
export function unzipped(bytes: Uint8Array, wanted: (path: string) => boolean = () => true): Parts {
  if (isCompound(bytes)) throw new Error('it is encrypted, or in an older format');
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) throw new Error('it is not a zip package');
  checkSize(bytes, wanted);
  // A part is unpacked into exactly as much room as it claims, so that a false claim gains nothing.
  return new Map(Object.entries(unzipSync(bytes, { filter: ({ name }) => wanted(name) })));
}

/** Whether this is the container of the binary Office formats, and of encrypted newer ones. */
export function isCompound(bytes: Uint8Array): boolean {
  return [0xd0, 0xcf, 0x11, 0xe0].every((byte, index) => bytes[index] === byte);
}

/** Looks at the list of parts only. */
function checkSize(bytes: Uint8Array, wanted: (path: string) => boolean): void {
  let unpackedBytes = 0;
  let parts = 0;
  unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      parts += 1;
      unpackedBytes += wanted(name) ? originalSize : 0;
      return false;
    },
  });
  if (parts > PARTS) throw new Error(`it holds more than ${PARTS} parts`);
  if (unpackedBytes > UNPACKED_BYTES) throw new Error(`it unpacks to more than ${UNPACKED_BYTES / 1024 / 1024} MiB`);
}

/** The same package, not packed: for parsers that unpack without any limit. */
export function repackedPlain(bytes: Uint8Array): Uint8Array {
  return zipSync(Object.fromEntries(unzipped(bytes)), { level: 0 });
}

/** The text of a part of the package. @throws Error when it is not there. */
export function partText(parts: Parts, path: string): string {
  const part = parts.get(path);
  if (part === undefined) throw new Error(`it has no ${path}`);
  return new TextDecoder().decode(part);
}
