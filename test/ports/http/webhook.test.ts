import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, onTestFinished, test } from 'vitest';

import { deliver } from '../../../main/features/alerts/alert-channels.ts';
import { createNodeClock } from '../../../main/node/system/node-clock.ts';
import { createUndiciHttp } from '../../../main/node/net/undici-http.ts';
import type { AlertMessage } from '../../../shared/features/alerts/model.ts';

// A webhook as a real server, asked by the real edge.

const MESSAGE: AlertMessage = {
  v: 1,
  event: 'raised',
  id: '5d0f7c6e-3f6c-4b8e-9a41-0f3a1c2d4e5f',
  cause: 'disk-low',
  subject: '/data/ä',
  text: 'Little room.',
  raisedAt: '2026-11-20T14:03:00.000Z',
  solvedAt: null,
  computer: 'Reader 3',
  version: '0.1.0',
};

async function webhook(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const seen: {
    url: string | undefined;
    method: string | undefined;
    authorization: string | undefined;
    body: string;
  }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      seen.push({ url: request.url, method: request.method, authorization: request.headers.authorization, body });
      answer(request, response);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()));
  const http = createUndiciHttp();
  onTestFinished(async () => {
    await http.close();
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const settings = {
    v: 1 as const,
    command: null,
    webhook: { url: `http://127.0.0.1:${port}/hooks/c4nary`, authorization: 'Bearer c4nary' },
    timeoutSeconds: 1,
    nothingSentHours: 6,
    lowDiskBytes: 0,
  };
  const { signal } = new AbortController();
  const edges = { clock: createNodeClock(), http };
  return { seen, sent: await deliver(edges, settings, { channel: 'webhook', message: MESSAGE, signal }) };
}

test('a webhook gets the alert as JSON, with its authorization', async () => {
  const { seen, sent } = await webhook((_, response) => response.writeHead(204).end());
  expect(sent).toEqual({ arrived: true, text: 'The message was taken.' });
  expect(seen).toMatchObject([{ url: '/hooks/c4nary', method: 'POST', authorization: 'Bearer c4nary' }]);
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual(MESSAGE);
});

test.each([
  ['a redirect is not followed [S43]', 307, 'lies somewhere else now'],
  ['a refusal is one', 401, 'answered 401'],
  ['a server that is busy has not taken it', 503, 'answered 503'],
])('%s', async (_, status, words) => {
  const { seen, sent } = await webhook((request, response) => {
    const elsewhere = { location: `http://localhost:${request.socket.localPort}/elsewhere` };
    response.writeHead(status, elsewhere).end('c4nary');
  });
  expect(sent.arrived).toBe(false);
  expect(sent.text).toContain(words);
  expect(sent.text).not.toContain('c4nary');
  expect(seen.map(({ url }) => url)).toEqual(['/hooks/c4nary']);
});

test('a webhook that never answers, or goes on dripping, is given up in time', async () => {
  const { sent } = await webhook((_, response) => void response.writeHead(200).write('.'));
  expect(sent.arrived).toBe(false);
});

test('a webhook that hangs up is out of reach', async () => {
  const { sent } = await webhook(request => void request.socket.destroy());
  expect(sent).toEqual({ arrived: false, text: 'The webhook could not be reached.' });
});
