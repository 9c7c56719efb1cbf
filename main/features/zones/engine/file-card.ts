import type { ZoneFile } from '../../../../shared/features/zones/model.ts';
import { zoneTexts } from '../../../../shared/features/zones/text.ts';
import type { ZoneItem } from '../records/file-records.ts';

/** One file of a run as the contract shows it. */
export function fileCardOf(item: ZoneItem): ZoneFile {
  const { sent, fault } = item;
  return {
    id: item.id,
    path: item.path,
    sizeBytes: item.sizeBytes,
    modifiedAt: item.modifiedMs,
    state: item.state,
    trouble: fault === null ? null : { kind: fault.kind, text: zoneTexts.fault(fault) },
    retryAt: item.retryAt,
    sha256: sent?.sha256 ?? null,
    file: sent?.file ?? null,
    version: sent?.version ?? null,
    confirmedAt: sent?.confirmedAt ?? null,
    verifiedAt: sent?.verifiedAt ?? null,
    isHere: item.isPresent,
    changedAfter: item.changedAfter,
  };
}
