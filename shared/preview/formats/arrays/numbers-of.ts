/** Types of numbers in arrays: their sizes in bytes, and how one is read. */
const TYPES: {
  readonly [type: string]: {
    readonly bytes: number;
    read(view: DataView, at: number, little: boolean): number | bigint;
  };
} = {
  i1: { bytes: 1, read: (view, at) => view.getInt8(at) },
  u1: { bytes: 1, read: (view, at) => view.getUint8(at) },
  b1: { bytes: 1, read: (view, at) => view.getUint8(at) },
  i2: { bytes: 2, read: (view, at, little) => view.getInt16(at, little) },
  u2: { bytes: 2, read: (view, at, little) => view.getUint16(at, little) },
  i4: { bytes: 4, read: (view, at, little) => view.getInt32(at, little) },
  u4: { bytes: 4, read: (view, at, little) => view.getUint32(at, little) },
  i8: { bytes: 8, read: (view, at, little) => view.getBigInt64(at, little) },
  u8: { bytes: 8, read: (view, at, little) => view.getBigUint64(at, little) },
  f2: { bytes: 2, read: (view, at, little) => halfFloat(view.getUint16(at, little)) },
  f4: { bytes: 4, read: (view, at, little) => view.getFloat32(at, little) },
  f8: { bytes: 8, read: (view, at, little) => view.getFloat64(at, little) },
};

/** How many bytes a value of a type takes; null: it is no number. @param type such as `f4`, as NumPy names it. */
export function bytesOfType(type: string): number | null {
  return TYPES[type]?.bytes ?? null;
}

/** The numbers in some bytes. Large integers keep all their figures. */
export function numbersOf(bytes: Uint8Array, type: string, little: boolean): readonly (number | bigint)[] {
  const how = TYPES[type];
  if (how === undefined) return [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: Math.floor(bytes.length / how.bytes) }, (_, at) =>
    how.read(view, at * how.bytes, little),
  );
}

/** A number as it is written: single precision has no more figures than it holds. */
export function writtenNumber(value: number | bigint, type: string): string {
  if (type === 'b1') return value === 0 ? 'false' : 'true';
  if (typeof value === 'bigint' || Number.isInteger(value)) return String(value);
  if (type === 'f2') return String(Number(value.toPrecision(4)));
  return type === 'f4' ? shortestSingle(value) : String(value);
}

/** The fewest figures that tell a value of single precision from its neighbours. */
function shortestSingle(value: number): string {
  const figures = [6, 7, 8].find(count => Math.fround(Number(value.toPrecision(count))) === value) ?? 9;
  return String(Number(value.toPrecision(figures)));
}

/** A number of 16 bits, as IEEE 754 has it. */
export function halfFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
