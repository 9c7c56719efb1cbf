import { fileURLToPath } from 'node:url';

/** The files that the shell starts and shows. Absolute paths. */
export interface Places {
  /** The engine's entry, a process of its own. */
  readonly engine: string;
  /** What runs in a window before its page: one CommonJS file, where it is built. */
  readonly preload: string;
  /** The folder with the built window. */
  readonly window: string;
  /** The folder with the pictures for the system's bar. */
  readonly tray: string;
}

/**
 * Where they are beside the module at `url`. The sources lie as they are written; what was built is JavaScript, in one
 * folder: `desktop.js` (this module with it), `desktop-engine.js`, `preload.cjs`, `renderer/`, `assets/tray/`.
 */
export function placesFrom(url: string): Places {
  const at = (path: string): string => fileURLToPath(new URL(path, url));
  return new URL(url).pathname.endsWith('.ts')
    ? {
        engine: at('../desktop-engine.ts'),
        preload: at('window/preload.ts'),
        window: at('../../out/renderer'),
        tray: at('../../assets/tray'),
      }
    : {
        engine: at('desktop-engine.js'),
        preload: at('preload.cjs'),
        window: at('renderer'),
        tray: at('assets/tray'),
      };
}

/** Of this very program. */
export const places = placesFrom(import.meta.url);
