import { expect, test } from 'vitest';

import { failureNote } from './failure-note.ts';
import { lengthOf } from './progress-reporter.ts';

const failed = (sentence: string | null, ...messages: readonly string[]) => ({
  path: 'test/a.test.ts',
  sentence,
  messages,
});

test('a failure says its sentence, its seed and the command that repeats it alone', () => {
  expect(failureNote(failed("Ada's file (1) is kept (seed 4101)"), 'everyday', 'linux').split('\n')).toEqual([
    "FAILED Ada's file (1) is kept (seed 4101)",
    '  in     test/a.test.ts',
    '  seed   4101',
    String.raw`  again  npm test -- test/a.test.ts -t '^Ada'\''s file \(1\) is kept \(seed 4101\)$' --seed 4101`,
  ]);
});

test('a seed that only the error names is found there', () => {
  const note = failureNote(failed('all is well', 'seed 20017: lost a file'), 'proof', 'linux');
  expect(note).toContain('npm run proof -- ');
  expect(note).toContain('--seed 20017');
});

test('a file that cannot be run is repeated whole', () => {
  expect(failureNote(failed(null), 'everyday', 'linux').split('\n')).toEqual([
    'FAILED test/a.test.ts',
    '  again  npm test -- test/a.test.ts',
  ]);
});

test('on Windows the sentence stands in the quotes that its shell knows', () => {
  expect(failureNote(failed('says "no"'), 'everyday', 'win32')).toContain('-t "^says .no.$"');
});

test.each([
  [9.6, '10 s'],
  [61, '1 min 01 s'],
  [600, '10 min 00 s'],
])('%d seconds are told as %s', (seconds, text) => expect(lengthOf(seconds)).toBe(text));
