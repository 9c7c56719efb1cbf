import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

import { MUTANTS } from './list.ts';
import { mutantNamed, planted } from './mutant.ts';

/** `node --import ./test/mutants/plant.ts …` runs anything with the mutant that BENCHTOP_MUTANT names, in all threads. */
const mutant = mutantNamed(MUTANTS, process.env['BENCHTOP_MUTANT']);
const target = mutant === null ? null : new URL(`../../${mutant.file}`, import.meta.url).href;

registerHooks({
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context);
    if (mutant === null || url !== target) return loaded;
    if (loaded.source === null || loaded.source === undefined) throw new Error(`No source of ${fileURLToPath(url)}`);
    const source = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source);
    return { ...loaded, source: planted(source, mutant) };
  },
});
