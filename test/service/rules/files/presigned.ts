import { z } from 'zod';

import type { Grant, Links } from '../ground/backend.ts';

/** Why a presigned address is not accepted. */
export type LinkProblem = 'expired' | 'bad-signature';

const parts = z.object({
  verb: z.enum(['GET', 'PUT']),
  type: z.string(),
  name: z.string(),
  expires: z.coerce.number(),
  signature: z.string(),
});

/** Makes addresses of the object storage and checks them again. */
export class PresignedLinks implements Links {
  readonly #mark: (text: string) => string;
  readonly #origin: () => string;

  /**
   * `mark` signs a text with a secret; `origin` is where the object storage answers, such as `http://127.0.0.1:8081`.
   */
  constructor(mark: (text: string) => string, origin: () => string) {
    this.#mark = mark;
    this.#origin = origin;
  }

  sign(grant: Grant): string {
    const url = new URL(`/objects/${grant.objectKey}`, this.#origin());
    url.searchParams.set('verb', grant.verb);
    url.searchParams.set('type', grant.contentType);
    url.searchParams.set('name', grant.fileName);
    url.searchParams.set('expires', String(Math.round(grant.expiresMs)));
    url.searchParams.set('signature', this.#signature(grant));
    return url.href;
  }

  /** What an address grants now, or why it grants nothing. */
  check(target: string, nowMs: number): Grant | LinkProblem {
    const url = new URL(target, this.#origin());
    const read = parts.safeParse(Object.fromEntries(url.searchParams));
    const objectKey = /^\/objects\/([0-9a-f-]{36})$/.exec(url.pathname)?.[1];
    if (!read.success || objectKey === undefined) return 'bad-signature';
    const { verb, type, name, expires, signature } = read.data;
    const grant: Grant = { verb, objectKey, contentType: type, fileName: name, expiresMs: expires };
    if (signature !== this.#signature(grant)) return 'bad-signature';
    return nowMs < expires ? grant : 'expired';
  }

  #signature(grant: Grant): string {
    const signed = [
      grant.verb,
      grant.objectKey,
      grant.contentType,
      grant.fileName,
      String(Math.round(grant.expiresMs)),
    ];
    return this.#mark(JSON.stringify(signed));
  }
}
