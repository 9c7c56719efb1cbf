import type { Disk } from '../../../main/ports/disk.ts';

/** Mistakes that somebody could make, to be put in on purpose: the simulation is worth something only if it finds them. */
export const PLANTED: { readonly [name: string]: (disk: Disk) => Disk } = {
  /** A download replaces whatever is there, without looking whether it is still what the plan saw. */
  'no-guard-before-replace': disk => ({
    ...disk,
    place: async (root, placing) => {
      const now = await disk.entry(root, placing.path);
      return disk.place(root, { ...placing, expected: now?.stamp ?? null });
    },
  }),
};
