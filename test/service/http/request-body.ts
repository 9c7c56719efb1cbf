import { badRequest, tooLarge } from '../rules/ground/api-error.ts';
import type { Body } from '../rules/api.ts';
import type { ObjectFiles } from '../storage/object-files.ts';
import { ContentSplitter } from './content-splitter.ts';

/** A JSON body without content is small; beyond this it is refused. */
const MOST_JSON_BYTES = 8 * 1024 * 1024;

/** Reads a body to its end and forgets it, so that an early refusal reaches a client that is still sending. */
export async function drain(pieces: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of pieces);
}

/** Reads a JSON body; an empty one is an empty object. @throws ApiError 400, after reading all of it. */
export async function readJson(pieces: AsyncIterable<Uint8Array>): Promise<unknown> {
  return jsonOf(await readText(pieces));
}

/** Reads a body as text. @throws ApiError 400 for one that is too large, after reading all of it. */
export async function readText(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const kept: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const piece of pieces) {
    sizeBytes += piece.length;
    if (sizeBytes <= MOST_JSON_BYTES) kept.push(piece);
  }
  if (sizeBytes > MOST_JSON_BYTES) throw badRequest(`The request body is larger than ${MOST_JSON_BYTES} bytes.`);
  return Buffer.concat(kept).toString('utf8');
}

/**
 * Reads a JSON body whose `content` or `contentBase64` streams into the object storage on the way.
 * @throws ApiError 400 or 413, after reading all of it.
 */
export async function readWithContent(
  pieces: AsyncIterable<Uint8Array>,
  objects: ObjectFiles,
  limitBytes: number | null,
): Promise<Body> {
  const splitter = new ContentSplitter();
  const content = await objects.storeContent(contentOf(pieces, splitter, limitBytes ?? Infinity));
  try {
    const json = splitter.rest();
    if (splitter.field() !== null) return { json: json, content };
    refuseOddContent(json);
    await objects.forget(content);
    return { json, content: null };
  } catch (thrown) {
    await objects.forget(content);
    throw thrown;
  }
}

async function* contentOf(
  pieces: AsyncIterable<Uint8Array>,
  splitter: ContentSplitter,
  limitBytes: number,
): AsyncIterable<Uint8Array> {
  const base64 = new Base64Pieces();
  let sizeBytes = 0;
  let problem: Error | null = null;
  for await (const piece of pieces) {
    if (problem !== null) continue;
    try {
      const found = splitter.push(piece);
      const decoded = splitter.field() === 'contentbase64' ? found.map(each => base64.decode(each)) : found;
      sizeBytes += decoded.reduce((sum, each) => sum + each.length, 0);
      if (sizeBytes > limitBytes) throw tooLarge(limitBytes);
      yield* decoded;
    } catch (thrown) {
      problem = thrown instanceof Error ? thrown : new Error(String(thrown));
    }
  }
  if (problem !== null) throw problem;
  yield base64.end();
}

/** A content that is neither text nor absent. */
function refuseOddContent(json: unknown): void {
  if (typeof json !== 'object' || json === null) return;
  for (const [name, value] of Object.entries(json)) {
    const isContent = /^content(base64)?$/i.test(name);
    if (isContent && value !== null) throw badRequest(`${name} is not valid: expected a string`);
  }
}

/** Decodes base64 that arrives in pieces of any length. */
class Base64Pieces {
  #left = '';
  #padded = false;

  decode(piece: Uint8Array): Uint8Array {
    const text = this.#left + Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1');
    const whole = text.length - (text.length % 4);
    this.#left = text.slice(whole);
    return this.#decoded(text.slice(0, whole));
  }

  /** What is left at the end; base64 without its padding is accepted. */
  end(): Uint8Array {
    return this.#decoded(this.#left);
  }

  /** Buffer skips what is not base64, so the length tells whether all of it was. */
  #decoded(text: string): Uint8Array {
    if (text === '') return new Uint8Array();
    if (this.#padded) throw badRequest('ContentBase64 is not valid base64.');
    const signs = text.replace(/={1,2}$/, '');
    this.#padded = signs.length < text.length;
    const bytes = Buffer.from(signs, 'base64');
    if (signs.length % 4 === 1 || bytes.length !== Math.floor((signs.length * 3) / 4)) {
      throw badRequest('ContentBase64 is not valid base64.');
    }
    return bytes;
  }
}

function jsonOf(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('The request body is not valid JSON.');
  }
}
