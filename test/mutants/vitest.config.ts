import { fileURLToPath } from 'node:url';

import type { Plugin } from 'vite';
import { mergeConfig } from 'vitest/config';

import tests from '../vitest.config.ts';
import { MUTANTS } from './list.ts';
import { planted } from './mutant.ts';

const mutant = MUTANTS.find(({ id }) => id === process.env['BENCHTOP_MUTANT']);

/** Plants the mutant that BENCHTOP_MUTANT names into the sources that the tests load. */
const plant: Plugin = {
  name: 'plant-mutant',
  enforce: 'pre',
  transform: (source, id) => {
    if (mutant === undefined) throw new Error(`There is no mutant '${process.env['BENCHTOP_MUTANT'] ?? ''}'.`);
    const isTarget = id.split('?')[0] === fileURLToPath(new URL(`../../${mutant.file}`, import.meta.url));
    return isTarget ? planted(source, mutant) : undefined;
  },
};

export default mergeConfig(tests, { plugins: [plant] });
