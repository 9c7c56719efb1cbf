import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Plugin } from 'vite';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** What `visit.ts` exports, once it is built. */
export interface FreshModules<T> {
  /** Runs the window's modules once more, from their beginning. */
  freshModules(): T;
}

/**
 * Makes one function of all modules that remember: `visit.ts` and those of the window. Each call gives them variables of
 * their own, so no visit knows of the one before, while their code stays compiled and quick. To import the modules once more
 * instead takes a third of a visit's time.
 */
export const freshModules: Plugin = {
  name: 'benchtop-gallery-fresh-modules',
  apply: 'build',
  transform: {
    order: 'post',
    handler(code, id) {
      if (!remembers(id) || !code.includes('import(')) return null;
      return { code: withoutLateImports(code), map: null };
    },
  },
  generateBundle(_, bundle) {
    const chunk = bundle['assets/visit.js'];
    if (chunk?.type !== 'chunk') throw new Error('The gallery was built without its visits');
    const shared = Object.values(bundle).flatMap(each =>
      each.type === 'chunk' && each !== chunk ? each.moduleIds : [],
    );
    // Styles remember nothing.
    const remembering = shared.filter(id => remembers(id) && !id.endsWith('.css'));
    if (remembering.length > 0) throw new Error(`Visits would share what these remember: ${remembering.join(', ')}`);
    if (chunk.dynamicImports.length > 0) throw new Error(`A visit loads later: ${chunk.dynamicImports.join(', ')}`);
    chunk.code = asFunction(chunk.code, this.parse(chunk.code).body as unknown as readonly Statement[]);
  },
};

/**
 * Whether each visit has a module for itself. A page may name its guard of addresses only once, so `start-worker.ts` stays
 * with the page.
 */
export function remembers(id: string): boolean {
  const path = relative(ROOT, id.split('?')[0] ?? id).replaceAll('\\', '/');
  if (path === 'renderer/state/start-worker.ts') return false;
  return path.startsWith('renderer/') || path === 'test/gallery/visit.ts';
}

interface Statement {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly specifiers?: readonly {
    readonly local: { readonly name: string };
    readonly exported: { readonly name: string };
  }[];
}

/** What a view loads when it is first shown belongs to the same function. */
function withoutLateImports(code: string): string {
  const late = [...new Set([...code.matchAll(/\bimport\((["'][^"']+["'])\)/g)].map(([, path]) => path))];
  const early = late.map((path, at) => `import * as late${at} from ${path};\n`);
  return late.reduce<string>(
    (text, path, at) => text.replaceAll(`import(${path})`, `Promise.resolve(late${at})`),
    early.join('') + code,
  );
}

/** Such a chunk exports a function that gives what it exported before. */
function asFunction(code: string, statements: readonly Statement[]): string {
  const textOf = ({ start, end }: Statement): string => code.slice(start, end);
  const imports = statements.filter(({ type }) => type === 'ImportDeclaration');
  const exports = statements.filter(({ type }) => type === 'ExportNamedDeclaration');
  const rest = statements.filter(each => !imports.includes(each) && !exports.includes(each));
  const given = exports.flatMap(({ specifiers = [] }) =>
    specifiers.map(({ local, exported }) => `${exported.name}: ${local.name}`),
  );
  const lines = (some: readonly Statement[]): string => some.map(textOf).join('\n');
  return `${lines(imports)}\nexport function freshModules() {\n${lines(rest)}\nreturn { ${given.join(', ')} };\n}\n`;
}
