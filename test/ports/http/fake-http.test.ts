import { expect, test } from 'vitest';

import type { HttpRequest } from '../../../main/ports/http.ts';
import { Dice } from '../../sim/fakes/dice.ts';
import { FakeClock } from '../../sim/fakes/fake-clock.ts';
import { type ChooseTrouble, createFakeHttp, INSTEAD } from '../../sim/fakes/fake-http.ts';
import { Scheduler } from '../../sim/fakes/scheduler.ts';
import { bodyOf } from './http-trial.ts';

// What goes wrong on the way, chosen by a test.

const REQUEST: HttpRequest = {
  method: 'POST',
  url: 'http://service.example.org/files',
  headers: {},
  body: Buffer.from('x'),
  idleMs: 1000,
};

/** Sends once; tells how it ended, what the server did, and how long it took. */
async function exchange(trouble: ChooseTrouble, mischief?: Scheduler['mischief']) {
  const scheduler = new Scheduler(new Dice(1), new FakeClock());
  if (mischief !== undefined) scheduler.mischief = mischief;
  const device = scheduler.device('bench');
  const clock = scheduler.clock.portFor(device);
  let effects = 0;
  const server = () => ({
    status: 201,
    headers: { 'content-type': 'application/json' },
    body: `{"n":${(effects += 1)}}`,
  });
  const http = createFakeHttp({ device, clock, server, trouble });
  let ended = 'never';
  const call = http.send(REQUEST).then(async response => `${response.status} ${await bodyOf(response)}`);
  call.then(
    text => (ended = text),
    (thrown: unknown) => (ended = String(thrown)),
  );
  await scheduler.run(() => ended !== 'never');
  return { ended, effects, ms: scheduler.clock.elapsed() };
}

test.each([
  ['nothing wrong', null, '201 {"n":1}', 1, 0],
  ['no connection', { kind: 'no-connection' }, 'FaultError: offline: service.example.org: no connection', 0, 0],
  ['a lost answer', { kind: 'lost-answer' }, 'FaultError: offline: service.example.org: connection reset', 1, 0],
  ['a truncated answer', { kind: 'truncated' }, 'FaultError: offline: service.example.org: broken off', 1, 0],
  ['too many requests', INSTEAD.tooMany(30), '429 ', 0, 0],
  ['a server in trouble', INSTEAD.unavailable, '503 upstream', 0, 0],
  ['a captive portal', INSTEAD.captivePortal, '200 <html>Sign in to the guest network</html>', 0, 0],
  ['a slow way', { kind: 'slow', ms: 300 }, '201 {"n":1}', 1, 600],
  ['too slow a way', { kind: 'slow', ms: 5000 }, 'FaultError: offline: service.example.org: idle too long', 0, 1000],
] as const)(
  'with %s the caller, the server and the clock see what they would',
  async (_, trouble, ...[ended, effects, ms]) => {
    expect(await exchange(() => trouble)).toEqual({ ended, effects, ms });
  },
);

test('a computer that dies while the answer is on its way never hears it, but the server did it', async () => {
  const mischief: Scheduler['mischief'] = ({ label, when }) =>
    when === 'before' && label.endsWith(': answer') ? { do: 'crash' } : undefined;
  expect(await exchange(() => null, mischief)).toEqual({ ended: 'never', effects: 1, ms: 0 });
});
