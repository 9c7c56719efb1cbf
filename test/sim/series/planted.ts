import type { Disk } from '../../../main/ports/disk.ts';

/** Mistakes that a programmer could make, put in on purpose: the simulation is worth something only if it finds them. */
export const PLANTED: { readonly [name: string]: (disk: Disk) => Disk } = {
  /** A download replaces the file at its path without checking whether it is still the one that the plan saw. */
  'no-guard-before-replace': disk => ({
    ...disk,
    place: async (root, placing) => {
      const now = await disk.entry(root, placing.path);
      return disk.place(root, { ...placing, expected: now?.fingerprint ?? null });
    },
  }),
};
