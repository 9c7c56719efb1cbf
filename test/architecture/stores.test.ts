import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { namesBelow, ROOT } from '../setup/run/test-files.ts';
import type { Written } from './portable.ts';

/** The one place that catches what was thrown and makes the fault of it that a store shows. */
const MADE_IN = 'renderer/state/reading/section.ts';

/** A fault that a store makes of what was thrown: `fault: toFault(thrown)`, `faultThere: notMade(error)`. */
const BY_HAND = /\b\w*[fF]ault\w*\s*(?::|\?\?=)\s*\w+\((?:thrown|error)\)/;

/** A sign that work is under way, put into a store, or taken out of it, by hand: `setState({ isBusy: true })`. */
const BUSY_BY_HAND =
  /\b(?:setState|set)\((?:\w+, |\([^)]*\) => \()?\{(?:(?!\b(?:during|after): )[^;])*?\bis(?:Busy|Changing|Loading|Reading|Sending|Working)\w*: (?:true|false)/g;

/** One sentence for each place that says in a store that work began or ended, outside of the shared functions. */
function busyByHand(sources: readonly Written[]): string[] {
  return sources
    .filter(({ path }) => path !== MADE_IN)
    .flatMap(({ path, text }) =>
      [...text.matchAll(BUSY_BY_HAND)].map(({ index }) => {
        const line = text.slice(0, index).split('\n').length;
        return `${path}:${line} shows by hand that it is at work: use section, during and after of update, or whileShown of ${MADE_IN}`;
      }),
    );
}

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

function windowSources(): readonly Written[] {
  const paths = namesBelow(join(ROOT, 'renderer'))
    .map(name => `renderer/${name}`)
    .filter(path => /\.tsx?$/.test(path));
  expect(paths.length).toBeGreaterThan(300);
  return paths.map(path => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

test('what the window reads or changes gets its fault from the shared functions alone', () => {
  expect(faultsByHand(windowSources())).toEqual([]);
});

test('what the window reads or changes shows that it is at work by the shared functions alone', () => {
  expect(busyByHand(windowSources())).toEqual([]);
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

test.each([
  'useTea.setState({ isReading: true });',
  'useTea.setState({ cups, isBusy: false, fault });',
  'useTea.setState(({ cups }) => ({ cups: cups + 1, isBusy: false }));',
  'set(id, { isBusy: true, fault: null });',
])('work that is shown by hand is found in %j', line => {
  const path = 'renderer/features/tea/stores/tea.ts';
  expect(busyByHand([{ path, text: `// tea\n${line}` }])).toEqual([expect.stringMatching(/tea\.ts:2 shows/)]);
});

test.each([
  'await update(useTea, brew, into, { during: { isReading: true }, after: { isReading: false } });',
  'const NONE = { isReading: false, fault: null };',
  'useTea.setState({ isAsking: true });',
  'useTea.setState({ cups: 1 });\nconst shown = { during: { isBusy: true } };',
])('no work is shown by hand in %j', text => expect(busyByHand([{ path: 'renderer/tea.ts', text }])).toEqual([]));
