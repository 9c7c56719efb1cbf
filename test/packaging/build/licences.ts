import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { z } from 'zod';

import type { PackageNames } from './code.ts';

/** What stands between two licences. */
const RULE = `\n${'-'.repeat(80)}\n\n`;
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-](?!.*js$).*)?$/i;
/** Imports of packages; those of types alone leave nothing in the window. */
const IMPORT = /^(?:import|export) (?!type\b).*? from '([^.'][^']*)';\r?$|\bimport\('([^.'][^']*)'\)/gm;

const manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
});

/** A package whose code is in what we ship. */
export interface Carried {
  readonly name: string;
  readonly version: string;
  /** As SPDX names it; null when the package does not say. */
  readonly licence: string | null;
  /** The text of its licence; null when it has none. */
  readonly text: string | null;
}

/** All packages whose code is in the package, by name: those that were bundled and those of the window. */
export function carriedPackages(root: string, bundled: PackageNames): readonly Carried[] {
  const folders = new Map<string, string>();
  for (const name of bundled) {
    const folder = folderOf(root, name);
    if (folder !== null) folders.set(folder, name);
  }
  for (const name of packagesOfWindow(root)) gather(root, name, folders);
  const found = new Map([...folders.keys()].map(carried).map(each => [`${each.name} ${each.version}`, each]));
  return [...found.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** The licences of everything in the package, for the file beside it. */
export function licenceText(packages: readonly Carried[]): string {
  const list = packages.map(each => `${each.name} ${each.version}: ${each.licence ?? 'see below'}`).join('\n');
  const texts = packages.map(
    each => `${each.name} ${each.version} (${each.licence ?? 'no name'})\n\n${each.text ?? ''}`,
  );
  return [
    `Benchtop contains the following packages. Electron and Node bring the licences of theirs with them.\n\n${list}\n`,
    ...texts.map(each => `${each.trimEnd()}\n`),
  ].join(RULE);
}

function packagesOfWindow(root: string): ReadonlySet<string> {
  const files = globSync(['renderer/**/*.{ts,tsx}', 'shared/**/*.ts'], { cwd: root });
  const outside = files.filter(each => !each.endsWith('vite.config.ts'));
  return new Set(outside.flatMap(each => importsOf(readFileSync(join(root, each), 'utf8'))));
}

function importsOf(text: string): string[] {
  return [...text.matchAll(IMPORT)].map(([, plain, later]) => packageOf(plain ?? later ?? ''));
}

function packageOf(specifier: string): string {
  const [first = '', second = ''] = specifier.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}

/** A package with all it depends on: more than the window has in the end, never less. */
function gather(from: string, name: string, folders: Map<string, string>): void {
  const folder = name.startsWith('@types/') ? null : folderOf(from, name);
  if (folder === null || folders.has(folder)) return;
  folders.set(folder, name);
  for (const each of Object.keys(read(folder).dependencies ?? {})) gather(folder, each, folders);
}

/** The folder of a package as Node finds it; null when it is none, such as `node:fs`. */
function folderOf(from: string, name: string): string | null {
  const folder = join(from, 'node_modules', name);
  if (existsSync(join(folder, 'package.json'))) return folder;
  const above = dirname(from);
  return above === from ? null : folderOf(above, name);
}

function carried(folder: string): Carried {
  const { name, version, license } = read(folder);
  const file = readdirSync(folder).find(each => LICENCE_FILE.test(each));
  const text = file === undefined ? null : readFileSync(join(folder, file), 'utf8');
  return { name, version, licence: license ?? null, text };
}

function read(folder: string): z.infer<typeof manifest> {
  return manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
}
