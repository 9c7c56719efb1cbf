import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { simulate } from './simulate.ts';

/** How often each row factory was made: the driver makes one again each time SQLite prepares its query again. */
const shapes = new Map<string, number>();
const { Function: making } = globalThis;

beforeEach(() => {
  shapes.clear();
  const counting = new Proxy(making, {
    apply: (target, self, parts: string[]): unknown => {
      const shape = parts.join(',');
      shapes.set(shape, (shapes.get(shape) ?? 0) + 1);
      return Reflect.apply(target, self, parts);
    },
  });
  // A global of others, too: this file has a process to itself, where no test before has made what is counted here.
  vi.stubGlobal('Function', counting);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('what a record is asked again and again is prepared once', async () => {
  let steps = 0;
  for (let seed = 1; seed <= 5; seed++) steps += (await simulate({ seed })).steps;
  // Some records were opened, and some ten queries ask for whole items.
  expect(Math.max(...shapes.values())).toBeLessThan(50);
  expect(shapes.size).toBeGreaterThan(20);
  expect(steps).toBeGreaterThan(2000);
});
