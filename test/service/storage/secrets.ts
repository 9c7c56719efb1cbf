import { createHash, createHmac } from 'node:crypto';

import type { Secrets } from '../rules/ground/backend.ts';

/** Secrets over one text that stays the same from start to start, and a source of chance in base64url. */
export function secretsWith(secret: string, token: () => string): Secrets {
  return {
    mark: text => createHmac('sha256', secret).update(text).digest('base64url'),
    digest: text => createHash('sha256').update(text).digest('base64url'),
    token,
  };
}
