import type { Staging } from '../../ports/disk.ts';
import type { HttpResponse } from '../../ports/http.ts';
import { refused } from '../resolve-id.ts';

/** What an answer should be, and what is said when it is not. */
export interface Expected {
  /** As the service told beforehand; null when it did not. */
  readonly sizeBytes: number | null;
  readonly words: { readonly notWhole: string; readonly aPage: string };
}

/**
 * Writes an answer's bytes and finishes the file, if they are all there; otherwise the file is discarded. @returns their
 * number. @throws FaultError, `bad-request` for an answer that is not whole, or a web page.
 */
export async function written(
  open: () => Promise<HttpResponse & { readonly totalBytes: number | null }>,
  into: Staging,
  { sizeBytes, words }: Expected,
): Promise<number> {
  let came = 0;
  try {
    const answer = await open();
    const { headers, totalBytes } = answer;
    if (/^\s*(text\/html|application\/xhtml\+xml)\b/i.test(headers.get('content-type') ?? '')) {
      await answer.discard();
      throw refused(words.aPage);
    }
    for await (const chunk of answer.body) {
      came += chunk.byteLength;
      await into.write(chunk);
    }
    const length = totalBytes ?? (headers.has('content-encoding') ? null : sizeOf(headers.get('content-length')));
    if ([length, sizeBytes].some(size => size !== null && size !== came)) throw refused(words.notWhole);
    await into.finish();
    return came;
  } catch (error) {
    await into.discard().catch(() => undefined);
    throw error;
  }
}

function sizeOf(length: string | null | undefined): number | null {
  return length !== null && length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : null;
}
