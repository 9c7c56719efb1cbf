import { dirname, join } from 'node:path/posix';

import { EDGES, EMPTY_WORDS, type Layer, LAYERS, OUTSIDE_WORLD } from './layers.ts';
import type { Extent, Import, Source } from './source.ts';

const MOST_LINES = 400;
const MOST_LINES_OF_ENTRY = 60;
const MOST_LINES_OF_FUNCTION = 60;

/** One sentence per breach of the layer table: who imports what it must not. */
export function forbiddenImports(sources: readonly Source[]): string[] {
  return sources.flatMap(source => source.imports.flatMap(each => judge(source.path, each)));
}

function judge(path: string, { specifier, typeOnly }: Import): string[] {
  if (isIn(path, 'test')) return [];
  const home = nameWithoutDetour(path);
  if (home === null) return [`${path} is in no layer`];
  const layer = LAYERS[home];
  if (layer === undefined) return [`${path} is in no layer`];
  const target = resolve(path, specifier);
  if (target === null) return mayUse(layer, specifier) ? [] : [`${path} imports the package ${specifier}`];
  if (isIn(target, 'test')) return [`${path} imports ${target}, which is a test's`];
  if (isOwn(home, layer, path, target) || layer.folders.some(folder => isIn(target, folder))) return [];
  const typesOf = layer.types ?? [];
  if (!typesOf.some(folder => isIn(target, folder))) return [`${path} imports ${target}`];
  return typeOnly ? [] : [`${path} imports more than types of ${target}`];
}

/** The deepest folder of the table that holds the path. */
function nameWithoutDetour(path: string): string | null {
  const holding = Object.keys(LAYERS).filter(folder => isIn(path, folder));
  return holding.toSorted((a, b) => b.split('/').length - a.split('/').length)[0] ?? null;
}

/** Whether a path is this file or folder, or lies in it; `*` in the folder stands for one name. */
function isIn(path: string, folder: string): boolean {
  const names = path.split('/');
  return folder.split('/').every((name, at) => (name === '*' ? names[at] !== undefined : name === names[at]));
}

function resolve(from: string, specifier: string): string | null {
  return specifier.startsWith('.') ? join(dirname(from), specifier.replace(/\?.*$/, '')) : null;
}

function isOwn(home: string, layer: Layer, path: string, target: string): boolean {
  if (layer.closed !== true) return isIn(target, home);
  const own = path.slice(home.length + 1).split('/')[0] ?? '';
  return isIn(target, join(home, own));
}

function mayUse(layer: Layer, specifier: string): boolean {
  const name = specifier.startsWith('node:') ? 'node:' : packageOf(specifier);
  return layer.packages.includes(name);
}

/** `@scope/x` of `@scope/x/y`. */
export function packageOf(specifier: string): string {
  const [first = '', second = ''] = specifier.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}

/** Pairs of folders that import each other; a folder and one inside it count as one. */
export function mutualFolders(sources: readonly Source[]): string[] {
  const edges = new Set(sources.flatMap(folderEdges));
  return [...edges].filter(edge => {
    const [from = '', to = ''] = edge.split(' → ');
    return from < to && edges.has(`${to} → ${from}`);
  });
}

function folderEdges({ path, imports }: Source): string[] {
  const from = dirname(path);
  return imports.flatMap(({ specifier }) => {
    const target = resolve(path, specifier);
    const to = target === null ? from : dirname(target);
    return isIn(from, to) || isIn(to, from) ? [] : [`${from} → ${to}`];
  });
}

/** Which packages the built window would carry: all that its files reach by imports which remain at run time. */
export function packagesOfWindow(sources: readonly Source[]): ReadonlySet<string> {
  const byPath = new Map(sources.map(source => [source.path, source]));
  const found = new Set<string>();
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const { specifier, typeOnly } of byPath.get(path)?.imports ?? []) {
      if (typeOnly) continue;
      const target = resolve(path, specifier);
      if (target === null) found.add(packageOf(specifier));
      else visit(target);
    }
  };
  for (const { path } of sources) if (isIn(path, 'renderer') && path !== 'renderer/vite.config.ts') visit(path);
  return found;
}

/** Files and functions that are too long, and every `any`. */
export function breachesOfStyle(sources: readonly Source[]): string[] {
  return sources.flatMap(source => {
    const most = isEntry(source.path) ? MOST_LINES_OF_ENTRY : MOST_LINES;
    // A function of a test that only lists cases is as long as its cases.
    const lengthOf = (each: Extent): number => (isIn(source.path, 'test') ? each.ownLines : each.lines);
    const long = source.functions.filter(each => lengthOf(each) > MOST_LINES_OF_FUNCTION);
    return [
      ...(source.lines > most ? [`${source.path} has ${source.lines} lines, ${most} at most`] : []),
      ...long.map(each => `${source.path}:${each.line} is a function of ${lengthOf(each)} lines`),
      ...source.anys.map(line => `${source.path}:${line} says any`),
      ...emptyWords(source.path).map(word => `${source.path} has the empty word ${word} in its name`),
    ];
  });
}

function emptyWords(path: string): string[] {
  const words = path.split(/[/.-]/);
  return EMPTY_WORDS.filter(word => words.includes(word));
}

/** Uses of the clock, chance, the process or the network where the ports should be used. */
export function outsideWorld(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => isInner(path))
    .flatMap(({ path, globals, rollsDice }) => {
      const used = OUTSIDE_WORLD.filter(name => globals.has(name));
      return [...used, ...(rollsDice ? ['Math.random'] : [])].map(name => `${path} uses ${name}`);
    });
}

function isInner(path: string): boolean {
  return isIn(path, 'main') && !isEntry(path) && !EDGES.some(folder => isIn(path, folder));
}

function isEntry(path: string): boolean {
  return dirname(path) === 'main';
}

/** The core waits for nothing, and a port is nothing but types. */
export function impurities(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, waits, runs }) => [
    ...(isIn(path, 'main/core') ? waits.map(line => `${path}:${line} waits`) : []),
    ...(isIn(path, 'main/ports') ? runs.map(line => `${path}:${line} is more than a type`) : []),
  ]);
}
