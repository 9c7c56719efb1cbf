import { expect, test } from 'vitest';

import type { Http, HttpResponse } from '../../../../main/ports/http.ts';
import { Gate } from '../../../../main/remote/api/gate.ts';
import { Connection } from '../../../../main/remote/api/request.ts';
import { tolerant } from '../../../../main/remote/api/tolerant.ts';
import { findAuthorizer } from '../../../../main/remote/account/oauth.ts';
import { fileDetail } from '../../../../shared/api/calls/files.ts';
import { FaultError } from '../../../../shared/fault.ts';
import { MIB } from '../../../../shared/units.ts';
import { FakeClock } from '../../../sim/fakes/fake-clock.ts';
import { silentLog } from '../../../sim/fakes/silent-log.ts';

// What a service, or another server in its place, could answer to fill a memory or a stack (S43).

const ID = '0b9f2c7e-93d4-4c59-9a3b-2f7d1c0e5a61';

/** Answers with parts of a body, as many as are taken; counts them. */
function answering(parts: Iterable<string>, status = 200) {
  const taken = { bytes: 0 };
  const send = async (): Promise<HttpResponse> => ({
    status,
    headers: new Map([['content-type', 'application/json']]),
    body: (async function* () {
      for (const part of parts) {
        taken.bytes += part.length;
        yield new TextEncoder().encode(part);
      }
    })(),
    discard: async () => undefined,
  });
  const http: Http = { send, close: async () => undefined };
  return { http, taken };
}

function ask(http: Http): Promise<unknown> {
  const gate = new Gate(new FakeClock().portFor(), 1, () => undefined);
  const connection = new Connection(
    { http, gate, log: silentLog },
    { baseUrl: 'https://kb.example.org/api/v1', key: '' },
  );
  return connection.call({ method: 'GET', path: `/files/${ID}`, answer: tolerant(fileDetail) });
}

function* withoutEnd(): Iterable<string> {
  yield '{"id":"';
  for (const part = 'x'.repeat(MIB); ;) yield part;
}

test('an answer without end is not read to it, whether it is one or a refusal [S43]', async () => {
  for (const status of [200, 500]) {
    const { http, taken } = answering(withoutEnd(), status);
    await expect(ask(http)).rejects.toMatchObject({ fault: { kind: 'offline' } });
    expect(taken.bytes).toBeLessThan(70 * MIB);
  }
});

test('where to sign in is told in a few words: more is not read [S43]', async () => {
  const { http, taken } = answering(withoutEnd());
  await expect(findAuthorizer(http, 'https://kb.example.org/api/v1')).rejects.toBeInstanceOf(FaultError);
  expect(taken.bytes).toBeLessThan(3 * MIB);
});

const DEEP = 200_000;
const lists = `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`;
const objects = `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`;

test.each([
  ['a field that we do not know', `{"id":"${ID}","shelf":${lists}}`, { id: ID }],
  ['a field that is a text', `{"id":"${ID}","name":${lists}}`, { id: ID }],
  ['a list of texts', `{"id":"${ID}","tags":${lists}}`, { id: ID }],
  ['a number', `{"id":"${ID}","size":${objects}}`, { id: ID }],
])('%s that is nested two hundred thousand deep is passed over [S43]', async (_, body, read) =>
  expect(await ask(answering([body]).http)).toEqual(read),
);

test.each([lists, objects])('an answer that is nothing but depth is one of an unexpected form [S43]', async body => {
  await expect(ask(answering([body]).http)).rejects.toMatchObject({ fault: { kind: 'failing' } });
  await expect(ask(answering([body], 400).http)).rejects.toBeInstanceOf(FaultError);
});
