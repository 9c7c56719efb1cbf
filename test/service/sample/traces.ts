import { seeded } from './seeded.ts';

/** One peak of a chromatogram: when, how high (mAU) and how broad (minutes). */
export type Peak = readonly [minute: number, height: number, width: number];

/**
 * A chromatogram in the detector's own binary format, which nothing on the platform can parse: a header with the sample's
 * name, then 18,000 readings as 32-bit floats, 20 per second.
 */
export function chromatogram(sample: string, peaks: readonly Peak[], seed: number): Uint8Array {
  const dice = seeded(seed);
  const readings = Buffer.alloc(18_000 * 4);
  for (let index = 0; index < 18_000; index += 1) {
    const minute = index / 1200;
    const drift = 0.4 + 0.06 * minute;
    const signal = peaks.reduce(
      (sum, [at, height, width]) => sum + height * Math.exp(-(((minute - at) / width) ** 2)),
      drift,
    );
    readings.writeFloatLE(dice.around(signal, 0.05), index * 4);
  }
  const header = Buffer.alloc(256);
  header.write('TRC1\u0000', 0, 'latin1');
  header.writeUInt32LE(18_000, 8);
  header.writeFloatLE(20, 12);
  header.write(sample, 32, 'utf16le');
  return Buffer.concat([header, readings]);
}
