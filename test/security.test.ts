import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { linesOfTest } from './hazards/named-tests.ts';
import { PAGE_PATH, securityPage } from './security/page.ts';
import { AREAS, OPEN } from './security.ts';
import { note } from './setup/note.ts';

const ALL = AREAS.flatMap(({ rows }) => rows);
/** Ids of these stand in the names of their tests. */
const NAMED = /^S[2-5]\d$/;

test('every requirement is in the table once, in its area and in order', () => {
  for (const { first, last, rows } of AREAS) {
    const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    expect(rows.map(({ id }) => id)).toEqual(numbers.map(number => `S${String(number).padStart(2, '0')}`));
  }
  expect(ALL).toHaveLength(55);
  expect(new Set(ALL.map(({ demand }) => demand)).size).toBe(ALL.length);
});

test('every requirement is said in whole sentences', () =>
  expect(ALL.filter(({ demand }) => !/^[A-Z].{30,420}\.$/.test(demand)).map(({ id }) => id)).toEqual([]));

test('every test that a requirement names exists and is run', () => {
  const missing = ALL.flatMap(({ id, proofs }) =>
    proofs.filter(proof => linesOfTest(proof).length === 0).map(({ file, name }) => `${id}: ${file} has no '${name}'`),
  );
  expect(missing).toEqual([]);
});

test('whoever reads the name of a failing test learns which requirement it shows', () => {
  const unnamed = ALL.filter(({ id }) => NAMED.test(id)).filter(
    ({ id, proofs }) =>
      !proofs.some(proof => linesOfTest(proof).some(line => new RegExp(`\\[.*\\b${id}\\b`).test(line))),
  );
  expect(unnamed.map(({ id }) => id)).toEqual([]);
});

test('what cannot be shown here says why, and what stands in for it, in a sentence', () => {
  const reasons = ALL.flatMap(({ id, elsewhere }) => (elsewhere === null ? [] : [{ id, elsewhere }]));
  expect(reasons.filter(({ elsewhere }) => !/^[A-Z].{30,}\.$/.test(elsewhere))).toEqual([]);
});

test('the requirements without a test or a reason are exactly those that are pinned', () => {
  const proven = ALL.filter(({ proofs }) => proofs.length > 0);
  const inPart = proven.filter(({ elsewhere }) => elsewhere !== null);
  const open = ALL.filter(({ proofs, elsewhere }) => proofs.length === 0 && elsewhere === null).map(({ id }) => id);
  const told = (rows: readonly { readonly id: string }[]): string => rows.map(({ id }) => id).join(' ');
  note(
    `Of ${ALL.length} security requirements ${proven.length} have a test, ${inPart.length} of them for a part (${told(inPart)}); ` +
      `${ALL.length - proven.length - open.length} are elsewhere, ${open.length} are open: ${open.join(' ')}`,
  );
  expect(open).toEqual(OPEN);
});

test('the page for reviewers says what the table says (node test/security/write.ts)', () =>
  expect(readFileSync(PAGE_PATH, 'utf8')).toBe(securityPage(AREAS)));
