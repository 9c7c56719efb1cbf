import { expect, test } from 'vitest';

import type { HttpRequest, HttpResponse } from '../../../../main/ports/http.ts';
import { Gate } from '../../../../main/remote/api/gate.ts';
import { Connection } from '../../../../main/remote/api/request.ts';
import { tolerant } from '../../../../main/remote/api/tolerant.ts';
import { fileDetail } from '../../../../shared/api/calls/files.ts';
import { FakeClock } from '../../../sim/fakes/fake-clock.ts';
import { silentLog } from '../../../sim/fakes/silent-log.ts';

const ID = '0b9f2c7e-93d4-4c59-9a3b-2f7d1c0e5a61';
const HTML = { 'content-type': 'text/html' };
const TOO_LARGE =
  '<html>\n<head><title>413 Request\n Entity Too Large</title></head><body><h1>nginx</h1></body></html>';

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers?: { readonly [name: string]: string };
}

const ORGANIZATIONS: Answer = { status: 200, body: '[]', headers: { 'content-type': 'application/json' } };

/** The fault of one call when it and the plainest call are answered so, and what was asked. */
async function faultOfCall(
  answer: Answer,
  plain: Answer,
  call: Pick<HttpRequest, 'method'> = { method: 'POST' },
): Promise<{ readonly fault: unknown; readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const send = async (request: HttpRequest): Promise<HttpResponse> => {
    const path = request.url.slice('https://kb.example.org/api/v1'.length);
    asked.push(`${request.method} ${path}`);
    const { status, body, headers = {} } = path === '/organizations' ? plain : answer;
    const bytes = new TextEncoder().encode(body);
    return {
      status,
      headers: new Map(Object.entries(headers)),
      body: (async function* () {
        if (bytes.byteLength > 0) yield bytes;
      })(),
      discard: async () => undefined,
    };
  };
  const gate = new Gate(new FakeClock().portFor(), 1, () => undefined);
  const http = { send, close: async () => undefined };
  const account = { baseUrl: 'https://kb.example.org/api/v1', key: 'svc_user_1' };
  const connection = new Connection({ http, gate, log: silentLog }, account);
  try {
    // A streamed body is not sent a second time, so that the first answer decides.
    const stream = { sizeBytes: 0, chunks: (async function* (): AsyncGenerator<Uint8Array> {})() };
    const body = call.method === 'GET' ? {} : { stream };
    await connection.call({ ...call, ...body, path: `/files/${ID}/versions`, answer: tolerant(fileDetail) });
    return { fault: null, asked };
  } catch (error) {
    return { fault: (error as { fault?: unknown }).fault, asked };
  }
}

test.each([
  ['the 413 of a gateway', 413, TOO_LARGE, '413 Request Entity Too Large'],
  ['the 403 of a filter without a title', 403, '<!doctype html><p>Blocked by policy</p>', ''],
  ['a 502 as a page', 502, '<html><title>Bad &amp; worse</title>', 'Bad & worse'],
  ['a page with status 200', 200, '<html><title>Blocked</title>', 'Blocked'],
  ['a few plain words', 502, 'upstream connect error\n', 'upstream connect error'],
  ['an empty 404', 404, '', ''],
  ['a redirect', 302, '', ''],
  ['a title that is far too long', 403, `<title>${'x'.repeat(500)}</title>`, 'x'.repeat(120)],
])('%s in the place of one answer concerns that call alone [T26]', async (_, status, body, page) => {
  const { fault, asked } = await faultOfCall({ status, body, headers: HTML }, ORGANIZATIONS);
  expect(fault).toEqual({ kind: 'failing', status, messages: [], page });
  expect(asked).toEqual([`POST /files/${ID}/versions`, 'GET /organizations']);
});

test.each([
  ['a page', { status: 200, body: '<html>Sign in', headers: HTML }],
  ['a redirect', { status: 302, body: '' }],
  ['a page that asks to sign in', { status: 401, body: '<html>Sign in', headers: HTML }],
])('a page counts as no answer when the plainest call meets %s too [T26]', async (_, plain) => {
  const answer = { status: 200, body: '<html>Sign in', headers: HTML };
  for (const method of ['GET', 'POST'] as const)
    expect((await faultOfCall(answer, plain, { method })).fault).toMatchObject({ kind: 'offline' });
});

test('a refusal of the plainest call in the words of the service shows that the service is there', async () => {
  const refusal = { status: 403, body: '{"errorCode":"FORBIDDEN","messages":[]}' };
  const { fault } = await faultOfCall({ status: 413, body: TOO_LARGE, headers: HTML }, refusal);
  expect(fault).toMatchObject({ kind: 'failing', status: 413 });
});

test.each([
  ['429', 429],
  ['503', 503],
])('a %s that says how long to wait is obeyed whatever its body is', async (_, status) => {
  const answer = { status, body: '<html>Slow down', headers: { ...HTML, 'retry-after': '7' } };
  const { fault, asked } = await faultOfCall(answer, ORGANIZATIONS);
  expect(fault).toEqual({ kind: 'busy', retryAfterMs: 7000 });
  expect(asked).toHaveLength(1);
});
