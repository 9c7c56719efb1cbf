import { expect } from 'vitest';

import {
  ask,
  bodyOf,
  declareHttpTrials,
  expectOffline,
  type HttpOnTrial,
  type HttpTrial,
  lent,
  LENT_SIZES,
  PATHS,
  streamed,
} from './http-trial.ts';

/** What every Http must do. `begin` gives a fresh one with a server as in `PATHS`. */
export function httpSuite(kind: string, begin: () => Promise<HttpOnTrial>): void {
  declareHttpTrials(kind, [...exchangeTrials, ...sendingTrials, ...troubleTrials], begin);
}

const exchangeTrials: readonly HttpTrial[] = [
  [
    'an answer has a status, headers in lower case (of repeated ones the first) and a body',
    async on => {
      const response = await ask(on, PATHS.made, { method: 'POST' });
      expect(response.status).toBe(201);
      expect(response.headers.get('x-first')).toBe('one');
      expect(response.headers.get('content-type')).toBe('text/plain');
      expect(await bodyOf(response)).toBe('made');
    },
  ],
  [
    'an answer may be empty',
    async on => {
      const response = await ask(on, PATHS.nothing, { method: 'DELETE' });
      expect([response.status, await bodyOf(response)]).toEqual([204, '']);
    },
  ],
  [
    'a redirect is an answer like any other [S43]',
    async on => {
      const response = await ask(on, PATHS.redirect);
      expect([response.status, response.headers.get('location')]).toEqual([302, PATHS.echo]);
      await response.discard();
      expect(on.seen.map(({ path }) => path)).toEqual([PATHS.redirect]);
    },
  ],
  [
    'an answer may go unread, and the next request still works',
    async on => {
      for (const path of [PATHS.large, PATHS.large, PATHS.echo]) await (await ask(on, path)).discard();
      expect(await bodyOf(await ask(on, PATHS.echo, { method: 'PUT', body: Buffer.from('x') }))).toBe('x');
    },
  ],
  [
    'a large answer arrives whole',
    async on => {
      expect((await bodyOf(await ask(on, PATHS.large))).length).toBe(3 * 1024 * 1024);
    },
  ],
  [
    'an answer that is lent arrives whole, and another one after it',
    async on => {
      for (const path of [PATHS.large, PATHS.large, PATHS.made]) {
        const response = await ask(on, path, { method: path === PATHS.made ? 'POST' : 'GET' });
        const whole = await bodyOf(await ask(on, path, { method: path === PATHS.made ? 'POST' : 'GET' }));
        let came = '';
        for await (const chunk of response.lend?.() ?? response.body) came += Buffer.from(chunk).toString('utf8');
        expect(came === whole).toBe(true);
      }
    },
  ],
  [
    'many requests at once are all answered, each with its own answer',
    async on => {
      const texts = Array.from({ length: 50 }, (_, index) => `body ${index}`);
      const answers = texts.map(async text =>
        bodyOf(await ask(on, PATHS.echo, { method: 'POST', body: Buffer.from(text) })),
      );
      expect(await Promise.all(answers)).toEqual(texts);
    },
  ],
];

