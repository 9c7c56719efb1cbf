import { Ignoring } from '../../main/core/policy/ignore.ts';
import type { Item } from '../../main/core/item.ts';
import type { ScanResult, ScannedEntry, ScannedFolder } from '../../main/core/scan/scan-result.ts';
import { matchByBoth } from './item-index.ts';
import { treeOf } from './items.ts';

/** A file as the builders' items are: item 3 has the key `key 3` and the content `content 3`. */
export function file(name: string, number: number, more: Partial<ScannedEntry> = {}): ScannedEntry {
  const key = more.key ?? `key ${number}`;
  return {
    name,
    kind: 'file',
    sizeBytes: 9,
    modifiedMs: 0,
    changedMs: 0,
    fingerprint: `${key} content ${number}`,
    links: 1,
    ...more,
    key,
  };
}

/** A folder as the builders' items are. */
export function folder(name: string, number: number, more: Partial<ScannedEntry> = {}): ScannedEntry {
  return file(name, number, { kind: 'folder', fingerprint: `key ${number} null`, ...more });
}

/** A folder that was listed. */
export function listing(path: string, ...entries: readonly ScannedEntry[]): ScannedFolder {
  return { path, digest: `digest of ${path}`, entries };
}

/** A look that listed these folders. */
export function look(changed: readonly ScannedFolder[], unreadable: ScanResult['unreadable'] = []): ScanResult {
  return { changed, digests: new Map(), unreadable, isRestless: false };
}

/** What a look means, in short: who was found where under which name, who is gone, who cannot be seen. */
export function meaning(items: readonly Item[], seen: ScanResult, ignoring = new Ignoring()): object {
  const { observations, gone, unknown } = matchByBoth(treeOf(...items), seen, ignoring).matched;
  return { found: observations.map(({ scanId, parent, entry }) => `${scanId} ${parent}/${entry.name}`), gone, unknown };
}
