import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

import { extractAll, listPackage } from '@electron/asar';

import { startCommand } from '../../setup/child.ts';
import { thisTarget } from '../build/targets.ts';

/** The unpacked package. */
export interface Packed {
  readonly folder: string;
  readonly archive: string;
  /** The archive's companion with what cannot be loaded from it. */
  readonly unpacked: string;
  /** The folder of the command `benchtop`. */
  readonly command: string;
}

const PACK_WITHIN_MS = 10 * 60_000;

/**
 * Has electron-builder make the unpacked package for this computer, from `out/app` and a distribution of Electron. Nothing
 * is downloaded: what would try finds no way out. @throws Error with what electron-builder said.
 */
export async function pack(root: string, electron: string): Promise<Packed> {
  const arch = thisTarget()?.split('-')[1] ?? 'x64';
  const builder = join(root, 'node_modules', 'electron-builder', 'cli.js');
  const nowhere = 'http://127.0.0.1:9';
  const { output, child } = startCommand(
    {
      args: [builder, '--linux', 'dir', `--${arch}`, '--publish', 'never', `-c.electronDist=${electron}`],
      folder: root,
      environment: { HTTPS_PROXY: nowhere, HTTP_PROXY: nowhere, ELECTRON_GET_USE_PROXY: '1', ELECTRON_MIRROR: nowhere },
    },
    '',
  );
  const timer = setTimeout(() => void child.kill(), PACK_WITHIN_MS);
  const { code, stdout, stderr } = await output;
  clearTimeout(timer);
  if (code !== 0) throw new Error(`electron-builder ended with ${code}:\n${stdout}${stderr}`);
  return packedAt(join(root, 'out', 'dist', arch === 'x64' ? 'linux-unpacked' : `linux-${arch}-unpacked`));
}

function packedAt(folder: string): Packed {
  const resources = join(folder, 'resources');
  const archive = join(resources, 'app.asar');
  if (!existsSync(archive)) throw new Error(`electron-builder made no ${archive}`);
  return { folder, archive, unpacked: `${archive}.unpacked`, command: join(resources, 'command') };
}

/** The files in the archive, with those that only its list names. */
export function filesOfArchive(archive: string): string[] {
  const paths = listPackage(archive, { isPack: false }).map(each => each.slice(1).replaceAll('\\', '/'));
  const folders = new Set(
    paths.flatMap(each => each.split('/').map((_, index, words) => words.slice(0, index).join('/'))),
  );
  return paths.filter(each => !folders.has(each)).toSorted();
}

/** Writes out the archive's content, with what lies beside it. */
export function extract(archive: string, into: string): void {
  extractAll(archive, into);
}

/** The files below a folder, with `/`. */
export function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter(each => !each.isDirectory())
    .map(each => relative(folder, join(each.parentPath, each.name)).replaceAll(sep, '/'))
    .toSorted();
}

/** In bytes. */
export function sizeOf(path: string): number {
  if (!statSync(path).isDirectory()) return statSync(path).size;
  return filesBelow(path).reduce((sum, each) => sum + statSync(join(path, each)).size, 0);
}

/** The texts below a folder; binaries are left out. */
export function textsBelow(folder: string): { readonly file: string; readonly text: string }[] {
  return filesBelow(folder)
    .filter(each => /\.(?:c?js|json|html|css|txt|svg|yml|cmd|ps1)$|(?:^|\/)(?:benchtop|LICENSE)$/.test(each))
    .map(file => ({ file, text: readFileSync(join(folder, file), 'utf8') }));
}
