import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { namesBelow, ROOT } from '../setup/run/test-files.ts';
import { BORROWED, NO_FOLDER } from './features.ts';
import { pretend, readImports } from './source.ts';
import { borrowedFeatures, crowdedFolders, importCircles, scatteredFeatures } from './structure.ts';

const paths = ['main', 'renderer', 'shared', 'test'].flatMap(folder =>
  namesBelow(join(ROOT, folder)).map(name => `${folder}/${name}`),
);
const sources = paths
  .filter(path => /\.tsx?$/.test(path))
  .map(path => readImports(path, readFileSync(join(ROOT, path), 'utf8')));

test('no folder has more than twenty files of code directly in it', () => expect(crowdedFolders(paths)).toEqual([]));

test('no file reaches itself by imports, those of types included', () => expect(importCircles(sources)).toEqual([]));

test('a feature has one name: a folder of it in shared, main, renderer and test', () =>
  expect(scatteredFeatures(paths)).toEqual([]));

test('a feature of the engine uses another one only where the table says why', () =>
  expect(borrowedFeatures(sources)).toEqual([]));

test('every stated exception has a reason', () =>
  expect(Object.values({ ...NO_FOLDER, ...BORROWED }).filter(reason => reason.length < 15)).toEqual([]));

// The rules themselves: each must catch what it is there for.

test('a crowded folder is found; what lies deeper, fixtures and documents do not count', () => {
  const files = Array.from({ length: 21 }, (_, at) => `main/core/f${at}.ts`);
  const others = files.flatMap(path => [
    path.replace('core', `core/${path}`),
    path.replace('core/', 'core/fixtures/'),
    path.replace('core', 'journal').replace('.ts', '.md'),
  ]);
  expect(crowdedFolders([...files, ...others])).toEqual([
    'main/core has 21 files, 20 at most: give those that are about one thing a folder of their own',
  ]);
  expect(crowdedFolders([...files.slice(1), 'main/core/a.md'])).toEqual([]);
  expect(crowdedFolders([...files.slice(1), 'main/core/a.module.css'])).toHaveLength(1);
});

test('files that import each other in a circle are found, also by a type or over a third one', () => {
  const files = {
    'main/core/a.ts': "import { b } from './b.ts';",
    'main/core/b.ts': "import type { C } from './inner/c.ts';",
    'main/core/inner/c.ts': "import { a } from '../a.ts';",
    'main/core/d.ts': "import { a } from './a.ts'; import { e } from './e.ts';",
    'main/core/e.ts': "import { b } from './b.ts';",
  };
  expect(importCircles(pretend(files))).toEqual([
    'main/core/a.ts, main/core/b.ts, main/core/inner/c.ts import each other in a circle: move what they share into a file that imports none of them',
  ]);
  expect(importCircles(pretend({ ...files, 'main/core/inner/c.ts': '' }))).toEqual([]);
});

test('a feature that lacks a folder is found, and so is an exception that is none', () => {
  const roots = ['shared', 'main', 'renderer', 'test'].map(root => `${root}/features`);
  const all = ['alerts', 'mirrors', 'monitoring', 'tea'].flatMap(name => roots.map(root => `${root}/${name}`));
  const there = all.filter(folder => NO_FOLDER[folder] === undefined).map(folder => `${folder}/a.ts`);
  expect(scatteredFeatures(there)).toEqual([]);
  expect(scatteredFeatures(there.filter(path => path !== 'renderer/features/tea/a.ts'))).toEqual([
    'there is no renderer/features/tea: a feature has one name everywhere (features.ts)',
  ]);
  expect(scatteredFeatures([...there, 'test/features/mirrors/a.test.ts'])).toEqual([
    'test/features/mirrors is no exception: take it out of features.ts',
  ]);
});

test('a feature that uses another one without a reason is found, and so is a reason without a use', () => {
  const found = borrowedFeatures(
    pretend({
      'main/features/trash/a.ts': "import type { B } from '../zones/send/b.ts';",
      'main/features/search/a.ts': "import { B } from '../browse/b.ts'; import { c } from './c.ts';",
      'main/items/a.ts': "import { B } from '../features/browse/b.ts';",
    }),
  );
  expect(found).toContain(
    'main/features/trash/a.ts borrows (trash → zones): move what several features need to main/items, or give the pair a reason in features.ts',
  );
  expect(found).toContain('nothing borrows (sharing → edit) any more: take it out of features.ts');
  expect(found.filter(each => each.includes('search → browse') || each.includes('main/items/a.ts'))).toEqual([]);
});
