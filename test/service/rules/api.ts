import type { Endpoint } from '../../../shared/api/endpoint.ts';
import type { RequestHead } from './ground/request-head.ts';
import { ApiError, errorBody, notFound, unauthorized } from './ground/api-error.ts';
import { SCOPE_REFUSED, auditRequest } from './people/audit.ts';
import type { Backend, Caller, StoredContent } from './ground/backend.ts';
import { admissionOf, checkScope, NOBODY } from './accounts/credentials.ts';
import { RateLimit } from './ground/rate-limit.ts';
import { findRoute } from './routes.ts';
import { asSwitched, errorAsSwitched } from './ground/variants.ts';
import type { FoundRoute } from './routes.ts';
import type { Answer, Route } from './ground/route.ts';

/** A request that was let in: its body may be read now, in the way `route.body` says. */
export interface Admitted {
  readonly kind: 'admitted';
  readonly route: Route;
  readonly caller: Caller;
  readonly pathValues: { readonly [name: string]: string };
  readonly query: ReadonlyMap<string, string>;
  readonly correlationId: string;
}

export interface Refused {
  readonly kind: 'refused';
  readonly answer: Answer;
}

/** What was read of a body. */
export interface Body {
  readonly json: unknown;
  readonly content: StoredContent | null;
}

const PREFIX = '/api/v1';

/** Told of a mistake of our own, which the caller only sees as a 500; may throw it on. */
export type ReportBug = (thrown: unknown, correlationId: string) => void;

/** The API itself: who is let in, what is answered, and how refusals look. Holds no records; remembers only the pace. */
export class Api {
  readonly #backend: Backend;
  readonly #reportBug: ReportBug;
  readonly #checksAnswers: boolean;
  readonly #pace = new RateLimit();

  /** With `checksAnswers` an answer that does not have its declared form is a mistake of our own. */
  constructor(backend: Backend, reportBug: ReportBug, checksAnswers = false) {
    this.#backend = backend;
    this.#reportBug = reportBug;
    this.#checksAnswers = checksAnswers;
  }

  /** Finds the endpoint, the caller and his pace, before anything of the body is read. */
  admit(head: RequestHead): Admitted | Refused {
    const correlationId = this.#backend.uuid();
    try {
      return this.#admitted(head, correlationId);
    } catch (thrown) {
      return { kind: 'refused', answer: this.refusal(thrown, correlationId) };
    }
  }

  /** Carries an admitted request out, wholly or not at all. */
  carryOut(admitted: Admitted, body: Body): Answer {
    const { route, caller, pathValues, query } = admitted;
    const backend = this.#backend;
    try {
      const answer = backend.records.transaction(() => {
        try {
          const given = route.run({ backend, caller, pathValues, query, body: body.json, content: body.content });
          const { method, name } = route.endpoint;
          const id = admitted.correlationId;
          if (method !== 'GET') auditRequest(backend, { id, caller, action: name, pathValues });
          return given;
        } catch (thrown) {
          if (!(thrown instanceof ApiError && thrown.parts.keepsWhatWasSaved === true)) throw thrown;
          return thrown;
        }
      });
      if (answer instanceof ApiError) throw answer;
      if (this.#checksAnswers) checkAnswer(route.endpoint, answer);
      return asSwitched(route.endpoint, answer, backend.switches());
    } catch (thrown) {
      return this.refusal(thrown, admitted.correlationId);
    }
  }

  /** The answer for any thrown value; mistakes of our own become a 500 without a stack trace. */
  refusal(thrown: unknown, correlationId: string): Answer {
    return errorAsSwitched(this.#refusal(thrown, correlationId), this.#backend.switches());
  }

  #refusal(thrown: unknown, correlationId: string): Answer {
    if (thrown instanceof ApiError) {
      const { status, errorCode, messages, headers, fields = {} } = thrown.parts;
      return {
        status,
        json: { ...errorBody(errorCode, messages, correlationId), ...fields },
        ...(headers === undefined ? {} : { headers }),
      };
    }
    this.#reportBug(thrown, correlationId);
    return { status: 500, json: errorBody('INTERNAL_ERROR', ['Something went wrong here.'], correlationId) };
  }

  #admitted(head: RequestHead, correlationId: string): Admitted {
    const url = new URL(head.target, 'http://service.invalid');
    const path = url.pathname.startsWith(`${PREFIX}/`) ? url.pathname.slice(PREFIX.length) : '/?';
    const found = findRoute(head.method, path);
    const isPublic = found.kind === 'route' && found.route.endpoint.access === 'public';
    const caller = isPublic ? NOBODY : this.#caller(head);
    if (found.kind === 'unknown') throw notFound('The address');
    if (found.kind === 'other-method') throw this.#unsupported(head.method);
    if (!isPublic) this.#checkScope({ caller, found, id: correlationId });
    const query = new Map<string, string>();
    for (const [name, value] of url.searchParams) {
      if (!query.has(name.toLowerCase())) query.set(name.toLowerCase(), value);
    }
    return { kind: 'admitted', route: found.route, caller, pathValues: found.pathValues, query, correlationId };
  }

  #checkScope({ caller, found, id }: { caller: Caller; found: FoundRoute; id: string }): void {
    try {
      checkScope(this.#backend, caller, found.route.endpoint);
    } catch (thrown) {
      const { pathValues } = found;
      const { records } = this.#backend;
      records.transaction(() => auditRequest(this.#backend, { id, caller, action: SCOPE_REFUSED, pathValues }));
      throw thrown;
    }
  }

  #caller(head: RequestHead): Caller {
    const { caller, pace } = admissionOf(this.#backend, head);
    this.#keepPace(pace);
    return caller;
  }

  #keepPace(key: string): void {
    const seconds = this.#pace.secondsToWait(key, this.#backend.nowMs(), this.#backend.switches().rateLimit);
    if (seconds === null) return;
    throw new ApiError({
      status: 429,
      errorCode: 'RATE_LIMIT_EXCEEDED',
      messages: [`Too many requests. Retry after ${seconds} s.`],
      headers: { 'retry-after': String(seconds) },
    });
  }

  #unsupported(method: string): ApiError {
    if (this.#backend.switches().unsupportedMethod === 401) return unauthorized('Authentication is required.');
    const messages = [`${method} is not supported here.`];
    return new ApiError({ status: 405, errorCode: 'BAD_REQUEST', messages });
  }
}

function checkAnswer({ method, path, answer: schema }: Endpoint, answer: Answer): void {
  if (answer.varied === true || schema === null) return;
  const result = schema.safeParse(answer.json);
  if (!result.success) throw new Error(`${method} ${path} did not answer as declared: ${result.error.message}`);
}
