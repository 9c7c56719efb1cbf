import type { SafeFile } from '../../../../shared/features/zones/model.ts';
import type { Source } from '../../../ports/source.ts';
import type { Zone } from '../records/zone-records.ts';
import type { ZoneContext } from '../observe/zone-context.ts';

const PAGE = 200;

/**
 * What may be removed from this computer, page by page: files that were read back from the service (or, with `confirmed`,
 * that it confirmed), and that are here still exactly as they were sent. Each is looked at anew.
 * @returns the rows and where the next page begins; null: that was the last one.
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
