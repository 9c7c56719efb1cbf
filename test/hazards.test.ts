import { expect, test } from 'vitest';

import { FAMILIES, OPEN } from './hazards.ts';
import { linesOfTest } from './hazards/named-tests.ts';
import { note } from './setup/note.ts';

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
    return answer.proofs
      .filter(proof => linesOfTest(proof).length === 0)
      .map(({ file, name }) => `${id}: ${file} has no '${name}'`);
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
  note(`Of ${ALL.length} hazards ${proven} have a test, ${open.length} are open: ${open.join(' ')}`);
  expect(open).toEqual(OPEN);
});
