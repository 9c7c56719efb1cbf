import { z } from 'zod';

import type { Failure } from '../../../shared/fault.ts';
import { SECOND } from '../../../shared/units.ts';
import { jsonOrNull } from '../../../shared/parse-json.ts';
import { httpTime } from '../../core/calendar.ts';

/** The error body of the service (spec 7), read tolerantly. */
const errorBody = z.object({
  errorCode: z.string().optional(),
  messages: z.array(z.string()).optional(),
  correlationId: z.string().optional(),
});

/** What an answer other than 2xx carries. */
export interface Refusal {
  readonly status: number;
  /** The body's text; anything. */
  readonly body: string;
  readonly retryAfter: string | null;
  /** What time it was at the service (the `Date` header). */
  readonly date?: string | null;
}

/** Waiting time when the service says 429 or 503 without saying how long, in milliseconds. */
const DEFAULT_WAIT_MS = 5 * SECOND;
/** Longest wait that we believe, in seconds. */
const LONGEST_WAIT_S = 3600;

/**
 * The fault an answer stands for. A 401 is `signed-out` here; the connection asks the plainest call before it believes it,
 * because a method that a path does not support may be answered 401 too.
 */
export function faultOf(refusal: Refusal): Failure {
  const { errorCode, messages, correlation } = parsed(refusal.body);
  switch (refusal.status) {
    case 401:
      return { kind: 'signed-out' };
    case 403:
      // SPEC: section 7, rules 1 to 3: these two carry no correlation id, and retrying helps neither.
      if (errorCode === 'ORGANIZATION_ACCESS_REVOKED') return { kind: 'access-ended', messages };
      if (errorCode === 'INSUFFICIENT_SCOPE') return { kind: 'scope', messages };
      return { kind: 'not-allowed', messages, ...correlation };
    case 404:
    case 410:
      return { kind: 'gone', messages, ...correlation };
    case 409:
      return { kind: 'stale', detail: messages.join(' '), status: refusal.status };
    case 429:
    case 503:
      return { kind: 'busy', retryAfterMs: waitMs(refusal), ...correlation };
    case 408:
      return { kind: 'failing', status: refusal.status, messages, ...correlation };
    default:
      if (errorCode === 'VERSION_CONFLICT')
        return { kind: 'stale', detail: messages.join(' '), status: refusal.status };
      if (refusal.status >= 500) return { kind: 'failing', status: refusal.status, messages, ...correlation };
      return { kind: 'refused', status: refusal.status, messages, ...correlation };
  }
}

function parsed(body: string): { errorCode: string; messages: string[]; correlation: { correlationId?: string } } {
  const result = errorBody.safeParse(jsonOrNull(body));
  if (!result.success) return { errorCode: '', messages: [], correlation: {} };
  const { errorCode, messages, correlationId } = result.data;
  return {
    errorCode: errorCode ?? '',
    messages: messages ?? [],
    correlation: correlationId === undefined ? {} : { correlationId },
  };
}

function waitMs({ retryAfter, date }: Refusal): number {
  // A date is one of the service's own clock, so that ours need not be right.
  const [until, since] = [httpTime(retryAfter ?? ''), httpTime(date ?? '')];
  const seconds = until === null || since === null ? Number(retryAfter) : Math.max(0, until - since) / SECOND;
  if (retryAfter === null || !Number.isFinite(seconds) || seconds < 0) return DEFAULT_WAIT_MS;
  return Math.min(seconds, LONGEST_WAIT_S) * SECOND;
}
