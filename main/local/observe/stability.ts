import type { ItemId, Sha256 } from '../../../shared/ids.ts';
import { MINUTE, SECOND } from '../../../shared/units.ts';
import { bundleOf } from '../../core/scan/run-bundles.ts';
import type { Item, Tree } from '../../core/item.ts';
import type { Sighting } from '../../core/scan/match-scan.ts';
import { isSetAside } from '../../core/scan/backup-names.ts';
import type { Settling, Traits } from './settling.ts';

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
  sightings: readonly Sighting[],
  times: { readonly settling: Settling; readonly now: number; readonly settleMs: number },
  open: ReadonlySet<string>,
): ReadonlyMap<Sighting, number> {
  const ready = new Map<Sighting, number>();
  const byPlace = new Map<string, Sighting>();
  for (const sighting of sightings) {
    if (sighting.entry.kind !== 'file') continue;
    const { path, entry, handle } = sighting;
    const traits = traitsOf(tree.items.get(handle as ItemId), sighting, open.has(path));
    ready.set(sighting, times.settling.readyAt(path, entry, times, traits));
    byPlace.set(`${sighting.parent}/${entry.name}`, sighting);
  }
  for (const sighting of ready.keys()) {
    const agreed = tree.items.get(sighting.handle as ItemId)?.agreed ?? null;
    const other = agreed === null ? undefined : byPlace.get(`${agreed.parent}/${agreed.localName}`);
    if (other === undefined || other === sighting || !isUnsent(tree.items.get(other.handle as ItemId))) continue;
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
  ready: Map<Sighting, number>,
  { settling, settleMs }: { readonly settling: Settling; readonly settleMs: number },
): void {
  const bundles = new Map<string, Sighting[]>();
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

function traitsOf(item: Item | undefined, { entry }: Sighting, isOpen: boolean): Traits {
  const agreed = item?.agreed ?? null;
  const hadBytes = (agreed !== null && agreed.sha256 !== EMPTY) || (item?.local?.sizeBytes ?? 0) > 0;
  return {
    isUnsent: isUnsent(item),
    isEmptied: entry.sizeBytes === 0 && hadBytes,
    isSetAside: agreed !== null && isSetAside(entry.name, agreed.localName),
    isOpen,
  };
}

function isUnsent(item: Item | undefined): boolean {
  return item === undefined || (item.agreed === null && item.remote === null);
}
