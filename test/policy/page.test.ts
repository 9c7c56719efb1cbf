import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { policyPage } from './page.ts';

test('the page of the policy says what the tables decide', () => {
  const page = readFileSync(new URL('../../main/core/POLICY.md', import.meta.url), 'utf8');
  expect(page, 'write it again: node test/policy/write.ts').toBe(policyPage());
});
