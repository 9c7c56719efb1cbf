/** A file in a zip archive. Its name has only letters, digits, dots and hyphens. */
export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const LOCAL = 0x04_03_4b_50;
const CENTRAL = 0x02_01_4b_50;
const END = 0x06_05_4b_50;
/** Version 2.0 needed to extract. */
const VERSION = 20;
/** Names are UTF-8. */
const FLAGS = 0x08_00;
/** 1 January 1980: the archive's contents tell when it was made. */
const DATE = 0x00_21;

/** A zip archive without compression, so that its bytes can be searched. At most 4 GiB and 65,535 files. */
export function zipped(entries: readonly ZipEntry[]): Uint8Array {
  const parts: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const nameBytes = new TextEncoder().encode(name);
    const facts = [FLAGS, 0, 0, DATE] as const;
    const sums = [crc32(bytes), bytes.length, bytes.length] as const;
    const local = written([
      [4, LOCAL],
      [2, VERSION],
      ...facts.map(each => [2, each] as const),
      ...sums.map(each => [4, each] as const),
      [2, nameBytes.length],
      [2, 0],
    ]);
    central.push(
      written([
        [4, CENTRAL],
        [2, VERSION],
        [2, VERSION],
        ...facts.map(each => [2, each] as const),
        ...sums.map(each => [4, each] as const),
        [2, nameBytes.length],
        ...[0, 0, 0, 0].map(each => [2, each] as const),
        [4, 0],
        [4, offset],
      ]),
      nameBytes,
    );
    parts.push(local, nameBytes, bytes);
    offset += local.length + nameBytes.length + bytes.length;
  }
  const directory = joined(central);
  const end = written([
    [4, END],
    [2, 0],
    [2, 0],
    [2, entries.length],
    [2, entries.length],
    [4, directory.length],
    [4, offset],
    [2, 0],
  ]);
  return joined([...parts, directory, end]);
}

/** Little-endian numbers with their widths in bytes. */
function written(fields: readonly (readonly [2 | 4, number])[]): Uint8Array {
  const bytes = new Uint8Array(fields.reduce((sum, [width]) => sum + width, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [width, value] of fields) {
    if (width === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += width;
  }
  return bytes;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let sum = 0xff_ff_ff_ff;
  for (const byte of bytes) sum = (sum >>> 8) ^ (TABLE[(sum ^ byte) & 0xff] ?? 0);
  return (sum ^ 0xff_ff_ff_ff) >>> 0;
}
