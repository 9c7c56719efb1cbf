import { describe, expect, test } from 'vitest';

import { colours, contrast, rawValues, rules, sheets, tokenSheet, unknownTokens } from './styles/tokens.ts';

/** Where text may stand. */
const SURFACES = ['wall', 'bench', 'paper', 'paper-hover', 'paper-chosen', 'raised'];
const WASHES = ['accent-wash', 'move-wash', 'wait-wash', 'alert-wash', 'good-wash'];
/** What tells one kind of thing from another; all but that of a folder also colour the words of code. */
const KINDS = ['table', 'text', 'picture', 'code', 'signal', 'archive'].map(kind => `kind-${kind}`);

/** What is read (4.5 to 1) or only seen (3 to 1), and on what. */
const PAIRS: readonly (readonly [number, string, readonly string[]])[] = [
  [4.5, 'ink', [...SURFACES, ...WASHES]],
  [4.5, 'ink-soft', [...SURFACES, ...WASHES]],
  [4.5, 'ink-faint', SURFACES],
  [4.5, 'accent', [...SURFACES, 'accent-wash']],
  [4.5, 'accent-strong', SURFACES],
  [4.5, 'on-accent', ['accent', 'accent-strong']],
  [4.5, 'on-alert', ['alert']],
  [4.5, 'move', [...SURFACES, 'move-wash']],
  [4.5, 'wait', [...SURFACES, 'wait-wash']],
  [4.5, 'alert', [...SURFACES, 'alert-wash']],
  [4.5, 'good', [...SURFACES, 'good-wash', 'accent-wash']],
  ...KINDS.map(kind => [4.5, kind, SURFACES] as const),
  [3, 'kind-folder', [...SURFACES, 'kind-folder-wash']],
  [3, 'focus', [...SURFACES, ...WASHES]],
  [3, 'edge', SURFACES],
  ...[1, 2, 3, 4, 5, 6, 7, 8].map(at => [3, `series-${at}`, SURFACES] as const),
];

/** Selectors of what is chosen, where one is, and what was done. */
const TELLING = /selected|current|chosen|\.here|\.past|done|taken|count/i;
/** The tick itself is pressed, and is the button's colour. */
const TICK = /\.(?:box|track)\b/;
/** What answers a hand at that moment: a press, something dragged over it, text that is marked. */
const ANSWERING = /pressed|drop|overlay|::selection/;

describe.each(['light', 'dark'] as const)('in %s', theme => {
  const known = colours(tokenSheet())[theme];
  const cases = PAIRS.flatMap(([least, name, grounds]) => grounds.map(ground => [name, ground, least] as const));

  test.each(cases)('%s on %s reaches %d to 1', (name, ground, least) => {
    const [one, other] = [known.get(name), known.get(ground)];
    if (one === undefined || other === undefined) throw new Error(`There is no colour ${name} or ${ground}`);
    expect(contrast(one, other)).toBeGreaterThanOrEqual(least);
  });

  test('every colour is among the pairs that are held to a contrast', () => {
    const held = new Set(PAIRS.flatMap(([, name, grounds]) => [name, ...grounds]));
    const dividing = ['line', 'line-strong'];
    expect([...known.keys()].filter(name => !held.has(name) && !dividing.includes(name))).toEqual([]);
  });
});

test('no style sheet but the one of the tokens has a colour or a size of its own', () =>
  expect(
    sheets()
      .filter(({ path }) => path !== tokenSheet().path)
      .flatMap(rawValues),
  ).toEqual([]));

/** What a rule of a style sheet says: its sheet, its selector, its body. */
function rulesThat(says: RegExp): readonly { readonly name: string; readonly body: string }[] {
  return rules()
    .filter(({ body }) => says.test(body))
    .map(({ path, selector, body }) => ({ name: `${path} ${selector}`, body }));
}

const SCROLLS = /overflow(-[xy])?:\s*(auto|scroll)/;

