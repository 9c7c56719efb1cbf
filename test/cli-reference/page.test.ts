import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { referencePage } from './page.ts';

test('the reference of the command line says what the table of commands says', () => {
  const page = readFileSync(new URL('../../assets/guide/cli.md', import.meta.url), 'utf8');
  expect(page, 'write it again: node test/cli-reference/write.ts').toBe(referencePage());
});
