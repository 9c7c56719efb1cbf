import { expect, test } from 'vitest';

import { perTier } from '../../setup/run/effort.ts';
import { note } from '../../setup/note.ts';
import type { Caller } from './callers.ts';
import { faultsOf } from './checks.ts';
import { Leaks, markOf } from './leaks.ts';
import { fuzzRound } from './round.ts';
import type { RawResponse } from './wire.ts';

const REQUESTS = perTier({ everyday: 1000, proof: 3000 });

test.each([1])(
  'no request of thousands breaks, changes or leaks what it must not (seed %i)',
  async seed => {
    const { requests, statuses, succeeded, complaints } = await fuzzRound(seed, REQUESTS);
    note(`Fuzz: seed ${seed}, ${requests} requests, ${succeeded.size} endpoints with success`);
    expect(complaints).toEqual([]);
    expect(requests).toBeGreaterThanOrEqual(REQUESTS);
    // The requests are good enough to get somewhere, and bad enough to be refused.
    expect(succeeded.size).toBeGreaterThan(60);
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 201, 204, 400, 401, 403, 404]));
  },
  240_000,
);

// What watches over the requests: each part must notice what it is there for.

const LAB = '7f0c1c52-3f0e-4b1d-9a6e-1d2f5a7b9c01';
const NEIGHBOUR = '7f0c1c52-3f0e-4b1d-9a6e-1d2f5a7b9c03';
const THING = '11111111-2222-4333-8444-555555555551';

function caller(userId: number, ...organizations: readonly string[]): Caller {
  return { name: `user ${userId}`, headers: {}, userId, organizations: new Set(organizations) };
}

test('an id of one organization is noticed in an answer to another', () => {
  const leaks = new Leaks([LAB, NEIGHBOUR]);
  leaks.learn(caller(1, LAB), `{"id":"${THING}"}`, false);
  expect(leaks.found(caller(2, LAB), `{"id":"${THING}"}`)).toEqual([]);
  expect(leaks.found(caller(4, NEIGHBOUR), `{"parent":"${THING}"}`)).toEqual([`the id ${THING}`]);
  expect(leaks.found(caller(0), `"${LAB}"`)).toEqual([`the id ${LAB}`]);
});

test('a task is noticed in an answer to a colleague', () => {
  const leaks = new Leaks([LAB]);
  leaks.learn(caller(1, LAB), `{"id":"${THING}"}`, true);
  expect(leaks.found(caller(1, LAB), `{"id":"${THING}"}`)).toEqual([]);
  expect(leaks.found(caller(2, LAB), `{"id":"${THING}"}`)).toEqual([`the id ${THING}`]);
});

test('marked texts are noticed where they do not belong', () => {
  const leaks = new Leaks([LAB, NEIGHBOUR]);
  const [shared, own] = [false, true].map(isPrivate => markOf({ organization: 0, userId: 1 }, 7, isPrivate));
  expect(leaks.found(caller(2, LAB), `${shared} plate`)).toEqual([]);
  expect(leaks.found(caller(2, LAB), `about ${own}`)).toEqual([`the text ${own}`]);
  expect(leaks.found(caller(4, NEIGHBOUR), `<b>${shared}</b>`)).toEqual([`the text ${shared}`]);
});

const headers = { 'content-type': 'application/json' };
const refused = { errorCode: 'NOT_FOUND', messages: ['No.'], correlationId: 'x' };

test.each<[string, RawResponse, RegExp]>([
  ['a 500', { status: 500, headers, text: JSON.stringify(refused) }, /answered 500/],
  ['a stack trace', { status: 404, headers, text: 'Error\n    at run (a.ts:3:4)' }, /shows its insides/],
  ['a refusal of another form', { status: 404, headers, text: '{"error":"no"}' }, /form of section 7/],
  ['a code of another status', { status: 400, headers, text: JSON.stringify(refused) }, /NOT_FOUND with 400/],
  ['a success of another form', { status: 200, headers, text: '{"version":1}' }, /not answer as declared/],
  ['another success', { status: 202, headers, text: '{}' }, /succeeds with 202/],
])('%s is noticed', (_, response, complaint) => {
  const request = { method: 'GET', target: '/api/v1/version', headers: {}, body: Buffer.alloc(0) };
  expect(faultsOf(request, response).join('\n')).toMatch(complaint);
});
