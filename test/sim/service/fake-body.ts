import { badRequest } from '../../service/rules/ground/api-error.ts';

/** A JSON body held in memory, its content taken out. */
export interface FakeBody {
  readonly json: unknown;
  readonly content: Uint8Array | null;
}

/** @throws ApiError 400 when the bytes are not JSON; none at all are an empty object. */
export function jsonOf(bytes: Uint8Array): unknown {
  const text = new TextDecoder().decode(bytes).trim();
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('The request body is not valid JSON.');
  }
}

/** Takes `content` or `contentBase64` out of a JSON body. @throws ApiError 400 */
export function splitContent(json: unknown): FakeBody {
  if (typeof json !== 'object' || json === null) return { json, content: null };
  let content: Uint8Array | null = null;
  for (const [name, value] of Object.entries(json)) {
    if (!/^content(base64)?$/i.test(name) || value === null) continue;
    if (typeof value !== 'string') throw badRequest(`${name} is not valid: expected a string`);
    if (content !== null) throw badRequest('Content and ContentBase64 exclude each other.');
    content = name.toLowerCase() === 'content' ? new TextEncoder().encode(value) : fromBase64(value);
  }
  return { json, content };
}

function fromBase64(text: string): Uint8Array {
  try {
    const signs = atob(text);
    const bytes = new Uint8Array(signs.length);
    for (let at = 0; at < signs.length; at += 1) bytes[at] = signs.charCodeAt(at);
    return bytes;
  } catch {
    throw badRequest('ContentBase64 is not valid base64.');
  }
}
