import { reviewEndpoints } from '../../../../shared/api/calls/reviews.ts';
import type { ReviewItem } from '../../../../shared/api/calls/reviews.ts';
import { chainOf, fileRole, folderRole, isRemoved, mayWrite } from '../ground/access.ts';
import type { Site } from '../ground/access.ts';
import { badRequest, notFound } from '../ground/api-error.ts';
import { pageOf, sliceOf, sliced } from '../ground/fields.ts';
import { placed } from './files.ts';
import type { FileRow } from '../ground/records.ts';
import { ok, route } from '../ground/route.ts';
import type { Route } from '../ground/route.ts';
import { isoTime } from '../ground/shapes.ts';
import { reviews } from './tidying.ts';
import type { ReviewRow } from './tidying.ts';

/** Wire facts, section 4: proposals of auto-tidy. Who may change a file decides about what is proposed for it. */
export const reviewRoutes: readonly Route[] = [
  route(reviewEndpoints.listReviewItems, call => {
    const { status } = call.query;
    const rows = call.backend.records.rows(reviews, { organizationId: call.caller.organizationId });
    const shown = rows.flatMap(row => {
      const file = status === 'all' || row.status === status ? changeable(call, row.fileId) : null;
      const updatedMs = row.decidedMs ?? row.createdMs;
      return file === null ? [] : [{ id: row.id, name: file.name, createdMs: row.createdMs, updatedMs, row, file }];
    });
    const slice = sliceOf(call.query, { sortBy: 'createdAt', descending: true });
    const page = sliced(shown, slice);
    return ok(pageOf(slice, { ...page, rows: page.rows.map(({ row, file }) => reviewShape(row, file)) }));
  }),

  route(reviewEndpoints.approveReviewItem, call => {
    const { row, file } = undecided(call, call.path.id);
    refuseStale(call, row, file);
    const changed = placed(call, file, { name: file.name, folderId: file.folderId, ...changeOf(row) });
    return ok(reviewShape(decided(call, row, 'approved'), changed));
  }),

  route(reviewEndpoints.rejectReviewItem, call => {
    const { row, file } = undecided(call, call.path.id);
    return ok(reviewShape(decided(call, row, 'rejected'), file));
  }),
];

function changeable(site: Site, fileId: string): FileRow | null {
  const file = site.backend.records.file(fileId);
  if (file === null || file.organizationId !== site.caller.organizationId || isRemoved(site, file)) return null;
  return mayWrite(fileRole(site, file)) ? file : null;
}

/** @throws ApiError 404 for what the caller may not decide about; 400 for what was decided already. */
function undecided(site: Site, id: string): { readonly row: ReviewRow; readonly file: FileRow } {
  const row = site.backend.records.row(reviews, id);
  const file = row?.organizationId === site.caller.organizationId ? changeable(site, row.fileId) : null;
  if (row === null || file === null) throw notFound('The proposal');
  if (row.status !== 'pending') throw badRequest(`The proposal was already ${row.status}.`);
  return { row, file };
}

/** @throws ApiError 400 when the file is not as it was, or the folder is gone or not the caller's to change. */
function refuseStale(site: Site, row: ReviewRow, file: FileRow): void {
  const now = { rename: file.name, move: file.folderId, tag: file.tags }[row.kind];
  if (JSON.stringify(now) !== JSON.stringify(row.before)) {
    throw badRequest('The file has changed since this was proposed.');
  }
  const chain = row.kind === 'move' ? chainOf(site, row.after) : null;
  const isOpen =
    chain !== null && chain.every(folder => folder.archivedMs === null) && mayWrite(folderRole(site, chain));
  if (row.kind === 'move' && !isOpen) throw badRequest('The folder this was proposed for is not there any more.');
}

function changeOf(row: ReviewRow): { name: string } | { folderId: string } | { tags: readonly string[] } {
  if (row.kind === 'rename') return { name: row.after };
  return row.kind === 'move' ? { folderId: row.after } : { tags: row.after };
}

function decided(site: Site, row: ReviewRow, status: 'approved' | 'rejected'): ReviewRow {
  const saved: ReviewRow = { ...row, status, decidedMs: site.backend.nowMs(), decidedBy: site.caller.userId };
  site.backend.records.putRow(reviews, saved);
  return saved;
}

function reviewShape(row: ReviewRow, file: FileRow): ReviewItem {
  return {
    id: row.id,
    fileId: row.fileId,
    fileName: file.name,
    kind: row.kind,
    before: row.kind === 'tag' ? [...row.before] : row.before,
    after: row.kind === 'tag' ? [...row.after] : row.after,
    reason: row.reason,
    status: row.status,
    createdAt: isoTime(row.createdMs),
    decidedAt: row.decidedMs === null ? null : isoTime(row.decidedMs),
    decidedBy: row.decidedBy,
  };
}
