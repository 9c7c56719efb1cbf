import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The real Electron and the app as it is built for packages, or what of them is missing. */
export type FoundElectron =
  | { readonly is: 'found'; readonly program: string; readonly entry: string }
  | { readonly is: 'missing'; readonly reason: string };

const root = fileURLToPath(new URL('../..', import.meta.url));
const ENTRY = join(root, 'out/app/desktop.js');

/** Looks for both; never downloads anything. `BENCHTOP_ELECTRON` names the program. */
export function findElectron(): FoundElectron {
  const named = process.env['BENCHTOP_ELECTRON'];
  const program = named === undefined || named === '' ? installedElectron() : named;
  if (program === null || !existsSync(program)) {
    const reason = 'Electron’s program is not here: put it on this computer and name it in BENCHTOP_ELECTRON.';
    return { is: 'missing', reason };
  }
  if (!existsSync(ENTRY)) return { is: 'missing', reason: 'The app is not built yet: npm run build:app' };
  return { is: 'found', program, entry: pathToFileURL(ENTRY).href };
}

/** Where the package `electron` puts it when its own download was run; its entry would begin one, so it is not loaded. */
function installedElectron(): string | null {
  const folder = join(root, 'node_modules/electron');
  const note = join(folder, 'path.txt');
  const dist = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(folder, 'dist');
  const name = existsSync(note) ? readFileSync(note, 'utf8').trim() : 'electron';
  return existsSync(join(dist, name)) ? join(dist, name) : null;
}
