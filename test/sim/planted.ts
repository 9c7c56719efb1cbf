import type { Disk } from '../../main/ports/disk.ts';

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
  /** What is removed at the service is removed here for good, not into the store. */
  'no-store': disk => ({
    ...disk,
    store: async (root, path, stamp, storeName) => {
      await disk.store(root, path, stamp, storeName);
      await disk.dropStored(storeName);
    },
  }),
  /** A removal takes whatever is at the path, edited since or not. */
  'no-guard-before-removal': disk => ({
    ...disk,
    store: async (root, path, _stamp, storeName) => {
      const now = await disk.entry(root, path);
      if (now !== null) await disk.store(root, path, now.stamp, storeName);
      await disk.dropStored(storeName);
    },
  }),
};
