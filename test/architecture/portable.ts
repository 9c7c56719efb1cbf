/** A source, as a path below the root, and its text. */
export interface Written {
  readonly path: string;
  readonly text: string;
}

/** Where tests may reach for what one system alone has: helpers that say so, scripts that measure Linux, and these rules. */
const ONE_SYSTEM = [
  'test/setup/on-posix.ts',
  'test/setup/run/test-files.ts',
  'test/bench/',
  'test/scale/',
  'test/architecture/portable',
];

/** What other systems have otherwise, and where to go instead. */
const UNPORTABLE: readonly (readonly [what: RegExp, why: string])[] = [
  [/import\.meta\.url\)\.pathname/, 'takes a URL for a path; fileURLToPath knows drive letters'],
  [/[`'"]\/proc\//, 'reads /proc; see test/setup/on-posix.ts'],
  [
    /(?:spawn|spawnSync|execFile|execFileSync)\('(?:sh|bash|ln|ps|cp|rm|cat|touch|mkfifo|kill)'/,
    'starts a program of POSIX; see test/setup/on-posix.ts',
  ],
  [/[`'"]#!\/bin\/sh/, 'writes a program for a shell; see test/setup/on-posix.ts'],
  [/readdirSync\([^)]*recursive: true, encoding/, 'lists paths with the separator of the system; namesBelow has `/`'],
];

/** One sentence for each thing in the tests that only some systems have. */
export function unportable(sources: readonly Written[]): readonly string[] {
  return sources
    .filter(({ path }) => path.startsWith('test/') && !ONE_SYSTEM.some(place => path.startsWith(place)))
    .flatMap(({ path, text }) => UNPORTABLE.flatMap(([what, why]) => (what.test(text) ? [`${path} ${why}`] : [])));
}
