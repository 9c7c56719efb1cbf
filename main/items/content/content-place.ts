import { FaultError } from '../../../shared/fault.ts';
import { contentTexts } from '../../../shared/features/preview/text.ts';
import type { Disk, Root } from '../../ports/disk.ts';
import type { Content } from './content-grants.ts';

/** Reads a file of a root in the state of its fingerprint, and in no other. */
export function placed(
  disk: Disk,
  root: Root,
  { path, stamp }: { readonly path: string; readonly stamp: string },
): Content['read'] {
  return async function* (from, to) {
    const file = await disk.open(root, path);
    try {
      if (file.entry.stamp !== stamp) throw changed();
      yield* file.chunks(from, to);
      if (!(await file.unchanged())) throw changed();
    } finally {
      await file.close();
    }
  };
}

function changed(): FaultError {
  return new FaultError({ kind: 'stale', detail: contentTexts.changed });
}
