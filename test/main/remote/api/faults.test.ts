import { expect, test } from 'vitest';

import { faultOf } from '../../../../main/remote/api/faults.ts';

function answer(status: number, body: unknown = {}, retryAfter: string | null = null): object {
  return faultOf({ status, body: typeof body === 'string' ? body : JSON.stringify(body), retryAfter });
}

const SAID = { errorCode: 'X', messages: ['No.', 'Really.'], correlationId: 'c-1' };
const KEPT = { messages: SAID.messages, correlationId: 'c-1' };

test.each([
  ['401 looks like being signed out', 401, SAID, { kind: 'signed-out' }],
  ['403 is not allowed', 403, SAID, { kind: 'not-allowed', ...KEPT }],
  ['404 is gone', 404, SAID, { kind: 'gone', ...KEPT }],
  ['410 is gone', 410, SAID, { kind: 'gone', ...KEPT }],
  ['409 is stale', 409, SAID, { kind: 'stale', detail: 'No. Really.', status: 409 }],
  ['400 is refused, in the words of the service', 400, SAID, { kind: 'refused', status: 400, ...KEPT }],
  ['413 is refused', 413, SAID, { kind: 'refused', status: 413, ...KEPT }],
  ['422 is refused', 422, SAID, { kind: 'refused', status: 422, ...KEPT }],
  ['500 is failing', 500, SAID, { kind: 'failing', status: 500, ...KEPT }],
  ['502 is failing', 502, SAID, { kind: 'failing', status: 502, ...KEPT }],
] as const)('%s', (_, status, body, fault) => {
  expect(answer(status, body)).toEqual(fault);
});

test('losing access to the organization ends everything; a missing scope ends one feature [S50]', () => {
  const messages = ['Ask your admin.'];
  expect(answer(403, { errorCode: 'ORGANIZATION_ACCESS_REVOKED', messages })).toEqual({
    kind: 'access-ended',
    messages,
  });
  expect(answer(403, { errorCode: 'INSUFFICIENT_SCOPE', messages })).toEqual({ kind: 'scope', messages });
});

test('a version conflict is one whatever status carries it', () => {
  expect(answer(400, { errorCode: 'VERSION_CONFLICT', messages: ['Newer.'] })).toEqual({
    kind: 'stale',
    detail: 'Newer.',
    status: 400,
  });
});

test.each([
  ['seconds', '7', 7_000],
  ['a fraction of a second', '0.5', 500],
  ['nothing', null, 5_000],
  ['a negative number', '-3', 5_000],
  ['a date', 'Fri, 20 Nov 2026 14:03:00 GMT', 5_000],
  ['more than an hour', '90000', 3_600_000],
] as const)('a wait told as %s is obeyed within reason', (_, retryAfter, retryAfterMs) => {
  expect(answer(429, {}, retryAfter)).toEqual({ kind: 'busy', retryAfterMs });
  expect(answer(503, {}, retryAfter)).toEqual({ kind: 'busy', retryAfterMs });
});

test('a wait told as a date is counted from the time at the service, whatever time it is here', () => {
  const date = 'Fri, 20 Nov 2026 14:03:00 GMT';
  const waitUntil = (retryAfter: string): unknown => faultOf({ status: 429, body: '', retryAfter, date });
  expect(waitUntil('Fri, 20 Nov 2026 14:05:30 GMT')).toEqual({ kind: 'busy', retryAfterMs: 150_000 });
  expect(waitUntil('Fri, 20 Nov 2026 14:00:00 GMT')).toEqual({ kind: 'busy', retryAfterMs: 0 });
  expect(waitUntil('Sat, 21 Nov 2026 14:00:00 GMT')).toEqual({ kind: 'busy', retryAfterMs: 3_600_000 });
});

test.each([
  ['an empty body', ''],
  ['a page', '<html>'],
  ['a list', '[]'],
  ['null', 'null'],
  ['half of something', '{"messages":['],
  ['other types', '{"messages":"No","errorCode":7}'],
])('%s still gives the fault of its status', (_, body) => {
  expect(answer(404, body)).toEqual({ kind: 'gone', messages: [] });
});
