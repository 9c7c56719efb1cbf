import { createHash, randomBytes } from 'node:crypto';

import type { WindowSession } from '../../shared/rpc/window-session.ts';

/** More windows than a person opens at once; the oldest entry goes first, so that the list does not grow without end. */
const MOST_KEPT = 64;

/** Who may come in: one-time keys that were printed, and the sessions that they were exchanged for. */
export class WindowKeys {
  readonly #unusedKeys = new Set<string>();
  readonly #secrets = new Set<string>();
  readonly #passes = new Set<string>();

  /** A new key of 256 random bits, good for one `redeem`. */
  issue(): string {
    return remember(this.#unusedKeys);
  }

  /** Exchanges a key for a new session; null when it was used before or never issued. */
  redeem(key: string): WindowSession | null {
    if (!this.#unusedKeys.delete(digest(key))) return null;
    return { secret: remember(this.#secrets), pass: remember(this.#passes) };
  }

  /** Whether this is the secret of a session that `redeem` gave out. */
  isSecret(secret: string): boolean {
    return this.#secrets.has(digest(secret));
  }

  /** Whether this is the pass of a session that `redeem` gave out. */
  isPass(pass: string): boolean {
    return this.#passes.has(digest(pass));
  }
}

/** Makes a secret and keeps only its digest: looking one up by digest gives no timing hint about the secret. */
function remember(digests: Set<string>): string {
  const secret = randomBytes(32).toString('base64url');
  digests.add(digest(secret));
  for (const oldest of digests) {
    if (digests.size <= MOST_KEPT) break;
    digests.delete(oldest);
  }
  return secret;
}

function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('base64');
}
