import { expect, test } from 'vitest';

import type { Fault, FaultKind, RootTrouble } from '../../../shared/fault.ts';
import type { ServiceId } from '../../../shared/ids.ts';
import { faultLine, faultText } from '../../../shared/text/faults.ts';

/** One of each kind; a new kind does not compile until it has one. */
const EXAMPLES: { readonly [K in FaultKind]: Extract<Fault, { kind: K }> } = {
  offline: { kind: 'offline', detail: 'connect ECONNREFUSED 127.0.0.1:9' },
  busy: { kind: 'busy', retryAfterMs: 34_000 },
  failing: { kind: 'failing', status: 502, messages: ['Upstream is down'] },
  'signed-out': { kind: 'signed-out' },
  'access-ended': { kind: 'access-ended', messages: ['Access to Example Lab was revoked'] },
  scope: { kind: 'scope', messages: ['files:write is missing'] },
  'not-allowed': { kind: 'not-allowed', messages: ['You need the editor role'] },
  gone: { kind: 'gone', messages: ['File not found'] },
  stale: { kind: 'stale', detail: 'a colleague saved a version' },
  refused: { kind: 'refused', status: 400, messages: ['.exe is not accepted', 'Ask your admin'] },
  'wider-audience': {
    kind: 'wider-audience',
    path: 'plates/run7.csv',
    folder: '0190b0aa-0000-7000-8000-000000000001' as ServiceId,
    who: [
      { key: 'user 7', name: 'Ada Lind' },
      { key: 'organization', name: 'everybody in the organization' },
    ],
  },
  'older-versions': {
    kind: 'older-versions',
    path: 'plates/run7.csv',
    kept: { versions: 2, sizeBytes: 150e6 },
    lost: { versions: 5, sizeBytes: 900e6 },
    isRefused: false,
  },
  'old-version': { kind: 'old-version', path: 'plates/run7.csv', at: Date.UTC(2026, 10, 20, 14, 3) },
  'link-expired': { kind: 'link-expired' },
  'disk-full': { kind: 'disk-full', path: '/bench/plates/run7.csv' },
  'disk-refused': { kind: 'disk-refused', path: '/bench/plates/run7.csv', code: 'EACCES' },
  'set-back': { kind: 'set-back', files: 12 },
  'root-lost': { kind: 'root-lost', path: '/bench/plates', why: 'missing' },
  'bad-request': { kind: 'bad-request', detail: "'Plates' is no folder of the service. Check its name." },
  bug: { kind: 'bug', detail: 'TypeError: x is not a function' },
};
const all = Object.values(EXAMPLES) as readonly Fault[];

test.each(all)('$kind is told in whole sentences, calmly and without our own words', fault => {
  const { title, sentence, remedy } = faultText(fault);
  expect(title).toMatch(/^[A-Z][^.!]*[^.!]$/);
  expect(sentence).toMatch(/^['A-Z].*\.$/);
  // What a bad request says carries its remedy in the same sentence.
  expect(fault.kind === 'bad-request' ? sentence : remedy).toMatch(/^['A-Z].*\.$/);
  expect(`${title} ${sentence} ${remedy}`).not.toMatch(/oops|!|journal|\b409\b|\bACE\b|server|cloud|\bpush|\bpull/i);
});

test.each(all)('$kind fits on one line that leaves nothing out', fault => {
  const line = faultLine(fault);
  const { sentence, remedy, said } = faultText(fault);
  expect(line).not.toContain('\n');
  for (const part of [sentence, remedy, ...said]) expect(line).toContain(part);
});

test.each(all.filter(fault => 'messages' in fault))("$kind shows the service's words as the service's", fault => {
  const { sentence, remedy, said } = faultText(fault);
  expect(said).toEqual(fault.messages);
  for (const message of fault.messages) expect(`${sentence} ${remedy}`).not.toContain(message);
  expect(faultLine(fault)).toContain(`The service said: “${fault.messages[0]}”`);
});

test.each(all.filter(fault => 'path' in fault))('$kind names the path', fault => {
  expect(faultText(fault).sentence).toContain(`'${fault.path}'`);
});

test("the service's words cannot add a line of their own", () => {
  const line = faultLine({ kind: 'refused', status: 400, messages: ['no\n  good\r\nat all'] });
  expect(line).toContain('“no good at all”');
});

test.each([
  [null, 'shortly'],
  [0, 'in 1 second;'],
  [1_000, 'in 1 second;'],
  [33_001, 'in 34 seconds;'],
  [120_000, 'in 120 seconds;'],
  [120_001, 'in 3 minutes;'],
])('a wait of %s ms is promised as "%s", never too short', (retryAfterMs, words) => {
  expect(faultLine({ kind: 'busy', retryAfterMs })).toContain(words);
});

test.each([
  ['kb.example.org: EAI_AGAIN', "You're offline"],
  ['kb.example.org: ENETUNREACH', "You're offline"],
  ['kb.example.org: SELF_SIGNED_CERT_IN_CHAIN', "The network's certificate isn't trusted"],
  ['kb.example.org: UNABLE_TO_VERIFY_LEAF_SIGNATURE', "The network's certificate isn't trusted"],
  ['kb.example.org: CERT_HAS_EXPIRED', "The network's certificate isn't trusted"],
  ['kb.example.org: ECONNREFUSED', "Can't reach the service"],
  ['it answered with a page', "Can't reach the service"],
])('a service that is not reached (%s) is told as "%s"', (detail, title) => {
  const text = faultText({ kind: 'offline', detail });
  expect([text.title, text.sentence]).toEqual([title, expect.stringMatching(/lost|saved here/)]);
});

test('a code of the system that we have no words for is named as it is', () => {
  const { sentence } = faultText({ kind: 'disk-refused', path: 'a.csv', code: 'EWHATEVER' });
  expect(sentence).toBe("'a.csv' cannot be read or written (EWHATEVER). It was left as it is.");
});

test.each(['toString', 'constructor', '__proto__'])('a code named %s is no word of ours', code => {
  expect(faultText({ kind: 'disk-refused', path: 'a', code }).sentence).toContain('cannot be read or written');
});

const TROUBLES: { readonly [W in RootTrouble]: true } = {
  missing: true,
  'not-a-folder': true,
  unreadable: true,
  'no-answer': true,
  'not-writable': true,
  'no-marker': true,
  'other-marker': true,
  'other-volume': true,
};

test.each(Object.keys(TROUBLES) as RootTrouble[])('a lost root (%s) says that nothing is removed', why => {
  const { sentence } = faultText({ kind: 'root-lost', path: '/bench/plates', why });
  expect(sentence).toContain('Syncing for it stopped so that nothing is removed.');
});

test('a page in the place of one answer is told by its status and title, never as words of the service', () => {
  const page = '413 Request Entity Too Large';
  const line = faultLine({ kind: 'failing', status: 413, messages: [], page });
  expect(line).toContain(`(status 413, “${page}”)`);
  expect(line).not.toContain('The service said');
  expect(faultLine({ kind: 'failing', status: 502, messages: [], page: '' })).toContain('(status 502)');
});
