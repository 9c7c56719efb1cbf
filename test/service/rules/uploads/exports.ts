import { exportEndpoints } from '../../../../shared/api/calls/exports.ts';
import type { ExportAnswer } from '../../../../shared/api/calls/exports.ts';
import type { Site } from '../ground/access.ts';
import { notFound } from '../ground/api-error.ts';
import { administration } from '../people/memberships.ts';
import { ok, route } from '../ground/route.ts';
import type { Route } from '../ground/route.ts';
import { isoTime } from '../ground/shapes.ts';
import { table } from '../ground/tables.ts';

/** An export of an organization. Times are milliseconds since the epoch. */
export interface ExportRow {
  readonly id: string;
  readonly organizationId: string;
  readonly requestedBy: number;
  readonly status: ExportAnswer['status'];
  readonly createdMs: number;
  /** When building it may begin. */
  readonly dueMs: number;
  readonly endedMs: number | null;
  /** Where the bundle is stored once it is completed. */
  readonly objectKey: string;
  readonly sizeBytes: number | null;
}

export const exports = table<ExportRow>()('export', 'organizationId');

/** An address of a bundle works no longer than this. */
const LINK_SECONDS = 60;

/** Section 4.7, exports. SPEC 2.13: asked for, built in the background, downloaded as one bundle. */
export const exportRoutes: readonly Route[] = [
  route(exportEndpoints.startExport, call => {
    const { organizationId } = administration(call, call.path.organizationId);
    const nowMs = call.backend.nowMs();
    const job: ExportRow = {
      id: call.backend.uuid(),
      organizationId,
      requestedBy: call.caller.userId,
      status: 'pending',
      createdMs: nowMs,
      dueMs: nowMs + call.backend.switches().exportDelayMs,
      endedMs: null,
      objectKey: call.backend.uuid(),
      sizeBytes: null,
    };
    call.backend.records.putRow(exports, job);
    return { status: 202, json: exportShape(job) };
  }),

  route(exportEndpoints.getExport, call => ok(exportShape(ownExport(call, call.path)))),

  route(exportEndpoints.downloadExport, call => {
    const { id, status, objectKey, createdMs } = ownExport(call, call.path);
    if (status !== 'completed') throw notFound('The bundle of this export');
    const seconds = Math.min(LINK_SECONDS, call.backend.switches().presignedTtlSeconds);
    const fileName = `export-${isoTime(createdMs).slice(0, 10)}-${id.slice(0, 8)}.zip`;
    const expiresMs = call.backend.nowMs() + seconds * 1000;
    const grant = { verb: 'GET', objectKey, contentType: 'application/zip', fileName, expiresMs } as const;
    return { status: 302, headers: { location: call.backend.links.sign(grant), 'cache-control': 'no-store' } };
  }),
];

/**
 * An export of the caller. GAP: whether Owner and Admin see each other's exports is not said. Not here: a bundle holds
 * the tasks of the person who asked for it, which no other person may read (spec 1).
 */
function ownExport(site: Site, path: { readonly organizationId: string; readonly jobId: string }): ExportRow {
  const { organizationId } = administration(site, path.organizationId, 404);
  const job = site.backend.records.row(exports, path.jobId);
  if (job?.organizationId !== organizationId || job.requestedBy !== site.caller.userId) throw notFound('The export');
  return job;
}

function exportShape(job: ExportRow): ExportAnswer {
  return {
    id: job.id,
    jobId: job.id,
    organizationId: job.organizationId,
    status: job.status,
    createdAt: isoTime(job.createdMs),
    completedAt: job.endedMs === null ? null : isoTime(job.endedMs),
    sizeBytes: job.sizeBytes,
  };
}
