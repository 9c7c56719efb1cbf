import fc from 'fast-check';
import { expect, test } from 'vitest';

import { slotsOf } from '../../renderer/components/list/line-slots.ts';

const windows = fc.array(fc.uniqueArray(fc.nat(60), { maxLength: 20 }), { minLength: 1, maxLength: 12 });

test('no two lines in the page share a slot, and there are never more slots than lines there were at once', () => {
  fc.assert(
    fc.property(windows, looks => {
      let slots: ReadonlyMap<number, number> = new Map();
      let most = 0;
      for (const lines of looks) {
        slots = slotsOf(lines, slots);
        most = Math.max(most, lines.length);
        expect([...slots.keys()]).toEqual(expect.arrayContaining(lines));
        expect(new Set(slots.values()).size).toBe(lines.length);
        expect(Math.max(-1, ...slots.values())).toBeLessThan(most);
      }
    }),
  );
});

test('a line keeps its slot for as long as it is in the page, wherever the list is scrolled to', () => {
  fc.assert(
    fc.property(windows, fc.nat(60), (looks, focus) => {
      let slots = slotsOf([focus], new Map());
      const own = slots.get(focus);
      for (const lines of looks) {
        slots = slotsOf([...lines.filter(at => at !== focus), focus], slots);
        expect(slots.get(focus)).toBe(own);
      }
    }),
  );
});

test('the same lines leave everything as it was', () => {
  const before = slotsOf([4, 5, 6], new Map());
  expect(slotsOf([4, 5, 6], before)).toBe(before);
});
