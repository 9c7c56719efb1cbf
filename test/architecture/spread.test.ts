import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { namesBelow, ROOT } from '../setup/run/test-files.ts';

// A call takes some hundred thousand arguments at most. An array that is as long as the data throws there, for the largest
// files and folders only.

/** What is spread into a call and is short for a reason that stands in the line itself. */
const SHORT = /\.(?:slice|subarray)\(/;
const SPREAD = /\b(?:push|unshift)\(\.\.\.|\bMath\.(?:max|min)\((?:.*, )?\.\.\.|\bString\.from\w+\(\.\.\.|\.apply\(/;

test('no array is spread into a call that takes so many values only', () => {
  const found = ['main', 'renderer', 'shared'].flatMap(folder =>
    namesBelow(join(ROOT, folder))
      .filter(name => /\.tsx?$/.test(name))
      .flatMap(name =>
        readFileSync(join(ROOT, folder, name), 'utf8')
          .split('\n')
          .filter(line => SPREAD.test(line) && !SHORT.test(line))
          .map(line => `${folder}/${name}: ${line.trim()}`),
      ),
  );
  expect(found).toEqual([]);
});
