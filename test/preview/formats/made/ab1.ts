import { encoded, joined } from './bytes.ts';

/** An entry of the directory of an ABIF file. */
interface AbifEntry {
  readonly name: string;
  readonly number: number;
  readonly type: number;
  readonly size: number;
  readonly bytes: Uint8Array;
}

/** Texts of Pascal say their length first. */
export function pascal(name: string, text: string): AbifEntry {
  return { name, number: 1, type: 18, size: 1, bytes: joined([Uint8Array.of(text.length), encoded(text)]) };
}

/** Signs or bytes. */
export function signs(name: string, number: number, bytes: string | readonly number[]): AbifEntry {
  return { name, number, type: 2, size: 1, bytes: typeof bytes === 'string' ? encoded(bytes) : Uint8Array.from(bytes) };
}

/** Whole numbers of 16 bits. */
export function shorts(name: string, number: number, values: readonly number[]): AbifEntry {
  const view = new DataView(new ArrayBuffer(values.length * 2));
  for (const [at, value] of values.entries()) view.setInt16(at * 2, value);
  return { name, number, type: 4, size: 2, bytes: new Uint8Array(view.buffer) };
}

/** An ABIF file as its description says: a header, data, and a directory at the end. */
export function makeAbif(entries: readonly AbifEntry[]): Uint8Array {
  const header = new Uint8Array(128);
  header.set(encoded('ABIF'));
  header.set(encoded('tdir'), 6);
  const data: Uint8Array[] = [];
  let at = header.length;
  const rows = entries.map(({ name, number, type, size, bytes }) => {
    const row = new Uint8Array(28);
    const view = new DataView(row.buffer);
    row.set(encoded(name));
    view.setUint32(4, number);
    view.setUint16(8, type);
    view.setUint16(10, size);
    view.setUint32(12, bytes.length / size);
    view.setUint32(16, bytes.length);
    if (bytes.length <= 4) row.set(bytes, 20);
    else {
      view.setUint32(20, at);
      data.push(bytes);
      at += bytes.length;
    }
    return row;
  });
  const view = new DataView(header.buffer);
  view.setUint16(4, 101);
  view.setUint32(18, entries.length);
  view.setUint32(22, entries.length * 28);
  view.setUint32(26, at);
  return joined([header, ...data, ...rows]);
}

/** A trace of these bases: a peak of its base every 12 scans. */
export function makeTrace(bases: string, edited = bases): Uint8Array {
  const scans = bases.length * 12 + 12;
  const channel = (base: string): number[] =>
    Array.from({ length: scans }, (_, scan) => {
      const near = Math.round(scan / 12) - 1;
      const far = scan - (near + 1) * 12;
      return bases[near] === base ? Math.round((900 + (near % 5) * 60) * Math.exp((-far * far) / 14)) : (scan * 7) % 23;
    });
  return makeAbif([
    pascal('SMPL', 'Clone 7 M13F'),
    pascal('MCHN', 'Sequencer 3'),
    signs('PBAS', 1, edited),
    signs('PBAS', 2, bases),
    signs(
      'PCON',
      2,
      [...bases].map((_, at) => 20 + (at % 40)),
    ),
    shorts(
      'PLOC',
      2,
      [...bases].map((_, at) => (at + 1) * 12),
    ),
    signs('FWO_', 1, 'GATC'),
    ...[...'GATC'].map((base, at) => shorts('DATA', 9 + at, channel(base))),
  ]);
}
