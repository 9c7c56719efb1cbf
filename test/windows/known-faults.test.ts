import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { note } from '../setup/note.ts';
import { ROOT } from '../setup/test-files.ts';
import { KNOWN_FAULTS } from './known-faults.ts';

test('each test that must fail names a known fault, and each known fault has one', () => {
  const sources = globSync('test/windows/*.test.ts', { cwd: ROOT }).map(path => readFileSync(join(ROOT, path), 'utf8'));
  const sentences = sources.flatMap(text =>
    [...text.matchAll(/\btest\.fails\(\s*'([^']*)'/g)].map(([, name = '']) => name),
  );
  const named = sentences.map(sentence => / \((W\d+)\)$/.exec(sentence)?.[1] ?? sentence);
  expect([...new Set(named)].toSorted()).toEqual(Object.keys(KNOWN_FAULTS).toSorted());
  note(`On Windows ${sentences.length} tests must still fail, of ${Object.keys(KNOWN_FAULTS).length} known faults.`);
});