const sendingTrials: readonly HttpTrial[] = [
  [
    'a request arrives with its method, path, query, headers and body, and nothing secret is added',
    async on => {
      const headers = { 'X-API-Key': 'k', 'Content-Type': 'text/csv' };
      const body = Buffer.from('a;b');
      expect(await bodyOf(await ask(on, `${PATHS.echo}?q=%20x&y=1`, { method: 'PUT', headers, body }))).toBe('a;b');
      const seen = on.seen[0];
      expect(seen).toMatchObject({ method: 'PUT', path: `${PATHS.echo}?q=%20x&y=1`, body: 'a;b' });
      const names = [...(seen?.headers.keys() ?? [])].filter(name => name !== 'connection').toSorted();
      expect(names).toEqual(['content-length', 'content-type', 'host', 'x-api-key']);
      expect(seen?.headers.get('content-length')).toBe('3');
    },
  ],
  [
    'a streamed body arrives whole, with its length stated and never chunked',
    async on => {
      const body = streamed('one ', 'two ', '', 'three');
      expect(await bodyOf(await ask(on, PATHS.echo, { method: 'PUT', body }))).toBe('one two three');
      expect(on.seen[0]?.headers.get('content-length')).toBe('13');
      expect(on.seen[0]?.headers.has('transfer-encoding')).toBe(false);
    },
  ],
  [
    'a chunk that is only lent is sent as it was, whatever becomes of it once the next one is asked for',
    async on => {
      const { text, body } = lent(...LENT_SIZES);
      expect((await bodyOf(await ask(on, PATHS.echo, { method: 'PUT', body }))) === text).toBe(true);
    },
  ],
  [
    'an empty body is sent as one, streamed or not',
    async on => {
      for (const body of [new Uint8Array(), streamed(), streamed('')])
        await bodyOf(await ask(on, PATHS.echo, { method: 'PUT', body }));
      expect(on.seen.map(seen => [seen.headers.get('content-length'), seen.body])).toEqual([
        ['0', ''],
        ['0', ''],
        ['0', ''],
      ]);
    },
  ],
  [
    "a length among the request's own headers is not sent twice",
    async on => {
      const headers = { 'Content-Length': '3' };
      await bodyOf(await ask(on, PATHS.echo, { method: 'PUT', headers, body: streamed('abc') }));
      expect(on.seen[0]?.headers.get('content-length')).toBe('3');
    },
  ],
  [
    'what the source of a body throws comes out as it is, and the server never sees a complete request',
    async on => {
      const broken = new Error('the file changed');
      async function* give(): AsyncGenerator<Uint8Array> {
        yield Buffer.alloc(100_000);
        await Promise.resolve();
        throw broken;
      }
      const sending = ask(on, PATHS.echo, { method: 'PUT', body: { sizeBytes: 200_000, chunks: give() } });
      await expect(sending).rejects.toBe(broken);
      await (await ask(on, PATHS.nothing)).discard();
      expect(on.seen.map(({ path }) => path)).toEqual([PATHS.nothing]);
    },
  ],
  [
    'a body that is shorter or longer than said never arrives',
    async on => {
      for (const sizeBytes of [2, 4]) {
        const body = { sizeBytes, chunks: streamed('abc').chunks };
        await expect(ask(on, PATHS.echo, { method: 'PUT', body })).rejects.toThrow(/than said|as said/);
      }
      await (await ask(on, PATHS.nothing)).discard();
      expect(on.seen.map(({ path }) => path)).toEqual([PATHS.nothing]);
    },
  ],
];

const troubleTrials: readonly HttpTrial[] = [
  ['nobody listening is offline', async on => expectOffline(ask(on, '', { url: `${on.deadOrigin}/x` }))],
  [
    'a connection that ends before the answer is offline, although the server has the request',
    async on => {
      await expectOffline(ask(on, PATHS.hangUp, { method: 'POST', body: Buffer.from('x') }));
      expect(on.seen.map(({ path }) => path)).toEqual([PATHS.hangUp]);
    },
  ],
  [
    'an answer that breaks off is offline while its body is read',
    async on => {
      const response = await ask(on, PATHS.truncated);
      expect(response.status).toBe(200);
      await expectOffline(bodyOf(response));
    },
  ],
  [
    'a server that says nothing for too long is offline',
    async on => expectOffline(ask(on, PATHS.silence, { idleMs: 400 })),
  ],
  [
    'an answer that stops in its middle for too long is offline',
    async on => expectOffline(ask(on, PATHS.stall, { idleMs: 400 }).then(bodyOf)),
  ],
  [
    'an aborted request throws the reason of its signal',
    async on => {
      const reason = new Error('paused');
      await expect(ask(on, PATHS.echo, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
      const control = new AbortController();
      const sending = ask(on, PATHS.silence, { signal: control.signal });
      control.abort(reason);
      await expect(sending).rejects.toBe(reason);
      expect(on.seen.filter(({ path }) => path === PATHS.echo)).toEqual([]);
    },
  ],
  [
    'a body whose reading is aborted throws the reason of its signal',
    async on => {
      const reason = new Error('paused');
      const control = new AbortController();
      const response = await ask(on, PATHS.large, { signal: control.signal });
      control.abort(reason);
      await expect(bodyOf(response)).rejects.toBe(reason);
    },
  ],
];
