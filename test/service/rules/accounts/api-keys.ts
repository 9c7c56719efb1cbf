import type { z } from 'zod';

import { keyEndpoints } from '../../../../shared/api/calls/optional-calls.ts';
import type { keyAnswer } from '../../../../shared/api/calls/optional-calls.ts';
import type { Site } from '../ground/access.ts';
import { badRequest, forbidden, notFound } from '../ground/api-error.ts';
import { administration, ownMembership } from '../people/memberships.ts';
import { changeSettings, settingsOf } from '../people/organization-settings.ts';
import type { KeyRow } from '../ground/records.ts';
import { created, noContent, ok, route } from '../ground/route.ts';
import type { Route } from '../ground/route.ts';
import { isoTime } from '../ground/shapes.ts';

/** How keys begin (spec 5.1). */
const PREFIX = 'svc_live_';

/** API keys of the active organization (spec 5.1; wire facts, section 4). */
export const keyRoutes: readonly Route[] = [
  route(keyEndpoints.listKeys, call => ok(visibleKeys(call).map(keyShape))),

  route(keyEndpoints.createKey, call => {
    const { backend, caller } = call;
    const { role } = ownMembership(call, caller.organizationId, 403);
    if (role === 'Member' && settingsOf(backend.records, caller.organizationId).keyPolicy === 'admins_only') {
      throw forbidden('Only Owner and Admin may make API keys in this organization.');
    }
    const nowMs = backend.nowMs();
    const expiresMs = typeof call.body.expiresAt === 'string' ? Date.parse(call.body.expiresAt) : null;
    if (expiresMs !== null && expiresMs <= nowMs) throw badRequest('ExpiresAt is not valid: it lies in the past.');
    const row: KeyRow = {
      key: PREFIX + backend.secrets.token(),
      id: backend.uuid(),
      userId: caller.userId,
      organizationId: caller.organizationId,
      name: call.body.name,
      createdMs: nowMs,
      expiresMs,
      revokedMs: null,
    };
    backend.records.saveKey(row);
    return created({ ...keyShape(row), key: row.key });
  }),

  route(keyEndpoints.revokeKey, call => {
    const key = visibleKeys(call).find(({ id }) => id === call.path.id);
    if (key === undefined) throw notFound('The API key');
    const revokedMs = key.revokedMs ?? call.backend.nowMs();
    call.backend.records.saveKey({ ...key, revokedMs });
    return noContent;
  }),

  route(keyEndpoints.getKeyPolicy, call => {
    const { organizationId } = ownMembership(call, call.caller.organizationId, 403);
    return ok({ policy: settingsOf(call.backend.records, organizationId).keyPolicy });
  }),

  route(keyEndpoints.setKeyPolicy, call => {
    const { organizationId } = administration(call, call.caller.organizationId);
    const { keyPolicy } = changeSettings(call.backend.records, organizationId, { keyPolicy: call.body.policy });
    return ok({ policy: keyPolicy });
  }),
];

/** The keys a caller may see and revoke: the own ones, for Owner and Admin everyone's. */
function visibleKeys(site: Site): readonly KeyRow[] {
  const { userId, organizationId } = site.caller;
  const { role } = ownMembership(site, organizationId, 403);
  const keys = site.backend.records.keysIn(organizationId);
  return role === 'Member' ? keys.filter(key => key.userId === userId) : keys;
}

function keyShape(row: KeyRow): z.infer<typeof keyAnswer> {
  return {
    id: row.id,
    name: row.name,
    hint: `${PREFIX}…${row.key.slice(-4)}`,
    userId: row.userId,
    createdAt: isoTime(row.createdMs),
    expiresAt: row.expiresMs === null ? null : isoTime(row.expiresMs),
    revokedAt: row.revokedMs === null ? null : isoTime(row.revokedMs),
  };
}
