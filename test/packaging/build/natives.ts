import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Plugin } from 'vite';

import type { Target } from './targets.ts';

interface Native {
  /** Its binary for a target, seen from `node_modules`; null: nothing there asks for it. */
  readonly binary: (target: Target) => string | null;
  /** The file that looks for the binary. */
  readonly loader: string;
  /** What that file says instead, given an expression for the binary. */
  readonly instead: (code: string, binary: string) => string;
}

const LOADING = '\0benchtop:native';
const KEYTAR_LOADS = 'var keytar = loadNativeAddon();';

/** What is no JavaScript. Each binary is built for Node's stable interface: one file serves Node and Electron. */
const NATIVES: { readonly [name: string]: Native } = {
  'better-sqlite3': {
    binary: target => `better-sqlite3/prebuilds/${target}.node`,
    loader: 'better-sqlite3/lib/binding.js',
    instead: (_, binary) => `exports.getBinding = () => ${binary};`,
  },
  keytar: {
    binary: target => `keytar/prebuilds/${target}/keytar.node`,
    loader: 'keytar/lib/keytar.js',
    instead: (code, binary) => {
      if (!code.includes(KEYTAR_LOADS)) throw new Error('keytar loads its binary in a new way');
      return code.replace(KEYTAR_LOADS, `var keytar = ${binary};`);
    },
  },
  'fs-native-extensions': {
    binary: target => `fs-native-extensions/prebuilds/${target}/fs-native-extensions.node`,
    loader: 'fs-native-extensions/binding.js',
    instead: (_, binary) => `module.exports = ${binary};`,
  },
  // Calls of Windows that Node does not have.
  koffi: {
    binary: target =>
      target.startsWith('win32') ? `@koromix/koffi-${target}/${target.replace('-', '_')}/koffi.node` : null,
    loader: 'koffi/index.js',
    instead: () => `import { native } from ${JSON.stringify(LOADING)};\nexport default native('koffi');`,
  },
};

/** Has bundled packages load their binaries from the folder `native` of the package. */
export function packageNatives(): Plugin {
  return {
    name: 'benchtop:natives',
    enforce: 'pre',
    resolveId: id => (id === LOADING ? id : null),
    load: id => (id === LOADING ? LOADER : null),
    transform(code, id) {
      const found = Object.entries(NATIVES).find(([, { loader }]) => id.endsWith(`/node_modules/${loader}`));
      if (found === undefined) return null;
      const [name, { instead }] = found;
      return instead(code, `require(${JSON.stringify(LOADING)}).native(${JSON.stringify(name)})`);
    },
  };
}

const LOADER = `
import { createRequire } from 'node:module';
const load = createRequire(import.meta.url);
export const native = name => load(\`./native/\${process.platform}-\${process.arch}/\${name}.node\`);
`;

/** Copies the binaries for `targets` into `native/<target>/`. What npm does not install here is fetched. */
export function copyNatives(root: string, into: string, targets: readonly Target[]): void {
  const fetching = join(root, 'test', 'setup', 'prepare', 'foreign-natives.mjs');
  if (targets.some(target => target.startsWith('win32'))) execFileSync(process.execPath, [fetching]);
  for (const target of targets) {
    for (const [name, { binary }] of Object.entries(NATIVES)) {
      const from = binary(target);
      if (from === null) continue;
      const place = join(into, 'native', target, `${name}.node`);
      mkdirSync(dirname(place), { recursive: true });
      copyFileSync(join(root, 'node_modules', from), place);
    }
  }
}
