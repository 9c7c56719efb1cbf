import type { Staging } from '../../ports/disk.ts';
import type { HttpResponse } from '../../ports/http.ts';
import { refused } from '../resolve-id.ts';

/** What an answer should be, and the messages when it is not. */
export interface Expected {
  /** The size told before; null: not told. */
  readonly sizeBytes: number | null;
  readonly words: { readonly notWhole: string; readonly aPage: string };
}

/**
 * Writes an answer's bytes and finishes the file if they are complete; otherwise discards it. @returns the number of
 * bytes. @throws FaultError, `bad-request` for an incomplete answer or an HTML page.
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
