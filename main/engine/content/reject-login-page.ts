import { FaultError } from '../../../shared/fault.ts';
import type { ServiceId, VersionId } from '../../../shared/ids.ts';
import type { HttpResponse } from '../../ports/http.ts';
import { isFault } from '../context/mirror-context.ts';
import type { MirrorContext } from '../context/mirror-context.ts';

/** As much of an answer's beginning as tells a web page. */
const HEAD_BYTES = 1024;
/** How a web page begins, after a mark of its encoding, white space and comments. */
const PAGE = /^\uFEFF?(\s|<!--[\s\S]*?-->|<\?xml[^>]*\?>)*<(!doctype\s+html|html|head|body|script|meta)\b/i;
/** What a decoder puts in the place of bytes that are no text. */
const LOST = '\uFFFD';

/** The beginning of a body, gathered while it goes by. */
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

/** The size of one version by the file's history; null where that does not tell, or may not be read. */
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
 * GAP: nobody has to tell a size. Then a page in the place of a file (a captive portal, a filter, a proxy) looks like any
 * other whole answer, so no page is believed, not even for a file that is one by its name. @throws FaultError `failing`.
 */
export function mustBeNoPage({ headers }: HttpResponse, head: Head): void {
  const type = headers.get('content-type') ?? '';
  if (!/^\s*(text\/html|application\/xhtml\+xml)\b/i.test(type) && !PAGE.test(head.text)) return;
  const messages = ['A web page came in the place of the file, and nothing tells how long the file is.'];
  throw new FaultError({ kind: 'failing', status: 200, messages });
}

/** Text that lost bytes on its way through JSON is not the file. @throws FaultError `failing`. */
export function mustBeLossless(inline: string): void {
  if (!inline.includes(LOST)) return;
  const messages = ['The file came as text with characters missing, and nothing tells how long it is.'];
  throw new FaultError({ kind: 'failing', status: 200, messages });
}
