import { FaultError } from '../../../shared/fault.ts';
import type { ServiceId, VersionId } from '../../../shared/ids.ts';
import type { HttpResponse } from '../../ports/http.ts';
import { isFault } from '../context/mirror-context.ts';
import type { MirrorContext } from '../context/mirror-context.ts';

/** How many of an answer's first bytes are needed to recognise a web page. */
const HEAD_BYTES = 1024;
/** How a web page begins, after a byte order mark, white space and comments. */
const PAGE = /^\uFEFF?(\s|<!--[\s\S]*?-->|<\?xml[^>]*\?>)*<(!doctype\s+html|html|head|body|script|meta)\b/i;
/** What a decoder puts in the place of invalid bytes. */
const LOST = '\uFFFD';

/** The first bytes of a body, collected while it is received. */
export class Head {
  #bytes = new Uint8Array();

  add(chunk: Uint8Array): void {
    const more = chunk.subarray(0, HEAD_BYTES - this.#bytes.byteLength);
    if (more.byteLength === 0) return;
    const bytes = new Uint8Array(this.#bytes.byteLength + more.byteLength);
    bytes.set(this.#bytes);
    bytes.set(more, this.#bytes.byteLength);
    this.#bytes = bytes;
  }

  get text(): string {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.#bytes);
  }
}

/** The size of one version from the file's history; null where that does not tell, or may not be read. */
export async function sizeOfVersion(
  { api }: Pick<MirrorContext, 'api'>,
  file: ServiceId,
  version: VersionId,
): Promise<number | null> {
  try {
    return (await api.versions(file)).find(({ id }) => id === version)?.sizeBytes ?? null;
  } catch (error) {
    if (!isFault(error, 'scope', 'not-allowed', 'refused', 'gone', 'failing')) throw error;
    return null;
  }
}

/**
 * GAP: the size may be unknown. Then a login page in the place of a file (a captive portal, a filter, a proxy) looks
 * like any other complete answer, so no web page is accepted, not even for a file whose name says that it is one.
 * @throws FaultError `failing`.
 */
export function mustBeNoPage({ headers }: HttpResponse, head: Head): void {
  const type = headers.get('content-type') ?? '';
  if (!/^\s*(text\/html|application\/xhtml\+xml)\b/i.test(type) && !PAGE.test(head.text)) return;
  const messages = ['A web page came in the place of the file, and nothing tells how long the file is.'];
  throw new FaultError({ kind: 'failing', status: 200, messages });
}

/** Text that lost bytes in its JSON encoding is not the file. @throws FaultError `failing`. */
export function mustBeLossless(inline: string): void {
  if (!inline.includes(LOST)) return;
  const messages = ['The file came as text with characters missing, and nothing tells how long it is.'];
  throw new FaultError({ kind: 'failing', status: 200, messages });
}
