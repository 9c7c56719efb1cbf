import { expect, test } from 'vitest';

import { COMPRESSORS } from '../../../shared/preview/formats/containers/parquet-pages.ts';
import { counted, fixture, linesOf, sectionsOf } from './fixtures.ts';

test.each(['none', 'snappy', 'gzip', 'brotli', 'zstd', 'lz4', 'pages'])(
  'a table packed as %s shows the values that were written, with all their figures',
  async name => {
    const lines = await linesOf('a.parquet', await fixture(`${name}.parquet`));
    const at = lines.indexOf('# Rows');
    expect(lines.slice(at + 1, at + 6)).toEqual([
      'i\tf\ts\td\tts\tday\tl\tu\tst\tbin',
      '0\t0\tnull\t12345678901234567890.00\t2026-11-20 14:03:05.123456\t1969-12-30\t[]\t9223372036854775808\t{"a": 0, "b": "x"}\t0xff00',
      '1\t0.1\ts1\t12345678901234567890.01\t2026-11-20 14:03:05.123457\t1969-12-31\t[1, 2]\t9223372036854775809\t{"a": 1, "b": "x"}\t0xff01',
      '2\t0.2\ts2\t12345678901234567890.02\t2026-11-20 14:03:05.123458\t1970-01-01\t[2, 3]\t9223372036854775810\t{"a": 2, "b": "x"}\t0xff02',
      'The first 3 of 300 rows.',
    ]);
    expect(lines).toContain('Rows: 300');
    expect(lines).toContain('instrument: Reader 3');
    expect(lines).toContain('d  decimal (25, 2), may be missing');
  },
);

test('rows of several groups come one after another', async () => {
  const { sections } = await sectionsOf('a.parquet', await fixture('zstd.parquet'), {}, 250);
  const table = sections.find(section => section.is === 'table');
  expect(table?.rows.map(([first]) => first)).toEqual(Array.from({ length: 250 }, (_, at) => String(at)));
  expect(table?.rows.every(row => row.length === 10)).toBe(true);
  expect(table?.rows[200]?.[6]).toBe('[200, 201]');
});

test('a damaged table is refused with a sentence, and what is read is no more than the file', async () => {
  const whole = await fixture('none.parquet');
  const damaged = (change: (bytes: Buffer) => void): Buffer => {
    const copy = Buffer.from(whole);
    change(copy);
    return copy;
  };
  const cases = [
    whole.subarray(0, 2000),
    damaged(bytes => bytes.writeUInt32LE(0xfffffff0, bytes.length - 8)),
    damaged(bytes => bytes.fill(0xff, bytes.length - 1500, bytes.length - 8)),
    damaged(bytes => bytes.fill(0xff, 4, 400)),
    Buffer.from('no table at all'),
    Buffer.from('PAR1'),
  ];
  for (const bytes of cases) {
    const file = counted(bytes);
    await expect(sectionsOf('a.parquet', file)).rejects.toThrow(/another kind of file|damaged/);
    expect(file.readBytes).toBeLessThan(3 * whole.length);
  }
});

test.each(['SNAPPY', 'GZIP', 'BROTLI', 'ZSTD', 'LZ4', 'LZ4_RAW'] as const)(
  'a page packed as %s that says to unpack to gigabytes is not unpacked',
  codec => {
    expect(() => COMPRESSORS[codec]?.(new Uint8Array(100), 0x7fff_ffff)).toThrow('unpacks to far more');
  },
);
