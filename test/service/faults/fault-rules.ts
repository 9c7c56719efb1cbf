import { z } from 'zod';

import { ROUTES } from '../rules/routes.ts';

const milliseconds = z.number().int().min(0).max(600_000);

/** What a presigned address in an answer may become instead. */
export const LINK_FAULTS = [
  'expired',
  'wrong-signature',
  'other-object',
  'other-host',
  'other-port',
  'nonsense',
] as const;
export type LinkFault = (typeof LINK_FAULTS)[number];

const ruleSchema = z.strictObject({
  match: z
    .strictObject({
      port: z.enum(['api', 'storage']).optional(),
      method: z.string().optional(),
      /** A regular expression on the path with its query, such as `/upload/confirm$`. */
      pathPattern: z.string().max(1000).optional(),
      /** An endpoint as the specification writes it, such as `POST /files/{id}/versions`. */
      route: z
        .string()
        .refine(name => ROUTE_NAMES.has(routeName(name)), 'no endpoint of this method and path')
        .optional(),
    })
    .default({}),
  /** Lets so many matching requests pass first. */
  skip: z.number().int().min(0).default(0),
  /** Applies so many times; null: always. */
  times: z.number().int().min(1).nullable().default(null),
  /** Applies to this share of the matching requests, drawn from `seed`. */
  chance: z.number().min(0).max(1).default(1),
  /** How long to wait, or between which two times, drawn from `seed`. */
  delayMs: z.union([milliseconds, z.tuple([milliseconds, milliseconds])]).default(0),
  status: z.number().int().min(200).max(599).nullable().default(null),
  /** Null: the one that belongs to the status. */
  errorCode: z.string().max(100).nullable().default(null),
  messages: z.array(z.string()).default(['A fault was asked for.']),
  /** Seconds for the `Retry-After` header. */
  retryAfter: z.number().nullable().default(null),
  /** Answers 200 with a web page, as a captive portal does. */
  html: z.boolean().default(false),
  /** Resets the connection before the request has any effect. */
  dropBefore: z.boolean().default(false),
  /** Carries the request out, then resets the connection without an answer. */
  dropAfter: z.boolean().default(false),
  /** Sends only so many bytes of the answer's body, then closes the connection. */
  truncate: z.number().int().min(0).nullable().default(null),
  /** Sends the answer's body so slowly. */
  bytesPerSecond: z.number().int().min(1).nullable().default(null),
  /** As the panel shows it; passed over, so that what was read can be sent back. */
  applied: z.unknown().optional(),
  /** Puts another address in the place of every presigned one in the answer. */
  link: z.enum(LINK_FAULTS).nullable().default(null),
});

export type FaultRule = z.infer<typeof ruleSchema>;

export const rulesSchema = z.array(ruleSchema).max(1000);

/** A rule by what differs from doing nothing. */
export function faultRule(parts: z.input<typeof ruleSchema>): FaultRule {
  return ruleSchema.parse(parts);
}

/** A request as the rules see it. */
export interface Passing {
  readonly port: 'api' | 'storage';
  readonly method: string;
  readonly target: string;
  /** The endpoint it is for, as the specification writes it, or null. */
  readonly route: string | null;
}

/** Whether a rule is for a request; `pattern` is its `pathPattern`. */
export function matches(rule: FaultRule, pattern: RegExp, passing: Passing): boolean {
  const { port, method, route } = rule.match;
  if (port !== undefined && port !== passing.port) return false;
  if (method !== undefined && method.toUpperCase() !== passing.method) return false;
  if (route !== undefined && routeName(route) !== passing.route) return false;
  return pattern.test(passing.target);
}

/** The code of section 7 that belongs to a status. */
export function errorCodeOf(status: number): string {
  return CODES[status] ?? 'INTERNAL_ERROR';
}

const CODES: { readonly [status: number]: string } = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'VERSION_CONFLICT',
  413: 'BAD_REQUEST',
  429: 'RATE_LIMIT_EXCEEDED',
};

const ROUTE_NAMES: ReadonlySet<string> = new Set(ROUTES.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`));

function routeName(written: string): string {
  return written.trim().replace(/^(\w+)\s+/, (_, method: string) => `${method.toUpperCase()} `);
}
