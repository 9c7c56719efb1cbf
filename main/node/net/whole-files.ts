import type { CameFile, CarriedAnswer, FileGet, FilePut, FinishedStaging } from '../../ports/disk.ts';
import type { Http, HttpResponse } from '../../ports/http.ts';

/** Sends all of a file. What the answer means is judged by the one who asked. @throws FaultError as `Http.send`. */
export async function putWhole(
  http: Http,
  body: Uint8Array,
  { url, headers, idleMs }: Omit<FilePut, 'fingerprint'>,
): Promise<CarriedAnswer> {
  const response = await http.send({ method: 'PUT', url, headers, body, idleMs });
  await response.discard();
  return answerOf(response);
}

/**
 * Receives all of a file. It is only finished when the answer may be it: with status 200, and as long as it must be.
 * @throws FaultError as `Http.send` and `finish`.
 */
export async function getWhole(
  http: Http,
  { url, sizeBytes, idleMs, onCame }: FileGet,
  finish: (bytes: Uint8Array<ArrayBuffer>) => Promise<FinishedStaging>,
): Promise<CameFile> {
  const response = await http.send({ method: 'GET', url, headers: {}, body: null, idleMs });
  const answer = answerOf(response);
  if (response.status !== 200) {
    await response.discard();
    return { ...answer, cameBytes: 0, finished: null };
  }
  const { bytes, cameBytes } = await received(response, sizeBytes);
  if (cameBytes !== sizeBytes) return { ...answer, cameBytes, finished: null };
  onCame();
  return { ...answer, cameBytes, finished: await finish(bytes) };
}

/** What a body begins with, and how long it was; reading stops after `mostBytes`, since a body need not have an end. */
async function received(
  response: HttpResponse,
  mostBytes: number,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; cameBytes: number }> {
  const bytes = new Uint8Array(mostBytes);
  let cameBytes = 0;
  for await (const chunk of response.lend?.() ?? response.body) {
    if (cameBytes < mostBytes) bytes.set(chunk.subarray(0, mostBytes - cameBytes), cameBytes);
    cameBytes += chunk.byteLength;
    if (cameBytes > mostBytes) break;
  }
  return { bytes, cameBytes };
}

function answerOf({ status, headers }: HttpResponse): CarriedAnswer {
  return { status, headers };
}
