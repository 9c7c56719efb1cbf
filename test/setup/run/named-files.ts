import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';

import { ROOT, slashed } from './test-files.ts';
import { isIn } from './tiers.ts';

/** Sources of which the names of files are read. */
const SOURCES = '{main,renderer,shared,test}/**/*.{ts,tsx,mjs,cjs,html}';
/** What of a source remains at run time: an import of types alone loads nothing. */
const TYPE_IMPORT = /\b(?:import|export) type\b[^;]*?;/g;
const COMMENT = /^\s*(?:\/\/|\/?\*).*$/gm;
const QUOTED = /(['"`])([\w./@-]+(?:\/[\w.@-]+|\.[a-z]{2,5}))\1/g;

/**
 * What these read without naming its files: a whole folder, a file in another folder's terms, or what is built from it.
 * A folder stands for everything in it.
 */
const READS: { readonly [path: string]: readonly string[] } = {
  // Read all sources as texts.
  'test/architecture.test.ts': ['main', 'renderer', 'shared', 'test', 'package.json'],
  'test/architecture/structure.test.ts': ['main', 'renderer', 'shared', 'test'],
  'test/hazards.test.ts': ['test', 'main', 'shared'],
  'test/security.test.ts': ['test', 'main', 'renderer', 'shared', 'assets'],
  'test/mutants/list.ts': ['main', 'shared', 'test'],
  'test/setup/run/tiers.test.ts': ['test'],
  // Runs the program as it is installed, and the window in it.
  'test/setup/program.ts': ['main', 'renderer', 'shared', 'assets/tray', 'test/packaging/build'],
  // The same, built for Windows, and the suites that run there.
  'test/windows/windows-set-up.ts': ['main', 'shared', 'test/packaging/build', 'test/windows/programs'],
  'test/windows/suites/core.test.ts': ['test/main/core', 'test/main/journal'],
  'test/windows/suites/disk.test.ts': ['test/ports/disk'],
  'test/windows/suites/ports.test.ts': ['test/ports'],
};

/** Which files each file of the project names, and so may load, start or read; as paths below the root. */
export class NamedFiles {
  readonly #root: string;
  readonly #known = new Map<string, readonly string[]>();
  readonly #files: readonly string[];

  constructor(root: string = ROOT) {
    this.#root = root;
    this.#files = globSync(SOURCES, { cwd: root, exclude: ['**/node_modules/**'] }).map(slashed);
  }

  /** Everything that a file reaches from name to name, itself included. */
  reachedFrom(path: string): ReadonlySet<string> {
    const reached = new Set([path]);
    for (const each of reached) for (const named of this.#namedBy(each)) reached.add(named);
    return reached;
  }

  #namedBy(path: string): readonly string[] {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const named = [...this.#written(path), ...this.#read(path)];
    this.#known.set(path, named);
    return named;
  }

  #written(path: string): readonly string[] {
    if (!/\.(?:tsx?|mjs|cjs|html)$/.test(path) || !existsSync(join(this.#root, path))) return [];
    const text = readFileSync(join(this.#root, path), 'utf8').replace(COMMENT, '').replace(TYPE_IMPORT, '');
    const names = [...text.matchAll(QUOTED)].map(([, , name = '']) => name.replace(/\?.*$/, ''));
    const places = names.flatMap(name => [join(dirname(path), name), name]);
    return [...new Set(places)].filter(place => /\.\w+$/.test(place) && existsSync(join(this.#root, place)));
  }

  #read(path: string): readonly string[] {
    const places = READS[path] ?? [];
    return places.flatMap(place => [place, ...this.#files.filter(file => isIn(file, place))]);
  }
}