/** What scrolls to the side too, or is as large as what is in it: no bar comes beside lines there and moves them. */
const OTHERWISE: readonly string[] = [
  'components/chart/chart.module.css .legend',
  'components/controls/choice-tree.module.css .tree',
  'components/controls/menu.module.css .list',
  'components/feedback/empty-state.module.css .frame',
  'components/fields/writing-field.module.css .input',
  'components/overlay/why-sheet.module.css .details pre',
  'components/pictures/pictures.module.css .panel',
  'components/pictures/pictures.module.css .columns',
  'components/pictures/pictures.module.css .plate',
  'features/chat/markdown-parts.module.css .scroll',
  'features/chat/table-sheet.module.css .scroll',
  'features/drops/drop-strip.module.css .strip',
  'features/preview/image/picture-viewer.module.css .room',
  'features/preview/pdf/pdf-viewer.module.css .room',
  'features/preview/preview-card.module.css .body',
  'features/preview/sections/sections-viewer.module.css .table',
  'features/preview/table/cell-grid.module.css .grid',
  'features/preview/table/table-viewer.module.css .preamble',
  'features/preview/text/lines-viewer.module.css .lines',
  'features/versions/comparison.module.css .frame',
  'features/zones/kiosk/kiosk.module.css .zones',
  'frame/toast-area.module.css .area',
  'markdown/markdown-tree.module.css .text pre',
  'markdown/markdown-tree.module.css .table',
];

test('what scrolls down does so in one way, which keeps room for its bar: nothing jumps when that comes', () => {
  expect(rulesThat(/scrollbar-gutter/).map(({ name }) => name)).toEqual([
    'components/layout/layout.module.css .scrolls',
    // Scrolls nowhere: it is as wide as what scrolls above it.
    'components/overlay/dialog.module.css .buttons',
  ]);
  const own = rulesThat(SCROLLS).map(({ name }) => name);
  expect(own.filter(name => !OTHERWISE.includes(name))).toEqual(['components/layout/layout.module.css .scrolls']);
  expect(OTHERWISE.filter(name => !own.includes(name))).toEqual([]);
});

test('what scrolls holds what is hidden from eyes in it, so that the window itself never scrolls', () => {
  const scrolling = rulesThat(SCROLLS);
  expect(scrolling.length).toBeGreaterThan(10);
  expect(scrolling.filter(({ body }) => !body.includes('position:')).map(({ name }) => name)).toEqual([]);
});

test('green acts: what is chosen, in step or said is never told by it, but for a tick in its box', () => {
  const green = rules().filter(({ body }) => /var\(--accent/.test(body));
  expect(green.length).toBeGreaterThan(10);
  const told = green.filter(({ selector }) => TELLING.test(selector) && !TICK.test(selector));
  expect(told.map(({ path, selector }) => `${path} ${selector}`)).toEqual([]);
  const washed = green.filter(({ selector, body }) => body.includes('--accent-wash') && !ANSWERING.test(selector));
  expect(washed.map(({ path, selector }) => `${path} ${selector}`)).toEqual([]);
});

test('every token that is used is defined', () =>
  expect(
    unknownTokens(sheets(), ['tree-item-level', 'trigger-width', 'grid-columns', 'digits', 'tiles', 'tile-rows']),
  ).toEqual([]));

test('a colour, a size and a token out of thin air are found', () => {
  const sheet = {
    path: 'x.css',
    text: '.a { color: #fff; gap: 7px; margin: 0 1px; top: var(--nowhere) } @media (max-width: 9px) { .b { color: red } }',
  };
  expect(rawValues(sheet)).toEqual(['x.css says #fff itself', 'x.css says red itself', 'x.css says 7px itself']);
  expect(unknownTokens([sheet], [])).toEqual(['x.css uses --nowhere, which nobody defines']);
});

test('contrast is what the standard says: black on white 21, a colour on itself 1', () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5);
  expect(contrast([120, 10, 200], [120, 10, 200])).toBe(1);
  expect(contrast([118, 118, 118], [255, 255, 255])).toBeCloseTo(4.54, 2);
});
