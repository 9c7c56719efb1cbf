import type { Failure } from '../../../shared/fault.ts';
import type { HttpResponse } from '../../ports/http.ts';

/** So many characters of a page's title are shown. */
const LONGEST_TITLE = 120;
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
]);

/** Something on the way answered in the place of the service: a captive portal, a gateway, a filter, a proxy (T26). */
export class PageAnswer extends Error {
  readonly status: number;
  /** The page's title, or its only line; empty when it has neither. Untrusted text. */
  readonly title: string;

  constructor(status: number, text: string) {
    super(`a page with status ${status} in the place of an answer`);
    this.status = status;
    this.title = titleOf(text);
  }

  /** The fault of a single call that met it: other calls are answered. */
  get ofOneCall(): Failure {
    return { kind: 'failing', status: this.status, messages: [], page: this.title };
  }

  /** The fault when the plainest call meets one too: as good as no answer. */
  ofEveryCall(baseUrl: string): Failure {
    const detail = `something else answered at ${baseUrl} in the service's place: a page with status ${this.status}, no JSON`;
    return { kind: 'offline', detail };
  }
}

/**
 * Whether a refusal comes from something on the way. A redirect is never followed, and 407 is a proxy's. Gateways without
 * JSON also say how long to wait, and some services refuse a call with a 401 without any words.
 */
export function isPageRefusal(response: HttpResponse, text: string): boolean {
  const { status, headers } = response;
  if ((status >= 300 && status < 400) || status === 407) return true;
  if (status === 429 || (status === 503 && headers.has('retry-after'))) return false;
  return isPage(response, text) && !(status === 401 && text === '');
}

/** Whether a body is none of the service's, which speaks JSON only. */
export function isPage({ headers }: HttpResponse, text: string): boolean {
  return !(headers.get('content-type') ?? '').includes('json') && !/^\s*[[{"]/.test(text);
}

function titleOf(text: string): string {
  const [, title = ''] = /<title[^>]*>([^<]*)/i.exec(text) ?? [];
  const isOneLine = !text.includes('<') && !/\S\s*\n\s*\S/.test(text);
  const said = title !== '' ? title : isOneLine ? text : '';
  const decoded = said.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, entity => ENTITIES.get(entity) ?? entity);
  return decoded
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_TITLE);
}
