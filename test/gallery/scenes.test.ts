import { expect, test } from 'vitest';

import { excuseOf } from './excuses.ts';
import { idOf, SCREENS, STATES } from './scene.ts';
import { SCENES } from './scenes.ts';

const PAIRS = SCREENS.flatMap(screen => STATES.map(state => [screen, state] as const));

function isShown(screen: string, state: string): boolean {
  return SCENES.some(each => each.screen === screen && each.state === state);
}

test('every screen is shown in every state, or it is said why not', () => {
  const missing = PAIRS.filter(([screen, state]) => !isShown(screen, state) && excuseOf(screen, state) === null);
  expect(missing).toEqual([]);
});

test('nothing that is shown is excused as well', () =>
  expect(PAIRS.filter(([screen, state]) => isShown(screen, state) && excuseOf(screen, state) !== null)).toEqual([]));

test('no two scenes have the same name', () => expect(new Set(SCENES.map(idOf)).size).toBe(SCENES.length));

test('every scene proves that it is the one it says', () =>
  expect(SCENES.filter(({ shows }) => shows.length === 0).map(idOf)).toEqual([]));
