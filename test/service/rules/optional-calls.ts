import { beyondEndpoints } from '../../../shared/api/calls/optional-calls.ts';
import { bearerOf, callerIn } from './accounts/credentials.ts';
import { created, ok, route } from './ground/route.ts';
import type { Route } from './ground/route.ts';
import { isoTime } from './ground/shapes.ts';
import { table } from './ground/tables.ts';

interface FeedbackRow {
  readonly id: string;
  readonly userId: number;
  readonly title: string;
  readonly description: string;
  readonly createdMs: number;
}

const feedback = table<FeedbackRow>()('feedback');

/** What stands outside the tables of section 4 (wire facts, section 4). */
export const beyondRoutes: readonly Route[] = [
  route(beyondEndpoints.getVersion, () =>
    ok({ version: '1.0.0', apiVersion: 'v1', build: 'local', releasedAt: '2026-01-15T09:00:00.000Z' }),
  ),

  // The caller holds the token already, so a valid one reveals nothing new; for an invalid one only `false` is said.
  route(beyondEndpoints.validateToken, call => {
    const bearer = bearerOf(call.backend, call.body.token);
    if (bearer === null || bearer.ended || callerIn(call.backend, bearer) === null) return ok({ valid: false });
    return ok({ valid: true, userId: bearer.userId, organizationId: bearer.organizationId });
  }),

  route(beyondEndpoints.sendFeedback, call => {
    const row = { id: call.backend.uuid(), userId: call.caller.userId, createdMs: call.backend.nowMs(), ...call.body };
    call.backend.records.putRow(feedback, row);
    return created({ id: row.id, createdAt: isoTime(row.createdMs) });
  }),
];
