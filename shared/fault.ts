import type { ServiceId } from './ids.ts';
import type { Reader } from './features/sharing/audience-model.ts';

/** What can go wrong, as data. A fault travels over every pipe and keeps its meaning. */
export type Fault =
  /** No answer from the service: no network, no name, no connection, or an answer that is not the service's. */
  | { readonly kind: 'offline'; readonly detail: string }
  /** 429, 503 or several failing calls: everyone waits. `retryAfterMs` is what the service asked for, if it did. */
  | { readonly kind: 'busy'; readonly retryAfterMs: number | null; readonly correlationId?: string }
  /**
   * 5xx on one call, or an answer that makes no sense: that item backs off, the others go on. `page`: a web page or plain
   * text came in the place of this answer alone; its title, which may be empty.
   */
  | {
      readonly kind: 'failing';
      readonly status: number;
      readonly messages: readonly string[];
      readonly correlationId?: string;
      readonly page?: string;
    }
  /** 401, confirmed by a second look. */
  | { readonly kind: 'signed-out' }
  /** 403 ORGANIZATION_ACCESS_REVOKED. Only a new sign-in helps (spec 7, rule 2). */
  | { readonly kind: 'access-ended'; readonly messages: readonly string[] }
  /** 403 INSUFFICIENT_SCOPE: the key may not make this call; other calls go on (spec 7, rule 1). */
  | { readonly kind: 'scope'; readonly messages: readonly string[] }
  /** Any other 403. */
  | { readonly kind: 'not-allowed'; readonly messages: readonly string[]; readonly correlationId?: string }
  /** 404. */
  | { readonly kind: 'gone'; readonly messages: readonly string[]; readonly correlationId?: string }
  /** The thing on either side is no longer what the plan saw. `status`: the service said so itself, mostly with 409. */
  | { readonly kind: 'stale'; readonly detail: string; readonly status?: number }
  /** 400 and other 4xx: the service does not accept this; `messages` are its words. */
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly messages: readonly string[];
      readonly correlationId?: string;
    }
  /**
   * A move that more people could read the item after: it waits for a person (I13). `folder` is the service's id of the
   * folder it would go into; `who` are those who could read it then, null when the service does not tell.
   */
  | {
      readonly kind: 'wider-audience';
      readonly path: string;
      readonly folder: ServiceId;
      readonly who: readonly Reader[] | null;
    }
  /**
   * A removal whose file has older versions at the service that are not all kept on this computer: it waits for a person,
   * since the service gives versions of a removed file to no one. `lost`: those that would be out of reach.
   */
  | {
      readonly kind: 'older-versions';
      readonly path: string;
      readonly kept: VersionSum;
      readonly lost: VersionSum;
      /** Some of them cannot be read at the service, so that no room would help. */
      readonly isRefused: boolean;
    }
  /**
   * A file whose head is a version from before the one that both sides agreed on, which the service no longer has: it was
   * set back, and the newer bytes are on this computer only. It waits for a person. `at`: when the newer version was last
   * sent or received here, ms since the epoch; null when that is not known.
   */
  | { readonly kind: 'old-version'; readonly path: string; readonly at: number | null }
  /** The presigned address ran out or was refused by the storage host; a fresh one is asked for. */
  | { readonly kind: 'link-expired' }
  /** No room on the disk for `path`. */
  | { readonly kind: 'disk-full'; readonly path: string }
  /**
   * The operating system refused `path`: permissions, a lock, a name it cannot hold. `code` is its word, such as EACCES.
   * `lock`: the name of a lock file beside it that says that it is open. PARENT_EXCHANGED: a folder became a link while it
   * was written into, and `path` is where that may have come to.
   */
  | { readonly kind: 'disk-refused'; readonly path: string; readonly code: string; readonly lock?: string }
  /** The mirrored folder or its marker is not as it was: the mirror halts, nothing is removed. */
  | { readonly kind: 'root-lost'; readonly path: string; readonly why: RootTrouble }
  /** The service shows many files in versions that were replaced long ago: the mirror halts until a person decides. */
  | { readonly kind: 'set-back'; readonly files: number }
  /** The person asked for something that cannot be; `detail` is a whole sentence with the remedy. */
  | { readonly kind: 'bad-request'; readonly detail: string }
  /** Our own mistake. */
  | { readonly kind: 'bug'; readonly detail: string };

export type FaultKind = Fault['kind'];
export type FaultOf<K extends FaultKind> = Extract<Fault, { kind: K }>;

/**
 * What only a person decides. It is recorded and shown like a fault, but never thrown: no `catch` may go around a question,
 * and the compiler refuses to put one into a `FaultError`.
 */
export type Question = FaultOf<'wider-audience' | 'older-versions' | 'old-version'>;

/** Whether a fault is one that is never thrown. */
export function isQuestion({ kind }: { readonly kind: unknown }): boolean {
  return kind === 'wider-audience' || kind === 'older-versions' || kind === 'old-version';
}

/** Some versions of a file; null: not known. */
export interface VersionSum {
  readonly versions: number | null;
  readonly sizeBytes: number | null;
}

