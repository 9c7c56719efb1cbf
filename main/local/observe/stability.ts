import type { ItemId, Sha256 } from '../../../shared/ids.ts';
import { MINUTE, SECOND } from '../../../shared/units.ts';
import { bundleOf } from '../../core/scan/run-bundles.ts';
import type { Item, Tree } from '../../core/item.ts';
import type { LocalObservation } from '../../core/scan/match-result.ts';
import { isBackupName } from '../../core/scan/backup-names.ts';
import type { Settling, Traits } from './settling.ts';
import { isUnsent } from '../../core/plan/unmatched-items.ts';

/** SHA-256 of no bytes. */
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' as Sha256;

/** A bundle must be quiet for this long, plus a second for each 100 MB of it, at most ten minutes. */
const BUNDLE_QUIET_MS = 30 * SECOND;
const BUNDLE_BYTES_PER_MS = 100_000_000 / SECOND;
const LONGEST_BUNDLE_MS = 10 * MINUTE;

/**
 * When each scanned file may be read. A renamed file and a new one at its old path wait for each other: they may be the
 * two halves of one save (S2).
 * @param open paths that a program has open for writing.
 */
export function whenReady(
  tree: Tree,
  observations: readonly LocalObservation[],
  times: { readonly settling: Settling; readonly now: number; readonly settleMs: number },
  open: ReadonlySet<string>,
): ReadonlyMap<LocalObservation, number> {
  const ready = new Map<LocalObservation, number>();
  const byPlace = new Map<string, LocalObservation>();
  for (const sighting of observations) {
    if (sighting.entry.kind !== 'file') continue;
    const { path, entry, scanId } = sighting;
    const traits = traitsOf(tree.items.get(scanId as ItemId), sighting, open.has(path));
    ready.set(sighting, times.settling.readyAt(path, entry, times, traits));
    byPlace.set(`${sighting.parent}/${entry.name}`, sighting);
  }
  for (const sighting of ready.keys()) {
    const base = tree.items.get(sighting.scanId as ItemId)?.base ?? null;
    const other = base === null ? undefined : byPlace.get(`${base.parent}/${base.localName}`);
    if (other === undefined || other === sighting || !isUnsent(tree.items.get(other.scanId as ItemId))) continue;
    const both = Math.max(ready.get(sighting) ?? 0, ready.get(other) ?? 0);
    ready.set(sighting, both);
    ready.set(other, both);
  }
  if (times.settleMs > 0) waitForBundles(ready, times);
  return ready;
}

/**
 * Files of one bundle are read together: when each of them may be, and the whole bundle has been quiet for long (S11).
 */
function waitForBundles(
  ready: Map<LocalObservation, number>,
  { settling, settleMs }: { readonly settling: Settling; readonly settleMs: number },
): void {
  const bundles = new Map<string, LocalObservation[]>();
  for (const sighting of ready.keys()) {
    const bundle = bundleOf(sighting.path);
    if (bundle === null) continue;
    const inside = bundles.get(bundle);
    if (inside === undefined) bundles.set(bundle, [sighting]);
    else inside.push(sighting);
  }
  for (const inside of bundles.values()) {
    const bytes = inside.reduce((sum, { entry }) => sum + entry.sizeBytes, 0);
    const quietMs = Math.max(settleMs, Math.min(BUNDLE_QUIET_MS + bytes / BUNDLE_BYTES_PER_MS, LONGEST_BUNDLE_MS));
    const each = inside.map(sighting =>
      Math.max(ready.get(sighting) ?? 0, settling.changedAt(sighting.path) + Math.floor(quietMs)),
    );
    const all = each.reduce((latest, one) => Math.max(latest, one), 0);
    for (const sighting of inside) ready.set(sighting, all);
  }
}

function traitsOf(item: Item | undefined, { entry }: LocalObservation, isOpen: boolean): Traits {
  const base = item?.base ?? null;
  const hadBytes = (base !== null && base.sha256 !== EMPTY) || (item?.local?.sizeBytes ?? 0) > 0;
  return {
    isUnsent: isUnsent(item),
    isEmptied: entry.sizeBytes === 0 && hadBytes,
    isBackupName: base !== null && isBackupName(entry.name, base.localName),
    isOpen,
  };
}
