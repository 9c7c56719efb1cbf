import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { ROOT } from '../setup/run/test-files.ts';
import { sourcesToRead, vagueWords, wordBreaches } from './words.ts';

test('comments name what they are about, and file names say what the file holds', () => {
  const sources = sourcesToRead();
  expect(sources.length).toBeGreaterThan(2000);
  expect(wordBreaches(sources)).toEqual([]);
});

/** Sections of the service's specification, as comments cite them: `spec 2.4`, `spec 2.9, 2.13`. */
const CITED = /\b[Ss]pec (\d+(?:\.\d+)?(?:, \d+(?:\.\d+)?)*)/g;

test('what a cited section of the specification says stands in the project', () => {
  const told = new Set(readFileSync(join(ROOT, 'shared/api/README.md'), 'utf8').match(/\d+(?:\.\d+)?/g));
  const cited = sourcesToRead().flatMap(({ text }) =>
    [...text.matchAll(CITED)].flatMap(([, sections = '']) => sections.split(', ')),
  );
  expect(cited.length).toBeGreaterThan(50);
  expect([...new Set(cited)].filter(section => !told.has(section))).toEqual([]);
});

test.each([
  ['// Whoever calls this must wait.', 'a.ts:1 says "whoever" in a comment: name who does it'],
  ['const a = 1; // nobody reads it', 'a.ts:1 says "nobody" in a comment: name who does not'],
  ['/**\n * Kept for\n * somebody.\n */', 'a.ts:3 says "somebody" in a comment: name who it is'],
  ['/**\n * There is such\n * a one.\n */', 'a.ts:2 says "such a one" in a comment: name the thing again'],
  ['/* It begins anew. */', 'a.ts:1 says "anew" in a comment: write "again"'],
  ['// meanwhile', 'a.ts:1 says "meanwhile" in a comment: say during what'],
] as const)('a vague word is found in the comment %j', (text, says) => {
  expect(vagueWords({ path: 'a.ts', text })).toEqual([{ path: 'a.ts', says: expect.stringContaining(says) }]);
});

test.each([
  "const a = 'nobody can read it';",
  'const a = `whatever // ${somebody}`;',
  'const a = /anybody \\/\\/ else/;',
  '// The function `anew` compiles the rules.',
  '// Several people act in the meantime.',
])('no vague word is found in %j', text => {
  expect(vagueWords({ path: 'main/a.ts', text })).toEqual([]);
});

test('a comment between the tags of a view is read too', () => {
  const text = 'export const a = (\n  <p>\n    {/* nobody sees it */}\n    nobody\n  </p>\n);\n';
  expect(vagueWords({ path: 'renderer/a.tsx', text }).map(({ says }) => says)).toEqual([
    expect.stringMatching(/^renderer\/a\.tsx:3 says "nobody"/),
  ]);
});

test.each(['again', 'either', 'told', 'parts', 'bench', 'here', 'misc'])('a file called %s is refused', name => {
  for (const path of [`main/core/${name}.ts`, `renderer/${name}.tsx`, `test/${name}.test.ts`])
    expect(vagueWords({ path, text: '' })).toEqual([{ path, says: expect.stringContaining(`${path}: "${name}" `) }]);
});

test.each(['main/core/plan-scope.ts', 'main/here/kept-items.ts', 'test/parted-items.test.ts'])(
  'the file name %s is accepted',
  path => {
    expect(vagueWords({ path, text: '' })).toEqual([]);
  },
);
