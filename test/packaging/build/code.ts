import { basename, join } from 'node:path';

import { build, type Plugin } from 'vite';

import { packageAddresses } from './addresses.ts';
import { packageNatives } from './natives.ts';

/** What becomes a file of its own: what a host starts, and the threads that the engine starts. */
const ENGINE = [
  'main/cli.ts',
  'main/daemon.ts',
  'main/desktop-engine.ts',
  'main/node/thread-main.ts',
  'main/node/watch/watch-thread-main.ts',
  'main/cli/runner/reading-thread-entry.ts',
];
const SHELL = ['main/desktop.ts'];
const PRELOAD = ['main/shell/window/preload.ts'];

/**
 * What the commands that are asked most often need, and all that this imports: one file, since each file takes a part of a
 * millisecond to find. The engine's threads share the few modules of `ground` with it, and load nothing else of it.
 */
const TOGETHER: readonly Together[] = [
  // What is compiled at each start, before anything that was kept can be found.
  { name: 'first', priority: 3, test: /\/main\/cli\/runner\/compiled-code\.ts$/ },
  {
    name: 'ground',
    priority: 2,
    test: /\/shared\/(?:units|fault|assert|own-value)\.ts$|\/main\/node\/(?:true-path|disk\/system-error|files\/make-folders|threads\/left-behind)\.ts$/,
  },
  {
    name: 'command',
    priority: 1,
    test: /\/main\/(?:cli\/(?:command-line|this-process)|host-parts|node\/net\/engine-socket)\.ts$|\/main\/cli\/commands\/(?:daemon\/sync|attention\/why)-commands\.ts$/,
  },
];

/** Modules that are put into one file with all that they import; of two groups the one of the higher priority has a module. */
interface Together {
  readonly name: string;
  readonly priority: number;
  readonly test: RegExp;
}

/** Packages whose code is in what was built, by the names they are imported by. */
export type PackageNames = ReadonlySet<string>;

/** Builds all code of the package into the folder `into`. What only the window's host needs begins with `desktop`. */
export async function buildCode(root: string, into: string): Promise<PackageNames> {
  const entries = [...ENGINE, ...SHELL, ...PRELOAD];
  const names = [
    await bundle({ root, into, entries, sources: ENGINE, chunks: '[name]-[hash].js', together: TOGETHER }),
    await bundle({ root, into, entries, sources: SHELL, chunks: 'desktop-[name]-[hash].js' }),
    await bundle({ root, into, entries, sources: PRELOAD, chunks: null }),
  ];
  return new Set(names.flatMap(each => [...each]));
}

/** What one bundle holds. */
export interface Plan {
  readonly root: string;
  readonly into: string;
  /** All entries. */
  readonly entries: readonly string[];
  /** Those of this bundle. */
  readonly sources: readonly string[];
  /** How parts that are loaded later are called; null: there are none, and the whole is one script. */
  readonly chunks: string | null;
  /** Parts that are put into one file. */
  readonly together?: readonly Together[];
}

/** Makes one bundle; the packages whose code is in it. */
export async function bundle({ root, into, entries, sources, chunks, together = [] }: Plan): Promise<PackageNames> {
  const names = new Set<string>();
  const input = Object.fromEntries(sources.map(each => [basename(each, '.ts'), join(root, each)]));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true, external: ['electron'] },
    plugins: [packageAddresses(root, entries), packageNatives(), namesInto(names)],
    build: {
      ssr: true,
      outDir: into,
      emptyOutDir: false,
      target: 'node24',
      minify: true,
      sourcemap: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input,
        output: {
          format: chunks === null ? 'cjs' : 'es',
          entryFileNames: chunks === null ? '[name].cjs' : '[name].js',
          ...(chunks === null ? {} : { chunkFileNames: chunks, codeSplitting: { groups: [...together] } }),
          // The licences of all packages stand in one file beside the code.
          comments: { legal: false },
        },
      },
    },
  });
  return names;
}

function namesInto(names: Set<string>): Plugin {
  return {
    name: 'benchtop:names',
    moduleParsed({ id }) {
      for (const each of packagesIn(id)) names.add(each);
    },
  };
}

function packagesIn(id: string): string[] {
  const inside = id.split('/node_modules/').at(-1);
  if (inside === undefined || inside === id) return [];
  const [first = '', second = ''] = inside.split('/');
  return [first.startsWith('@') ? `${first}/${second}` : first];
}
