/** A mistake that a programmer could make, as an exchange of one piece of source. */
export interface Mutant {
  /** Short and its own, for `--only`. */
  readonly id: string;
  /** The hazard that it brings back; its id in `test/hazards.ts`. */
  readonly hazard: string;
  /** The mistake in words. */
  readonly what: string;
  /** Below the repository's root. */
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** Test files that should find it, tried first, in this order. Then come seeds of the simulation. */
  readonly suites?: readonly string[];
}

/** The source with the mistake in it. @throws Error when the source is no longer what the mutant was written for. */
export function planted(source: string, { id, file, find, replace }: Mutant): string {
  const count = source.split(find).length - 1;
  if (count !== 1) throw new Error(`The mutant ${id} finds its piece of ${file} ${count} times, not once: ${find}`);
  return source.replace(find, () => replace);
}

/** In place of a mutant: nothing is planted, and everything must go well. */
export const CONTROL = 'none';

/** The mutant of an id, null for the control. @throws Error when there is none. */
export function mutantNamed(mutants: readonly Mutant[], id: string | undefined): Mutant | null {
  if (id === CONTROL) return null;
  const found = mutants.find(mutant => mutant.id === id);
  if (found === undefined) throw new Error(`There is no mutant '${id ?? ''}'.`);
  return found;
}
