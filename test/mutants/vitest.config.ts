import { fileURLToPath } from 'node:url';

import type { Plugin } from 'vite';
import { mergeConfig } from 'vitest/config';

import tests from '../vitest.config.ts';
import { MUTANTS } from './list.ts';
import { mutantNamed, planted } from './mutant.ts';

const mutant = mutantNamed(MUTANTS, process.env['BENCHTOP_MUTANT']);
const target = mutant === null ? null : fileURLToPath(new URL(`../../${mutant.file}`, import.meta.url));

/** Plants the mutant that BENCHTOP_MUTANT names into the sources that the tests load. */
const plant: Plugin = {
  name: 'plant-mutant',
  enforce: 'pre',
  transform: (source, id) => (mutant !== null && id.split('?')[0] === target ? planted(source, mutant) : undefined),
};

// What one mutant made of a file must never be taken for another's.
export default mergeConfig(tests, { plugins: [plant], test: { fsModuleCache: false } });