/** What may be thrown. */
export type Failure = Exclude<Fault, Question>;

/** Why a mirror's folder cannot be trusted. */
export type RootTrouble =
  | 'missing'
  | 'not-a-folder'
  | 'unreadable'
  /** Its volume gives no answer, neither yes nor no. */
  | 'no-answer'
  | 'not-writable'
  | 'no-marker'
  | 'other-marker'
  | 'other-volume';

/** The one thing that is thrown on purpose. The fault is the message; the cause is kept for the log. */
export class FaultError extends Error {
  readonly fault: Failure;
  constructor(fault: Failure, options?: { cause?: unknown }) {
    super(`${fault.kind}${'detail' in fault ? `: ${fault.detail}` : ''}`, options);
    this.name = 'FaultError';
    this.fault = fault;
  }
}

/** A refusal of what was asked. @param detail a whole sentence for people. */
export function badRequest(detail: string): FaultError {
  return new FaultError({ kind: 'bad-request', detail });
}

/** The fault in a thrown value; anything that is not a FaultError is a bug of ours. */
export function toFault(thrown: unknown): Failure {
  if (thrown instanceof FaultError) return thrown.fault;
  return { kind: 'bug', detail: thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown) };
}

/** The status of an answer that says that the service has no room left (RFC 4918): for what is sent, and nothing else. */
export const NO_ROOM_STATUS = 507;

/**
 * Words of a `disk-refused` for what is left alone by rule, since it can never be sent as it is: no person has to decide.
 * Links, devices and pipes; names that are not UTF-8.
 */
export const SKIPPED_CODES: ReadonlySet<string> = new Set(['NOT_A_FILE', 'NAME_NOT_TEXT']);

/** Whether it is about something that is left alone by rule: it is listed, and no trouble. */
export function isLeftByRule(fault: Fault): boolean {
  return fault.kind === 'disk-refused' && SKIPPED_CODES.has(fault.code);
}

/** The system's word for a file that a program holds. */
export const IN_USE = 'EBUSY';

/** Whether a program has the file open, which is over when it closes it. */
export function isInUse(fault: Fault): boolean {
  return fault.kind === 'disk-refused' && fault.code === IN_USE;
}

const TOO_MANY_OPEN: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE']);

/** Whether the system's word says that too many files are open just now, which is soon over. */
export function isTooManyOpen(code: string): boolean {
  return TOO_MANY_OPEN.has(code);
}

/** The `detail` of an `offline` that is about Benchtop itself: the caller has no connection to it, or lost it. */
export const WITHOUT_BENCHTOP = 'no connection to Benchtop';

/** What the engine does about a fault. */
export interface Policy {
  /** When the same work is tried again. `after-observing`: look at the item again, plan again. */
  readonly retry: 'never' | 'after-backoff' | 'when-told' | 'after-observing';
  /** What waits while it lasts. `downloads`: everything that writes to this disk. */
  readonly stops: 'item' | 'downloads' | 'mirror' | 'account';
}

/** How the engine reacts to each fault. A new fault does not compile until it has a row. */
// prettier-ignore
export const POLICY: { readonly [K in FaultKind]: Policy } = {
  'offline':      { retry: 'after-backoff',   stops: 'account' },
  'busy':         { retry: 'when-told',       stops: 'account' },
  'failing':      { retry: 'after-backoff',   stops: 'item' },
  'signed-out':   { retry: 'never',           stops: 'account' },
  'access-ended': { retry: 'never',           stops: 'account' },
  'scope':        { retry: 'never',           stops: 'item' },
  'not-allowed':  { retry: 'never',           stops: 'item' },
  'gone':         { retry: 'after-observing', stops: 'item' },
  'stale':        { retry: 'after-observing', stops: 'item' },
  'refused':      { retry: 'never',           stops: 'item' },
  'wider-audience': { retry: 'never',         stops: 'item' },
  'older-versions': { retry: 'never',         stops: 'item' },
  'old-version':  { retry: 'never',           stops: 'item' },
  'link-expired': { retry: 'after-backoff',   stops: 'item' },
  'disk-full':    { retry: 'after-backoff',   stops: 'downloads' },
  'disk-refused': { retry: 'after-backoff',   stops: 'item' },
  'root-lost':    { retry: 'after-observing', stops: 'mirror' },
  'set-back':     { retry: 'after-observing', stops: 'mirror' },
  'bad-request':  { retry: 'never',           stops: 'item' },
  'bug':          { retry: 'after-backoff',   stops: 'item' },
};

const ANSWERS: ReadonlySet<FaultKind> = new Set(['scope', 'not-allowed', 'gone', 'refused', 'set-back']);

/**
 * Whether a refusal may be lifted while nothing changes on this computer: a right may be given, and a 401 to one call of
 * a person who is signed in has no known reason.
 */
export function mayBeLifted(fault: Fault): boolean {
  return fault.kind === 'not-allowed' || (fault.kind === 'refused' && fault.status === 401);
}

/** Whether the service itself refused what it was asked for: such an answer shows that the service is well. */
export function isAnswer({ kind }: Fault): boolean {
  return ANSWERS.has(kind);
}
