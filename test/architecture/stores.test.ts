import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { namesBelow, ROOT } from '../setup/run/test-files.ts';
import type { Written } from './portable.ts';

/** The one place that catches what was thrown and makes the fault of it that a store shows. */
const MADE_IN = 'renderer/state/reading/section.ts';

/** A fault that a store makes of what was thrown: `fault: toFault(thrown)`, `faultThere: notMade(error)`. */
const BY_HAND = /\b\w*[fF]ault\w*\s*(?::|\?\?=)\s*\w+\((?:thrown|error)\)/;

/** One sentence for each line that makes a fault of what was thrown, outside of the shared functions. */
function faultsByHand(sources: readonly Written[]): string[] {
  return sources
    .filter(({ path }) => path !== MADE_IN)
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, at) =>
          BY_HAND.test(line)
            ? [`${path}:${at + 1} makes a fault by hand: use section, update, answerOrFault or faultIn of ${MADE_IN}`]
            : [],
        ),
    );
}

test('what the window reads or changes gets its fault from the shared functions alone', () => {
  const paths = namesBelow(join(ROOT, 'renderer'))
    .map(name => `renderer/${name}`)
    .filter(path => /\.tsx?$/.test(path));
  expect(paths.length).toBeGreaterThan(300);
  const sources = paths.map(path => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
  expect(faultsByHand(sources)).toEqual([]);
});

test.each([
  'useShown.setState({ isReading: false, fault: toFault(thrown) });',
  'keep(key, { view, fault: toFault(error) });',
  'fault ??= toFault(thrown);',
  'useSearch.setState({ there: [], faultThere: toFault(thrown) });',
  'const news = await ask().catch((thrown: unknown) => ({ fault: notMade(thrown) }));',
])('a fault that is made by hand is found in %j', line => {
  const path = 'renderer/features/tea/stores/tea.ts';
  expect(faultsByHand([{ path, text: `// tea\n${line}` }])).toEqual([
    expect.stringMatching(/^renderer.*tea\.ts:2 makes/),
  ]);
});

test.each(['const { kind } = toFault(thrown);', 'if (GONE.has(toFault(thrown).kind)) return null;', 'fault: null,'])(
  'no fault of a store is made in %j',
  text => expect(faultsByHand([{ path: 'renderer/state/tea.ts', text }])).toEqual([]),
);
