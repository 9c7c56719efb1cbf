import type { Mutant } from '../mutant.ts';

/** Mistakes by which people could read what was not meant for them. */
// prettier-ignore
export const AUDIENCE: readonly Mutant[] = [
  {
    id: 'held-move-removed',
    hazard: 'P24',
    what: 'a file whose move to another mirror waits for a person is dealt with in the mirror it left',
    file: 'main/engine/loop/pass.ts',
    find: '    held.has(item) ||\n',
    replace: '',
    suites: ['test/sim/features/edit/move-audience.test.ts'],
  },
  {
    id: 'name-lets-in',
    hazard: 'P24',
    what: 'a file that only its name tells takes its own readers along to other bytes',
    file: 'main/engine/act/pairing/moved-while-off-pairs.ts',
    find: 'if (!(await keepsReaders(context, id, arrived))) continue;',
    replace: 'await keepsReaders(context, id, arrived);',
    suites: ['test/sim/scan/moved-while-off.test.ts'],
  },
  {
    id: 'common-name',
    hazard: 'P24',
    what: 'a name that several files have tells which of them was moved while the program was off',
    file: 'main/core/scan/moved-while-off.ts',
    find: ' && counts.get(name) === 2',
    replace: '',
    suites: ['test/sim/scan/moved-while-off.test.ts'],
  },
  {
    id: 'consent-for-all',
    hazard: 'P24',
    what: 'a consent for one person lets in others',
    file: 'main/core/policy/audience.ts',
    find: 'return gains.every(({ key }) => agreed.has(key));',
    replace: 'return true;',
    suites: ['test/sim/features/edit/move-audience.test.ts'],
  },
];
