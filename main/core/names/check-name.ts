import { cutToBytes, nameKey } from './local-names.ts';

/** Why a name that a person typed cannot be used; each has its sentence in `shared/features/edit/text.ts`. */
export type NameTrouble = 'empty' | 'dots' | 'hidden-signs' | 'too-long' | 'ours';

/** The longest name: for the service in UTF-16 units, for disks in bytes. */
const LONGEST_UNITS = 255;
const LONGEST_BYTES = 255;

/**
 * Characters that cannot be seen or that make a name look like another one: control characters and changes of the
 * reading direction.
 */
const HIDDEN = /[\p{Cc}\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\p{Surrogate}]/u;

/** Why a name cannot be used; null when it can. It may contain `/`, which `toLocalName` replaces. */
export function nameTrouble(name: string): NameTrouble | null {
  if (!/\S/u.test(name)) return 'empty';
  if (name === '.' || name === '..') return 'dots';
  if (HIDDEN.test(name)) return 'hidden-signs';
  if (nameKey(name).toLowerCase() === '.benchtop') return 'ours';
  return name.length > LONGEST_UNITS || cutToBytes(name, LONGEST_BYTES) !== name ? 'too-long' : null;
}
