import type { SafeFile } from '../../../../shared/features/zones/model.ts';
import type { Source } from '../../../ports/source.ts';
import type { Zone } from '../records/zone-records.ts';
import type { ZoneContext } from '../observe/zone-context.ts';

const PAGE = 200;

/**
 * Lists files that may be deleted from this computer, page by page: read back from the service (with `confirmed`:
 * confirmed by it) and unchanged on disk, which is checked again for each file.
 * @returns the rows and the cursor of the next page; null after the last page.
 */
export async function safeFiles(
  { records }: ZoneContext,
  { zone, source }: { zone: Zone; source: Source },
  { after, limit, confirmed }: { after: number; limit: number; confirmed: boolean },
): Promise<{ rows: SafeFile[]; next: number | null }> {
  const rows: SafeFile[] = [];
  let at = after;
  while (rows.length < limit) {
    const page = records.files.arrivedAfter(zone.id, at, PAGE);
    if (page.length === 0) return { rows, next: null };
    for (const item of page) {
      if (rows.length === limit) break;
      at = item.id;
      const { sent } = item;
      if (sent === null || (item.state !== 'verified' && !confirmed)) continue;
      const here = await source.stat(item.path).catch(() => null);
      if (here?.kind !== 'file' || here.stamp !== item.stamp || here.sizeBytes !== sent.sizeBytes) continue;
      const { sha256, file, confirmedAt, verifiedAt } = sent;
      rows.push({ path: item.path, sizeBytes: item.sizeBytes, sha256, file, confirmedAt, verifiedAt });
    }
  }
  return { rows, next: at };
}
