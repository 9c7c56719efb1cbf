import { expect, test } from 'vitest';

import { lineOf, logPage } from '../../../main/features/diagnostics/log-lines.ts';
import { Redactor } from '../../../main/features/diagnostics/redact.ts';
import type { LogBook } from '../../../main/ports/log.ts';

let count = 0;
const random = { next: () => 0, uuid: () => `0000000${(count += 1)}-0000-4000-8000-000000000000`.slice(-36) };
const hiding = () => new Redactor(random, false);
const showing = () => new Redactor(random, true);

const CANARY = 'c4naryC4NARY';

test.each([
  `svc_live_${CANARY}`,
  `svc_test_${CANARY}`,
  `Authorization: Bearer ${CANARY}`,
  `{"authorization":"Bearer ${CANARY}"}`,
  `{"authorization":"Basic ${CANARY}"}`,
  `https://s3.example.org/o?X-Amz-Signature=${CANARY}&X-Amz-Expires=60`,
  `GET https://blob.example.org/o?anything=${CANARY} failed`,
  `https://example.org/callback#access_token=${CANARY}`,
  `http://ada:${CANARY}@proxy.example.org:3128/`,
  `{"X-Amz-Credential":"${CANARY}"}`,
  `refresh_token=${CANARY}`,
  `{"refreshToken": "${CANARY}"}`,
  `password: ${CANARY}`,
  `X-API-Key: ${CANARY}`,
  `cookie=${CANARY}`,
  `Sec-WebSocket-Protocol: benchtop, benchtop-secret.${CANARY}`,
  `GET /content/11111111-0000-4000-8000-000000000000?pass=${CANARY}`,
  `eyJhbGciOi.${CANARY}.${CANARY}`,
  `/invitations/${CANARY}${CANARY}`,
  `https://kb.example.org/invitation/${CANARY}`,
  `-----BEGIN PRIVATE KEY-----\n${CANARY}\n-----END PRIVATE KEY-----`,
  `-----BEGIN RSA PRIVATE KEY----- ${CANARY}`,
  `${CANARY}@example.org wrote`,
  `mailto:${CANARY}%40example.org`,
])('nothing secret is left of %s, whether names are shown or not [S52]', text => {
  for (const redactor of [hiding(), showing()]) {
    for (const clean of [redactor.secrets(text), redactor.prose(text), redactor.path(text)])
      expect(clean).not.toContain(CANARY);
  }
});

test.each([
  `ENOENT: no such file or directory, open '/home/ada/Lab/${CANARY} of O'Brien.csv'`,
  `EACCES: permission denied, rename '/home/${CANARY}' -> '/home/b/${CANARY}'`,
  `“${CANARY}.csv” cannot be read.`,
  `cannot read /home/ada/My Files/${CANARY} 2.csv`,
  `cannot read C:\\Users\\${CANARY}\\x.csv: gone`,
  `path=\\\\server\\${CANARY}`,
])('a name in a sentence is hidden: %s', text => {
  expect(hiding().prose(text)).not.toMatch(/c4nary|Brien|My Files/i);
  expect(showing().prose(text)).toContain(CANARY);
});

test('the same name becomes the same word, and its kind of file can still be seen', () => {
  const redactor = hiding();
  const [one, other] = ['Plates/plate 7.csv', 'Plates/plate 8.csv'].map(path => redactor.path(path));
  expect(one).toMatch(/^name-[0-9a-f]+\/name-[0-9a-f]+\.csv$/);
  expect(other?.split('/')[0]).toBe(one?.split('/')[0]);
  expect(other).not.toBe(one);
  expect(redactor.path('Plates/plate 7.csv')).toBe(one);
});

test('what is not secret stays', () => {
  const text = 'PUT 3f0e7c6e-3f6c-4b8e-9a41-0f3a1c2d4e5f 200 in 14 ms, correlation 7f3a, https://kb.example.org/api/v1';
  expect(hiding().prose(text)).toBe(text);
});

