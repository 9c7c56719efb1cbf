import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { plan } from '../../../main/core/plan/plan.ts';
import { comesToRest } from './come-to-rest.ts';
import { lineOf, readTree } from './tree-file.ts';

/** Trees out of journals: `npm run sim -- --journal FILE --into test/sim/replay/journals/NAME.json` writes one. */
const FOLDER = fileURLToPath(new URL('journals/', import.meta.url));
const recorded = readdirSync(FOLDER).map(name => ({ name, ...readTree(`${FOLDER}${name}`) }));

test.each(recorded)('$name: $about', ({ tree, mode, blocked, plan: expected }) => {
  const operations = plan(tree, { mode, isBlocked: id => blocked.has(id), isUnseen: () => false });
  expect(operations.map(lineOf)).toEqual(expected);
  expect(() => comesToRest(tree, mode)).not.toThrow();
});
