import type { z } from 'zod';

import { beyondEndpoints } from '../../../../shared/api/calls/optional-calls.ts';
import type { auditAnswer } from '../../../../shared/api/calls/optional-calls.ts';
import type { Backend, Caller } from '../ground/backend.ts';
import { cut, pageOf } from '../ground/fields.ts';
import { administration } from './memberships.ts';
import { ok, route } from '../ground/route.ts';
import type { Route } from '../ground/route.ts';
import { isoTime } from '../ground/shapes.ts';
import { table } from '../ground/tables.ts';

/** One line of an organization's audit log. */
export interface AuditRow {
  readonly id: string;
  readonly organizationId: string;
  /** The operation's name, or `signedIn`, `joined`, `scopeRefused`. */
  readonly action: string;
  readonly userId: number;
  readonly via: Caller['via'];
  readonly targetId: string | null;
  readonly createdMs: number;
}

const auditRows = table<AuditRow>()('audit', 'organizationId');

/** Writes a line. */
export function audit(backend: Backend, line: Omit<AuditRow, 'createdMs'>): void {
  backend.records.putRow(auditRows, { ...line, createdMs: backend.nowMs() });
}

/**
 * Writes down that a caller changed something, or was refused because of the kind of his credentials. `id` is the
 * request's correlation id, so that a line leads to its request. Events before sign-in are written where they happen.
 */
export function auditRequest(
  backend: Backend,
  request: {
    readonly id: string;
    readonly caller: Caller;
    readonly action: string;
    readonly pathValues: { readonly [name: string]: string };
  },
): void {
  const { id, caller, action, pathValues } = request;
  if (caller.via === 'nothing') return;
  const named = (pathValues['organizationId'] ?? pathValues['orgId'])?.toLowerCase();
  const isThere = named !== undefined && backend.records.organization(named) !== null;
  const organizationId = isThere && action !== SCOPE_REFUSED ? named : caller.organizationId;
  // The log of one organization does not name what a caller asked for in another organization.
  const isElsewhere = named !== undefined && named !== organizationId;
  const targetId = isElsewhere ? null : targetOf(pathValues);
  audit(backend, { id, organizationId, action, userId: caller.userId, via: caller.via, targetId });
}

/** The action of a request whose credentials were of the wrong kind. */
export const SCOPE_REFUSED = 'scopeRefused';

/** What the log may be sorted by beside time, ascending. */
const ORDERS: { readonly [column: string]: ((one: AuditRow, other: AuditRow) => number) | undefined } = {
  action: (one, other) => (one.action < other.action ? -1 : Number(one.action > other.action)),
  userid: (one, other) => one.userId - other.userId,
};

/** Beyond section 4: the audit log. */
export const auditRoutes: readonly Route[] = [
  route(beyondEndpoints.listAuditLog, call => {
    const { organizationId } = administration(call, call.path.organizationId);
    const { action, userId, sortBy = '', sortDirection = 'desc' } = call.query;
    const lines = call.backend.records
      .rows(auditRows, { organizationId })
      .filter(line => (action === undefined || line.action === action) && (userId ?? line.userId) === line.userId);
    const compare = ORDERS[sortBy.toLowerCase()];
    // Written as time goes by: the order of saving is the order of time, and decides between equal ones.
    const ordered = compare === undefined ? lines : lines.toSorted(compare);
    const sorted = sortDirection.toLowerCase().startsWith('desc') ? ordered.toReversed() : ordered;
    const { rows, total } = cut(sorted, call.query);
    return ok(pageOf(call.query, { rows: rows.map(auditShape), total }));
  }),
];

/** The last id in the path; never a token, which a reader of the log could use. */
function targetOf(pathValues: { readonly [name: string]: string }): string | null {
  const ids = Object.entries(pathValues).filter(([name]) => name !== 'token');
  return ids.at(-1)?.[1]?.toLowerCase().slice(0, 100) ?? null;
}

function auditShape({ organizationId: _, createdMs, ...line }: AuditRow): z.infer<typeof auditAnswer> {
  return { ...line, createdAt: isoTime(createdMs) };
}