test('long texts of one kind take no time', () => {
  const started = performance.now();
  for (const part of ['a', 'a.', '-', '/', "'", '=', 'x@', 'http://', 'token', ' /'])
    hiding().prose(part.repeat(20_000 / part.length));
  expect(performance.now() - started).toBeLessThan(2000);
});

const json = (fields: object) => JSON.stringify({ level: 30, time: '2026-11-20T14:03:07.042Z', event: 'e', ...fields });

test('a log line keeps words of ours and hides everything else', () => {
  const { text } = lineOf(
    json({ kind: 'upload', status: 404, aside: '/home/ada/x', error: "open 'my secrets.csv'", odd: { deep: 'name' } }),
    3,
    hiding(),
  );
  expect(text).toMatch(
    /^kind=upload status=404 aside="\/name-\w+\/name-\w+\/name-\w+" error="open 'name-\w+\.csv'" odd="name-/,
  );
});

test('a line that is no JSON is shown, and has no names either', () => {
  const line = lineOf(`Error: cannot open '/home/ada/${CANARY}' svc_live_${CANARY}`, 1, hiding());
  expect(line).toMatchObject({ number: 1, level: 'info', event: '' });
  expect(line.text).not.toContain(CANARY);
});

const BOOK: LogBook = {
  read: () => ({
    first: 11,
    lines: [
      json({ level: 50, event: 'loop.failed', error: 'boom' }),
      json({ event: 'api.refused', method: 'GET', path: '/files/abc', status: 404 }),
      json({ level: 20, event: 'look.done' }),
      json({ event: 'clock.jumped', ms: 12 }),
    ],
  }),
  count: () => 4,
  onLine: () => () => undefined,
};
const ASKED = { before: null, limit: 100, level: 'debug', text: '', showsNames: false } as const;

const ask = (book: LogBook | undefined, change: object = {}, redactor = hiding()) =>
  logPage({ book, breath: async () => undefined }, { ...ASKED, ...change }, redactor);

test('the log is read from its newest line backwards, by level and by words', async () => {
  const numbers = async (change: object) => (await ask(BOOK, change)).lines.map(({ number }) => number);
  expect(await numbers({})).toEqual([14, 13, 12, 11]);
  expect(await numbers({ level: 'info' })).toEqual([14, 12, 11]);
  expect(await numbers({ level: 'error' })).toEqual([11]);
  expect(await numbers({ text: 'REFUSED status=404' })).toEqual([12]);
  expect(await numbers({ before: 13 })).toEqual([12, 11]);
  expect(await ask(BOOK, { limit: 2 })).toMatchObject({ lines: [{ number: 14 }, { number: 13 }], hasMore: true });
  expect(await ask(BOOK, { before: 11 })).toEqual({ lines: [], hasMore: false });
  expect(await ask(undefined)).toEqual({ lines: [], hasMore: false });
});

test('a search finds nothing of what is hidden, and the words that stand in its place', async () => {
  const book = { ...BOOK, read: () => ({ first: 1, lines: [json({ aside: `/home/${CANARY}` })] }) };
  const redactor = hiding();
  expect((await ask(book, { text: CANARY }, redactor)).lines).toEqual([]);
  expect((await ask(book, { text: CANARY }, showing())).lines).toHaveLength(1);
  const word = redactor.name(CANARY);
  expect((await ask(book, { text: word }, redactor)).lines).toHaveLength(1);
  expect((await ask(book, { text: word.split('-')[1] }, redactor)).lines).toHaveLength(1);
});

test('a search in a long log lets others get on', async () => {
  const lines = Array.from({ length: 3000 }, () => json({ event: 'look.done' }));
  let breaths = 0;
  const book = { ...BOOK, read: () => ({ first: 1, lines }) };
  await logPage({ book, breath: async () => void (breaths += 1) }, { ...ASKED, text: 'look=gone' }, hiding());
  expect(breaths).toBe(0);
  await logPage({ book, breath: async () => void (breaths += 1) }, { ...ASKED, level: 'error' }, hiding());
  expect(breaths).toBe(15);
});
