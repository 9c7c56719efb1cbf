import type { ScanFindings } from './scan-and-hash.ts';
import type { MirrorContext } from '../../engine/context/mirror-context.ts';

/** Records what rules hide locally; folders that were listed, or no longer exist, are replaced in the record. */
export function recordHiddenLocal({ journal, mirror }: MirrorContext, { hidden, folders }: ScanFindings): void {
  const now = hidden.map(one => ({ ...one, side: 'local' as const, thing: '' }));
  const isStale = (folder: string): boolean => !folders.hasSameEntries(folder);
  journal.transaction(() => journal.rules.setHidden(mirror.id, 'local', { now, isStale }));
}
