import { setFlagsFromString } from 'node:v8';

import { expect, test } from 'vitest';

// When a process has met many patterns, the next ones are made without care: they remember each sign they went over.
setFlagsFromString('--no-regexp-optimization');
const { readJson } = await import('../../shared/preview/json.ts');

test.each([
  ['one text of twenty million signs', `["${'a\\n'.repeat(10_000)}${'x'.repeat(20_000_000)}"]`],
  ['twenty million spaces', `[${' '.repeat(20_000_000)}1]`],
  ['a number of a hundred thousand digits', `[${'7'.repeat(100_000)}]`],
])('%s is read, however much was read before', (_, text) => expect(readJson(text).size).toBe(2));
