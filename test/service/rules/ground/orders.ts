import type { Switches } from '../../switches.ts';
import { cut } from './fields.ts';
import type { FileRow, FilesInFolder, Records, Slice, Sliced, SortColumn } from './records.ts';

type Order = Switches['listingOrder'];

/** The column of an order that the records keep themselves; the others are made here. */
export function columnOf(order: Order): SortColumn {
  return order === 'shuffled' || order === 'drifting' ? 'name' : order;
}

/**
 * A page of a folder's files in an order that follows from nothing a client knows: `shuffled` is the same for every page,
 * `drifting` another one for each, so that paging through may show a file twice or never.
 */
export function disorderedFiles(
  records: Records,
  wanted: FilesInFolder,
  { slice, order }: { slice: Slice; order: 'shuffled' | 'drifting' },
): Sliced<FileRow> {
  const all = records.filesIn(wanted, { page: 1, pageSize: 10_000_000, sortBy: 'name', descending: false }).rows;
  const salt = order === 'drifting' ? String(slice.page) : '';
  const places = new Map(all.map(file => [file.id, placeOf(`${salt} ${file.id}`)]));
  return cut(
    all.toSorted((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0)),
    slice,
  );
}

/** FNV-1a, then stirred, because ids differ only in their ends. */
function placeOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
