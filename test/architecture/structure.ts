import { dirname, join } from 'node:path/posix';

import { BORROWED, FEATURE_ROOTS, NO_FOLDER } from './features.ts';
import type { Importing } from './source.ts';

const MOST_FILES = 20;
const CODE = /\.(?:tsx?|mjs|css)$/;
/** What tests read is no code: recorded files, and the texts of the sample. */
const DATA = /(?:^|\/)(?:fixtures|texts)(?:\/|$)/;

/** One sentence per folder with more code files directly in it than a reader takes in at a glance. */
export function crowdedFolders(paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const folder of paths.filter(path => CODE.test(path)).map(path => dirname(path)))
    if (!DATA.test(folder)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  const crowded = [...counts]
    .filter(([, files]) => files > MOST_FILES)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return crowded.map(
    ([folder, files]) =>
      `${folder} has ${files} files, ${MOST_FILES} at most: give those that are about one thing a folder of their own`,
  );
}

/** One sentence per group of files that reach each other by imports, those of types included. */
export function importCircles(sources: readonly Importing[]): string[] {
  const paths = new Set(sources.map(({ path }) => path));
  const imports = new Map(sources.map(source => [source.path, importedBy(source).filter(each => paths.has(each))]));
  return groupsInCircles(imports).map(
    group =>
      `${group.toSorted().join(', ')} import each other in a circle: move what they share into a file that imports none of them`,
  );
}

function importedBy({ path, imports }: Importing): string[] {
  const near = imports.filter(({ specifier }) => specifier.startsWith('.'));
  return near.map(({ specifier }) => join(dirname(path), specifier.replace(/\?.*$/, '')));
}

/** Tarjan's strongly connected components, of those with more than one file. */
function groupsInCircles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const numbers = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const groups: string[][] = [];
  const low = (path: string): number => lowest.get(path) ?? 0;
  const visit = (path: string): void => {
    const number = numbers.size;
    numbers.set(path, number);
    lowest.set(path, number);
    open.push(path);
    for (const next of imports.get(path) ?? []) {
      if (!numbers.has(next)) visit(next);
      if (open.includes(next)) lowest.set(path, Math.min(low(path), low(next)));
    }
    if (low(path) !== number) return;
    const group = open.splice(open.indexOf(path));
    if (group.length > 1 || imports.get(path)?.includes(path) === true) groups.push(group);
  };
  for (const path of imports.keys()) if (!numbers.has(path)) visit(path);
  return groups;
}

/** One sentence per feature that has no folder where it should have one, and per stated exception that is none. */
export function scatteredFeatures(paths: readonly string[]): string[] {
  const folders = new Set(paths.flatMap(path => FEATURE_ROOTS.flatMap(root => featureFolder(root, path) ?? [])));
  const names = new Set([...folders].map(folder => folder.slice(folder.lastIndexOf('/') + 1)));
  const wanted = FEATURE_ROOTS.flatMap(root => [...names].map(name => `${root}/${name}`));
  const missing = wanted.filter(folder => !folders.has(folder) && NO_FOLDER[folder] === undefined);
  const idle = Object.keys(NO_FOLDER).filter(folder => !wanted.includes(folder) || folders.has(folder));
  return [
    ...missing.toSorted().map(folder => `there is no ${folder}: a feature has one name everywhere (features.ts)`),
    ...idle.map(folder => `${folder} is no exception: take it out of features.ts`),
  ];
}

function featureFolder(root: string, path: string): string | null {
  const [name, ...inside] = path.startsWith(`${root}/`) ? path.slice(root.length + 1).split('/') : [];
  return name === undefined || inside.length === 0 ? null : `${root}/${name}`;
}

/** One sentence per import between features of the engine that the table does not name, and per row that names none. */
export function borrowedFeatures(sources: readonly Importing[]): string[] {
  const root = 'main/features';
  const borrowed = sources.flatMap(source => {
    const own = featureFolder(root, source.path);
    const others = importedBy(source).map(each => featureFolder(root, each));
    return own === null ? [] : others.filter(each => each !== null && each !== own).map(other => ({ source, other }));
  });
  const nameOf = (folder: string | null): string => folder?.slice(root.length + 1) ?? '';
  const pairs = borrowed.map(({ source, other }) => ({
    path: source.path,
    pair: `${nameOf(featureFolder(root, source.path))} → ${nameOf(other)}`,
  }));
  const unknown = pairs.filter(({ pair }) => BORROWED[pair] === undefined);
  const idle = Object.keys(BORROWED).filter(pair => pairs.every(each => each.pair !== pair));
  return [
    ...new Set(
      unknown.map(
        ({ path, pair }) =>
          `${path} borrows (${pair}): move what several features need to main/items, or give the pair a reason in features.ts`,
      ),
    ),
    ...idle.map(pair => `nothing borrows (${pair}) any more: take it out of features.ts`),
  ];
}
