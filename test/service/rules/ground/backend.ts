import type { Switches } from '../../switches.ts';
import type { Outbox } from './outbox.ts';
import type { Records } from './records.ts';

/** Content as the object storage holds it. */
export interface StoredContent {
  readonly objectKey: string;
  readonly sizeBytes: number;
}

/** The object storage, as far as the API needs it. Uploaded objects wait apart until they are adopted. */
export interface Objects {
  /** The size of an uploaded or adopted object, or null when nothing was stored under the key. */
  sizeOf(objectKey: string): number | null;
  /** Makes an uploaded object permanent: no later upload to the same address can change it. Twice is once. */
  adopt(objectKey: string): void;
  /** Stores an adopted object under a second key, as an object of its own. */
  copy(objectKey: string, newKey: string): void;
  /** Removes an adopted object for good; what is not there is no mistake. */
  remove(objectKey: string): void;
}

/** What a presigned address allows, and until when (milliseconds since the epoch). */
export interface Grant {
  readonly verb: 'GET' | 'PUT';
  readonly objectKey: string;
  readonly contentType: string;
  readonly fileName: string;
  readonly expiresMs: number;
}

/** Makes presigned addresses. */
export interface Links {
  sign(grant: Grant): string;
}

/** What keeps secrets: marks that only this service can make, digests, and random bytes. All texts are base64url. */
export interface Secrets {
  /** A keyed digest of a text (HMAC-SHA256 with the service's own secret). */
  mark(text: string): string;
  /** SHA-256 of a text. */
  digest(text: string): string;
  /** 32 random bytes, so that the token cannot be guessed. */
  token(): string;
}

/** What the rules stand on. With SQLite, a disk and a clock it is the local service; in memory it is its fake. */
export interface Backend {
  readonly records: Records;
  readonly objects: Objects;
  readonly links: Links;
  readonly secrets: Secrets;
  readonly outbox: Outbox;
  /** Where the service answers, such as `http://127.0.0.1:8080`. */
  origin(): string;
  switches(): Switches;
  nowMs(): number;
  uuid(): string;
}

/** Who asks, for which organization, and with what kind of credentials. */
export interface Caller {
  readonly userId: number;
  readonly organizationId: string;
  /** `session`: signed in here; `oauth`: an application that this person let in. */
  readonly via: 'key' | 'session' | 'oauth' | 'nothing';
  /** The caller's teams. */
  readonly teamIds: readonly string[];
}
