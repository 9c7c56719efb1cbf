import type { Site } from '../ground/access.ts';
import { badRequest } from '../ground/api-error.ts';

/** @throws ApiError 400 when an organization's files would have more bytes together than the switch allows. */
export function refuseOverQuota(site: Site, moreBytes: number): void {
  const { quotaBytes } = site.backend.switches();
  if (quotaBytes === null) return;
  let bytes = moreBytes;
  for (const file of site.backend.records.filesOf(site.caller.organizationId)) bytes += file.sizeBytes;
  if (bytes > quotaBytes) throw badRequest(`The organization's storage of ${quotaBytes} bytes is full.`);
}
