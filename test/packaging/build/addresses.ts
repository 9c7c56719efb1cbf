import { basename, dirname, join } from 'node:path/posix';

import type { Plugin } from 'vite';

/** What is found by its address, and where it lies in the package; both seen from the top. */
const PLACES: { readonly [source: string]: string } = {
  'package.json': 'package.json',
  'out/renderer': 'renderer',
  'assets/tray': 'assets/tray',
};

const ADDRESS = /new URL\('(\.[^']+)', import\.meta\.url\)/g;
/** Keeps what Node made of the sources; a package must not write into its own folder, and starts quickly without. */
const COMPILED = /^enableCompileCache\(.*\);\r?$/m;

/**
 * Sources find each other, the window and `package.json` by addresses relative to themselves. In the package all code lies
 * at the top, beside those, so each address is rewritten; an address without a rule ends the build.
 *
 * @param entries the sources that become files of their own, as paths of the project.
 */
export function packageAddresses(root: string, entries: readonly string[]): Plugin {
  // Vite names files with `/` on every system.
  const top = root.replaceAll('\\', '/');
  return {
    name: 'benchtop:addresses',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(`${top}/`) || id.includes('/node_modules/')) return null;
      const folder = dirname(id.slice(top.length + 1));
      return code.replace(COMPILED, '').replaceAll(ADDRESS, (_, address: string) => {
        const place = packagePlace(join(folder, address), entries);
        return `new URL('./${place}', import.meta.url)`;
      });
    },
  };
}

/** Where something of the project lies in the package. @throws Error when it is not in it. */
export function packagePlace(asked: string, entries: readonly string[]): string {
  const place = entries.includes(asked) ? fileOfEntry(asked) : PLACES[asked];
  if (place === undefined) throw new Error(`${asked} is found by its address, and is not in the package`);
  return place;
}

/** What the file of an entry is called. A sandboxed preload can load no modules: it is one script. */
export function fileOfEntry(source: string): string {
  return `${basename(source, '.ts')}${isPreload(source) ? '.cjs' : '.js'}`;
}

/** Whether an entry runs in a window before its page. */
export function isPreload(source: string): boolean {
  return basename(source, '.ts') === 'preload';
}
