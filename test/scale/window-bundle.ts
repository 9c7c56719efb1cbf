import { gzipSync } from 'node:zlib';

import type { Page, Response } from 'playwright';

/** What a page fetched since `watchLoad`, in bytes; the pipe to the engine is none of it. */
export interface Load {
  readonly files: number;
  readonly rawBytes: number;
  /** As every server would send it; the window's own server sends it raw, over this computer's loopback. */
  readonly gzipBytes: number;
}

/** Begins to listen to what a page fetches. @returns what tells it, once the page stands. */
export function watchLoad(page: Page): () => Promise<Load> {
  const responses: Response[] = [];
  page.on('response', response => responses.push(response));
  return async () => {
    const bodies: Buffer[] = [];
    for (const response of responses) {
      const isRedirect = response.status() >= 300 && response.status() < 400;
      if (!isRedirect) bodies.push(await response.body());
    }
    const sum = (sizeOf: (body: Buffer) => number): number => bodies.reduce((all, body) => all + sizeOf(body), 0);
    return { files: bodies.length, rawBytes: sum(body => body.length), gzipBytes: sum(body => gzipSync(body).length) };
  };
}
