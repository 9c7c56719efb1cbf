import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { buildCode } from './code.ts';
import { carriedPackages, licenceText } from './licences.ts';
import { copyNatives } from './natives.ts';
import { type Target, TARGETS } from './targets.ts';

/** What makes a package's content. */
export interface AppWish {
  /** The clone's folder. The window must have been built there. */
  readonly root: string;
  /** The output folder; removed and created again by each build. */
  readonly into: string;
  /** For which computers binaries are put in; all by default. A package takes those of its own. */
  readonly targets?: readonly Target[];
}

const project = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  license: z.string(),
  author: z.string(),
});

/**
 * Makes what runs in a package from the sources: JavaScript at the top, `renderer/` (the window), `native/`,
 * `assets/tray/`, `package.json` and the licences. Nothing else is in it: no sources, no tests, no `node_modules`.
 */
export async function makeApp({ root, into, targets = TARGETS }: AppWish): Promise<void> {
  const window = join(root, 'out', 'renderer');
  if (!existsSync(join(window, 'index.html'))) throw new Error('The window is not built yet: npm run build.');
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  const packages = await buildCode(root, into);
  cpSync(window, join(into, 'renderer'), { recursive: true });
  cpSync(join(root, 'assets', 'tray'), join(into, 'assets', 'tray'), { recursive: true });
  copyNatives(root, into, targets);
  writeFileSync(join(into, 'package.json'), packageJson(root));
  writeFileSync(join(into, 'LICENSE'), readFileSync(join(root, 'LICENSE')));
  writeFileSync(join(into, 'LICENCES.txt'), licenceText(carriedPackages(root, packages)));
}

/** All that is needed is bundled, so it names no dependencies. */
function packageJson(root: string): string {
  const { name, version, description, license, author } = project.parse(
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
  );
  const kept = { name, productName: 'Benchtop', version, description, license, author };
  return `${JSON.stringify({ ...kept, type: 'module', main: 'desktop.js' }, null, 2)}\n`;
}
