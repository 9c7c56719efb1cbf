import type { Mutant } from '../mutant.ts';

/** Mistakes about names, and about who on one side is whom on the other by name. */
// prettier-ignore
export const NAMES: readonly Mutant[] = [
  {
    id: 'slash-kept',
    hazard: 'R10',
    what: 'a slash in a name of the service makes folders',
    file: 'main/core/names.ts',
    find: `  ['/', '\\u2215'],`,
    replace: '',
    suites: ['test/main/core/names.test.ts'],
  },
  {
    id: 'dots-kept',
    hazard: 'X1',
    what: 'the name .. of the service is taken as it is',
    file: 'main/core/names.ts',
    find: `if (name === '.' || name === '..') return`,
    replace: `if (name === '.') return`,
    suites: ['test/main/core/names.test.ts'],
  },
  {
    id: 'names-not-composed',
    hazard: 'L17',
    what: 'two ways to write one name are two names',
    file: 'main/core/names.ts',
    find: `export function nameKey(name: string): string {
  return name.normalize('NFC');`,
    replace: `export function nameKey(name: string): string {
  return name;`,
    suites: ['test/main/core/names.test.ts'],
  },
  {
    id: 'long-names-cut-off',
    hazard: 'L8',
    what: 'a name that is too long is not shortened',
    file: 'main/core/names.ts',
    find: `  if (byteLength(name) <= LONGEST_BYTES) return name;
  const [stem, extension]`,
    replace: `  if (byteLength(name) <= 10 * LONGEST_BYTES) return name;
  const [stem, extension]`,
    suites: ['test/main/core/names.test.ts'],
  },
  {
    id: 'free-name-reused',
    hazard: 'R7',
    what: 'a second file of a name gets the name of the first',
    file: 'main/core/names.ts',
    find: `  if (!isTaken(nameKey(name))) return name;
`,
    replace: `  return name;
`,
    suites: ['test/main/core/names.test.ts'],
  },
  {
    id: 'conflict-name-reused',
    hazard: 'C16',
    what: 'a second conflict copy gets the name of the first',
    file: 'main/core/conflict-name.ts',
    find: '    if (!isTaken(nameKey(candidate))) return candidate;',
    replace: '    return candidate;',
    suites: ['test/main/core/conflict-name.test.ts'],
  },
  {
    id: 'joined-kinds',
    hazard: 'P21',
    what: 'a folder and a file of one name are one thing',
    file: 'main/core/naming.ts',
    find: `if (isNewHere(occupant) && isNewThere(fate) && TWINS[occupant.item.kind][fate.item.kind] === 'join')`,
    replace: 'if (isNewHere(occupant) && isNewThere(fate))',
    suites: ['test/main/core/plan.test.ts', 'test/main/core/plan.property.test.ts'],
  },
  {
    id: 'unread-is-not-waited-for',
    hazard: 'C6',
    what: 'a file that cannot be read yet is nobody else when its name is somebody’s at the service',
    file: 'main/core/naming.ts',
    find: '!wanted.has(at) || isUnsettledNew(fate)',
    replace: '!wanted.has(at)',
    suites: ['test/main/core/plan.test.ts', 'test/sim/mended-seeds.test.ts'],
  },
  {
    id: 'listed-first-is-first',
    hazard: 'C6',
    what: 'of folders of one name whose files differ in a number only, the one that is listed first is the first here',
    file: 'main/core/namesakes.ts',
    find: ' || b.sameNamed - a.sameNamed;',
    replace: ';',
    suites: ['test/sim/hazards/namesake-folders.test.ts'],
  },
  {
    id: 'number-by-id-alone',
    hazard: 'R7',
    what: 'of several things of one name the one with the lowest id has the plain name, whatever its age',
    file: 'main/core/numbering.ts',
    find: `  if (one !== other) return one < other ? -1 : 1;
`,
    replace: '',
    suites: ['test/main/core/numbering.test.ts'],
  },
  {
    id: 'open-file-renumbered',
    hazard: 'S13',
    what: 'a file gets another number while a program has it open',
    file: 'main/engine/open-documents.ts',
    find: `if (isOpen || (await askIfOpen(bench, path, open)).kind === 'open') bench.keepsName.add(item);`,
    replace: `if (isOpen && (await askIfOpen(bench, path, open)).kind === 'left behind') bench.keepsName.add(item);`,
    suites: ['test/sim/hazards/twin-names.test.ts'],
  },
  {
    id: 'number-is-sent',
    hazard: 'R7',
    what: 'a number that was given here counts as a rename by a person',
    file: 'main/engine/steps/places.ts',
    find: `if (!to.isDetour) bench.journal.items.setAgreed(id, agreedAfterMoveHere(item, to));`,
    replace: `if (!to.isDetour && !isAgreed) bench.journal.items.setAgreed(id, agreedAfterMoveHere(item, to));`,
    suites: ['test/sim/hazards/twin-names.test.ts'],
  },
  {
    id: 'number-is-sent-after-a-death',
    hazard: 'R7',
    what: 'a number that was given here just before a death counts as a rename by a person',
    file: 'main/engine/recover-move.ts',
    find: `const entry = work.isRenumbered === true ?`,
    replace: `const entry = work.isRenumbered === null ?`,
    suites: ['test/sim/hazards/twin-names.test.ts'],
  },
];
