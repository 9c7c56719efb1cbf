import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { FAMILIES, OPEN } from './hazards.ts';
import type { Proof } from './hazards/hazard.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
/** Shorter parts of a name would be found in any source. */
const SHORTEST_NAME = 15;
const ALL = FAMILIES.flatMap(({ hazards }) => hazards);

test('every known hazard is in the table once, in its family and in order', () => {
  for (const { letter, count, hazards } of FAMILIES)
    expect(hazards.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, index) => `${letter}${index + 1}`));
  expect(ALL.length).toBe(189);
});

test('every hazard is one sentence of its own', () => {
  expect(ALL.filter(({ danger }) => !/^[A-Z][^.!?]{20,150}\.$/.test(danger))).toEqual([]);
  expect(new Set(ALL.map(({ danger }) => danger)).size).toBe(ALL.length);
});

test('every test that a hazard names exists and is run', () => {
  const missing = ALL.flatMap(({ id, answer }) => {
    if (answer.kind !== 'proven') return [];
    if (answer.proofs.length === 0) return [`${id}: no test is named`];
    return answer.proofs.filter(proof => !isThere(proof)).map(({ file, name }) => `${id}: ${file} has no '${name}'`);
  });
  expect(missing).toEqual([]);
});

test('what is answered elsewhere says where, in a sentence', () => {
  const reasons = ALL.flatMap(({ id, answer }) => (answer.kind === 'elsewhere' ? [[id, answer.reason] as const] : []));
  expect(reasons.filter(([, reason]) => !/^[A-Z].{20,}\.$/.test(reason))).toEqual([]);
});

test('the hazards without a test are exactly those that are pinned', () => {
  const open = ALL.filter(({ answer }) => answer.kind === 'open').map(({ id }) => id);
  const proven = ALL.filter(({ answer }) => answer.kind === 'proven').length;
  process.stdout.write(`Of ${ALL.length} hazards ${proven} have a test, ${open.length} are open: ${open.join(' ')}\n`);
  expect(open).toEqual(OPEN);
});

/** Whether a source has a test of this name that is neither skipped nor only planned. */
function isThere({ file, name }: Proof): boolean {
  if (name.length < SHORTEST_NAME || !existsSync(PROJECT + file)) return false;
  const source = readFileSync(PROJECT + file, 'utf8');
  const lines = source.split('\n').filter(line => line.includes(name));
  return lines.some(line => !/^\s*(\/\/|\*)|\.(skip|todo|fails)\(/.test(line));
}
