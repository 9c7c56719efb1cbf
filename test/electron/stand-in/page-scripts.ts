import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

import { BridgeEnd, pageWorld, PreloadElectron } from './worlds.ts';

/** The world of the preload, by its name in the browser. */
export const PRELOAD_WORLD = 'preload';
/** What that world calls to speak to the stand-in. */
export const BINDING = 'standInBinding';

/** The two scripts of a page: its own world's, and the preload's with the preload itself in it, unchanged. */
export function pageScripts(preload: string): { readonly page: string; readonly preload: string } {
  const secret = `stand-in-${randomBytes(12).toString('hex')}`;
  const end = (side: 'page' | 'preload'): string => `new (${BridgeEnd.toString()})('${secret}', '${side}')`;
  return {
    page: `(${pageWorld.toString()})(${end('page')});`,
    preload: `if (window === window.top) {
      globalThis.standInGlobals = { standIn: text => ${BINDING}(text) };
      (electron => {
        ${commonJs(preload)}
      })(new (${PreloadElectron.toString()})(${end('preload')}, globalThis.standInGlobals));
    }`,
  };
}

/** As a bundler makes it: without types, and with what it imports from 'electron' as a variable. */
function commonJs(path: string): string {
  const source = readFileSync(path, 'utf8');
  const script = path.endsWith('.ts') ? stripTypeScriptTypes(source) : source;
  return script
    .replace(/^import \{([^}]*)\} from 'electron';$/m, 'const {$1} = electron;')
    .replaceAll(/require\(["']electron["']\)/g, 'electron');
}
