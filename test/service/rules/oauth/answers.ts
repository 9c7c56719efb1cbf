/** A request beside the API, whole: its body is small. */
export interface PlainRequest {
  readonly method: string;
  /** Path and query, as sent. */
  readonly target: string;
  /** The value of a header, by its name in lower case. */
  header(name: string): string | undefined;
  readonly body: string;
}

/** Its answer, whole. */
export interface PlainAnswer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

/** No proxy or cache between may keep any part of a sign-in. */
const UNKEPT = { 'cache-control': 'no-store' };

export function jsonAnswer(status: number, json: object): PlainAnswer {
  const headers = { ...UNKEPT, 'content-type': 'application/json; charset=utf-8' };
  return { status, headers, body: JSON.stringify(json) };
}

/** A refusal as RFC 6749, section 5.2, and RFC 7591, section 3.2.2, write them. */
export function oauthRefusal(error: string, description: string, status = 400): PlainAnswer {
  return jsonAnswer(status, { error, error_description: description });
}

/** 303, so that the browser requests the target with GET, also after a POST here. */
export function sendTo(url: string): PlainAnswer {
  return { status: 303, headers: { ...UNKEPT, location: url, 'referrer-policy': 'no-referrer' }, body: '' };
}

/** A page without scripts that no other page may frame; its form may end at `goesTo`. */
export function pageAnswer(
  status: number,
  page: { readonly html: string; readonly goesTo?: string; readonly cookie?: string },
): PlainAnswer {
  const form = page.goesTo === undefined ? "'self'" : `'self' ${page.goesTo}`;
  const policy = `default-src 'none'; style-src 'unsafe-inline'; form-action ${form}; frame-ancestors 'none'; base-uri 'none'`;
  const headers = {
    ...UNKEPT,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'x-frame-options': 'DENY',
    // With no-referrer a browser sends `Origin: null` with the form, and we could not tell it from one sent elsewhere.
    'referrer-policy': 'same-origin',
  };
  return {
    status,
    headers: page.cookie === undefined ? headers : { ...headers, 'set-cookie': page.cookie },
    body: page.html,
  };
}

/** The fields of a form or query. A field that comes twice means nothing, and is left out (RFC 6749, section 3.1). */
export function fieldsOf(encoded: string): ReadonlyMap<string, string> {
  const all = new URLSearchParams(encoded);
  const names = [...new Set(all.keys())].filter(name => all.getAll(name).length === 1);
  return new Map(names.map(name => [name, all.get(name) ?? '']));
}
