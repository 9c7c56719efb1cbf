/** An entry of the directory of an ABIF file. */
interface AbifEntry {
  readonly name: string;
  readonly number: number;
  readonly type: number;
  readonly size: number;
  readonly bytes: Buffer;
}

/** Texts of Pascal say their length first. */
export function pascal(name: string, text: string): AbifEntry {
  return { name, number: 1, type: 18, size: 1, bytes: Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]) };
}

/** Signs or bytes. */
export function signs(name: string, number: number, bytes: string | readonly number[]): AbifEntry {
  return { name, number, type: 2, size: 1, bytes: typeof bytes === 'string' ? Buffer.from(bytes) : Buffer.from(bytes) };
}

/** Whole numbers of 16 bits. */
export function shorts(name: string, number: number, values: readonly number[]): AbifEntry {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [at, value] of values.entries()) bytes.writeInt16BE(value, at * 2);
  return { name, number, type: 4, size: 2, bytes };
}

/** An ABIF file as its description says: a header, data, and a directory at the end. */
export function makeAbif(entries: readonly AbifEntry[]): Buffer {
  const header = Buffer.alloc(128);
  header.write('ABIF');
  header.writeUInt16BE(101, 4);
  const data: Buffer[] = [];
  let at = header.length;
  const rows = entries.map(({ name, number, type, size, bytes }) => {
    const row = Buffer.alloc(28);
    row.write(name, 0);
    row.writeUInt32BE(number, 4);
    row.writeUInt16BE(type, 8);
    row.writeUInt16BE(size, 10);
    row.writeUInt32BE(bytes.length / size, 12);
    row.writeUInt32BE(bytes.length, 16);
    if (bytes.length <= 4) bytes.copy(row, 20);
    else {
      row.writeUInt32BE(at, 20);
      data.push(bytes);
      at += bytes.length;
    }
    return row;
  });
  header.write('tdir', 6);
  header.writeUInt32BE(entries.length, 18);
  header.writeUInt32BE(entries.length * 28, 22);
  header.writeUInt32BE(at, 26);
  return Buffer.concat([header, ...data, ...rows]);
}

/** A trace of these bases: a peak of its base every 12 scans. */
export function makeTrace(bases: string, edited = bases): Buffer {
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
