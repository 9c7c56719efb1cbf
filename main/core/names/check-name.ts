import { cut, nameKey } from './local-names.ts';

/** Why a name that a person typed cannot be given; each has its sentence in `shared/features/edit/text.ts`. */
export type NameTrouble = 'empty' | 'dots' | 'hidden-signs' | 'too-long' | 'ours';

/** Longest name that the service takes, in UTF-16 units (spec 8), and that disks take, in bytes. */
const LONGEST_UNITS = 255;
const LONGEST_BYTES = 255;

/** What nobody sees in a name, or what makes it look like another: control characters and turns of the reading direction. */
const HIDDEN = /[\p{Cc}\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\p{Surrogate}]/u;

/** What speaks against a name that a person wants to give; null when nothing does. It may hold `/`: see `toLocalName`. */
export function nameTrouble(name: string): NameTrouble | null {
  if (!/\S/u.test(name)) return 'empty';
  if (name === '.' || name === '..') return 'dots';
  if (HIDDEN.test(name)) return 'hidden-signs';
  if (nameKey(name).toLowerCase() === '.benchtop') return 'ours';
  return name.length > LONGEST_UNITS || cut(name, LONGEST_BYTES) !== name ? 'too-long' : null;
}
