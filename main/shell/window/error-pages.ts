import { randomBytes } from 'node:crypto';

import { desktopText, type Trouble } from '../../../shared/desktop/text.ts';
import { NONCE_PLACEHOLDER } from '../../../shared/rpc/window-nonce.ts';
import type { Build } from '../../server/build-files.ts';
import { COMMON_HEADERS, desktopSecurityPolicy, fileHeaders } from '../../server/page-headers.ts';

/** The window's page, with a nonce of this answer (S03). */
export function pageAnswer({ page }: Pick<Build, 'page'>): Response {
  const nonce = randomBytes(18).toString('base64url');
  return htmlAnswer(page.replaceAll(NONCE_PLACEHOLDER, nonce), desktopSecurityPolicy(nonce));
}

/** A file of the build; 404 when there is none of this name. */
export function fileAnswer({ files }: Pick<Build, 'files'>, path: string): Response {
  const file = files.get(path);
  if (file === undefined) return nothingThere();
  // Names carry a hash of their content.
  const headers = { 'Content-Type': file.type, 'Cache-Control': 'private, max-age=31536000, immutable' };
  return new Response(new Uint8Array(file.bytes), { headers: { ...fileHeaders(path), ...headers } });
}

/** What is shown in the window's place when it cannot be shown: what is so and one way on, without any script. */
export function troubleAnswer({ title, text, kept }: Trouble): Response {
  const nonce = randomBytes(18).toString('base64url');
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Benchtop</title>
<meta name="color-scheme" content="light dark"><style nonce="${nonce}">${TROUBLE_LOOKS}</style></head>
<body><main><h1>${title}</h1><p>${escaped(text)}</p><p>${kept}</p><a href="/" autofocus>${desktopText.again}</a></main></body></html>`;
  return htmlAnswer(html, `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`);
}

/** 404, without a word. */
export function nothingThere(): Response {
  return new Response(null, { status: 404, headers: COMMON_HEADERS });
}

function htmlAnswer(html: string, policy: string): Response {
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' };
  return new Response(html, { headers: { ...COMMON_HEADERS, ...headers, 'Content-Security-Policy': policy } });
}

function escaped(text: string): string {
  const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replaceAll(/[&<>"]/g, mark => marks[mark] ?? '');
}

const TROUBLE_LOOKS = `
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 15px/1.5 system-ui, sans-serif;
  background: light-dark(#eaeeeb, #0d1110); color: light-dark(#18211e, #e7edea); }
main { max-width: 34rem; padding: 2rem; }
h1 { font-size: 1.25rem; font-weight: 600; margin: 0 0 0.75rem; }
p { margin: 0 0 0.75rem; overflow-wrap: anywhere; }
a { display: inline-block; margin-top: 0.75rem; padding: 0.4rem 0.9rem; border-radius: 6px; text-decoration: none;
  background: light-dark(#0f6b57, #66cbad); color: light-dark(#ffffff, #06231b); }
a:focus-visible { outline: 2px solid; outline-offset: 2px; }`;
