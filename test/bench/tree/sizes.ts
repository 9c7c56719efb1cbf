import { KIB, MIB } from '../../../shared/units.ts';
import type { Seeded } from '../../service/sample/seeded.ts';

/**
 * How large files are.
 * - `lab`: as in folders of labs: many small tables and notes, some pictures, few large raw files. Log-normal with a median
 *   of 40 KB and a factor of 6 for one deviation, which makes a mean of 200 KB; none above 20 MB.
 * - `small`: 1 to 50 KB, each as likely as any other: for what a file costs beside its bytes.
 * - `tiny`: up to 1,000 bytes, for what looks at names and times alone. A million of them fit on a disk.
 */
export type Sizes = 'lab' | 'small' | 'tiny';

const MEDIAN_BYTES = 40 * KIB;
const DEVIATION = Math.log(6);
const MOST_BYTES = 20 * MIB;

/** The size of the next file, in bytes. */
export function sizeOf(sizes: Sizes, chance: Seeded): number {
  switch (sizes) {
    case 'lab':
      return Math.min(MOST_BYTES, Math.round(MEDIAN_BYTES * Math.exp(chance.around(0, DEVIATION))));
    case 'small':
      return KIB + Math.floor(chance.next() * 49 * KIB);
    case 'tiny':
      return Math.floor(chance.next() * 1000);
  }
}
