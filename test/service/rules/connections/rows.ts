import type { ConnectionAnswer, ConnectionScope, PolicyAnswer } from '../../../../shared/api/calls/connections.ts';
import { table } from '../ground/tables.ts';

/** Times are milliseconds since the epoch. */
export interface ConnectionRow {
  readonly id: string;
  readonly organizationId: string;
  readonly ownerId: number;
  readonly scope: ConnectionScope;
  readonly providerId: string;
  readonly name: string;
  readonly url: string | null;
  readonly transport: string;
  /** Names and values; the values never leave the service. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Null: all of them. */
  readonly allowedTools: readonly string[] | null;
  readonly enabled: boolean;
  readonly isDefault: boolean;
  readonly status: ConnectionAnswer['status'];
  readonly accountLabel: string | null;
  readonly capabilityGroups: readonly string[];
  readonly createdMs: number;
  readonly updatedMs: number;
  readonly archivedMs: number | null;
}

/** What an organization decided about a provider. */
export interface PolicyRow {
  readonly id: string;
  readonly organizationId: string;
  readonly providerId: string;
  readonly policy: PolicyAnswer;
}

/** An authorization that was begun. */
export interface SessionRow {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: number;
  readonly providerId: string;
  /** Null: completing it makes a new connection. */
  readonly connectionId: string | null;
  readonly capabilityGroups: readonly string[];
  readonly scopes: readonly string[];
  readonly tenant: string | null;
  readonly redirectUri: string | null;
  readonly state: string;
  readonly code: string;
  readonly expiresMs: number;
  readonly completedMs: number | null;
}

export const connections = table<ConnectionRow>()('connection', 'organizationId');
export const policies = table<PolicyRow>()('providerPolicy', 'organizationId', 'providerId');
export const sessions = table<SessionRow>()('authorizationSession');
