import type { Leaving, Left } from '../../../../shared/features/sign-out/model.ts';

// What scripts read, as in `json-shapes.ts`: fields are added, never changed or taken away.

/** `account sign-out --remove-files --json` and `account remove-everything --json`: what would be, nothing is changed. */
export function leavingShape({ mirrors, stays, staysTotal, apart, apartTotal, apartBytes, records }: Leaving): object {
  return {
    v: 1,
    mirrors: mirrors.map(({ id, name, local, trouble, files, sizeBytes, stays: staying }) => ({
      id,
      remotePath: name,
      local,
      trouble,
      files,
      sizeBytes,
      stays: staying,
    })),
    stays: stays.map(({ mirror, path, place, reason, text }) => ({ mirror, path, place, reason, text })),
    staysTotal,
    apart: apart.map(({ id, from, path, sizeBytes, at }) => ({ id, from, path, sizeBytes, at })),
    apartTotal,
    apartBytes,
    records,
  };
}

/** The same with `--yes`, once it is done: what is left, and what went. */
export function leftShape(
  { left, lost }: Left,
  removed: { readonly files: number; readonly sizeBytes: number },
): object {
  return {
    ...leavingShape(left),
    removed: { files: removed.files, sizeBytes: removed.sizeBytes },
    lost: { files: lost.files, sizeBytes: lost.sizeBytes },
  };
}
