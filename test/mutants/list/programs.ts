import type { Mutant } from '../mutant.ts';

/** Mistakes about the programs that have files open. */
// prettier-ignore
export const PROGRAMS: readonly Mutant[] = [
  {
    id: 'written-file-replaced',
    hazard: 'S13',
    what: 'a file that a program opened while it was replaced is let go of',
    file: 'main/node/disk/write/replace-by-exchange.ts',
    find: 'if ((await hasWriter(aside, target)) !== true) return false;',
    replace: 'if ((await hasWriter(aside, target)) !== null) return false;',
    suites: ['test/ports/disk/disk.test.ts'],
  },
  {
    id: 'written-file-replaced-without-exchange',
    hazard: 'S13',
    what: 'the same where names cannot be exchanged',
    file: 'main/node/disk/write/replace-by-rename.ts',
    find: 'if ((await hasWriter(aside, target)) !== true) return false;',
    replace: 'if ((await hasWriter(aside, target)) !== null) return false;',
    suites: ['test/ports/disk/disk-without-exchange.test.ts'],
  },
  {
    id: 'last-answer-about-programs',
    hazard: 'S13',
    what: 'whether a program writes into a file is answered with what was found before it was asked',
    file: 'main/node/disk/volume/has-writer.ts',
    find: 'const found = await next;',
    replace: 'const found = last ?? (await next);',
    suites: ['test/ports/disk/disk.test.ts'],
  },
];
