import fc from 'fast-check';
import { expect, test } from 'vitest';

import { slotsOf } from '../../renderer/components/list/line-slots.ts';

const windows = fc.array(fc.uniqueArray(fc.nat(60), { maxLength: 20 }), { minLength: 1, maxLength: 12 });

test('no two lines in the page share a slot, and slots are used again', () => {
  fc.assert(
    fc.property(windows, looks => {
      let slots: ReadonlyMap<number, number> = new Map();
      let most = 0;
      for (const lines of looks) {
        slots = slotsOf(lines, slots);
        most = Math.max(most, lines.length);
        expect([...slots.keys()]).toEqual(expect.arrayContaining(lines));
        expect(new Set(slots.values()).size).toBe(lines.length);
        expect(Math.max(-1, ...slots.values())).toBeLessThan(2 * most);
      }
    }),
  );
});

test('the line with the focus keeps its slot for as long as it is in the page, wherever the list is scrolled to', () => {
  fc.assert(
    fc.property(windows, fc.nat(60), (looks, focus) => {
      let slots = slotsOf([focus], new Map());
      const own = slots.get(focus);
      for (const lines of looks) {
        slots = slotsOf([...lines.filter(at => at !== focus), focus], slots, focus);
        expect(slots.get(focus)).toBe(own);
      }
    }),
  );
});

test('the same lines leave everything as it was', () => {
  const before = slotsOf([4, 5, 6], new Map());
  expect(slotsOf([4, 5, 6], before)).toBe(before);
});

const page = (from: number, count = 20): number[] => Array.from({ length: count }, (_, step) => from + step);

/** The elements that are moved, made and removed when lists keyed by these slots follow each other, as React does it. */
function work(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>) {
  const places = [...before.values()];
  const order = [...after.values()];
  let last = -1;
  let [moved, made] = [0, 0];
  for (const place of order.map(slot => places.indexOf(slot)))
    if (place === -1) made += 1;
    else if (place < last) moved += 1;
    else last = place;
  return { moved, made, removed: places.filter(slot => !order.includes(slot)).length };
}

const first = slotsOf(page(100), new Map());

test('going on by a page moves no element, and makes new ones for the line with the focus alone', () => {
  const one = { moved: 0, made: 1, removed: 1 };
  expect(work(first, slotsOf(page(119), first, 138))).toEqual(one);
  expect(work(first, slotsOf(page(81), first, 81))).toEqual(one);
});

test('a line that gets the focus as it comes into the page has elements that were no other line’s', () => {
  fc.assert(
    fc.property(windows, fc.nat(60), (looks, focus) => {
      let slots: ReadonlyMap<number, number> = new Map();
      for (const lines of looks) {
        const before = slots;
        slots = slotsOf(lines, before, focus);
        const others = before.has(focus) ? [] : [...before.values()];
        expect(others).not.toContain(slots.get(focus) ?? 'not in the page');
      }
    }),
  );
});

test('scrolling down by some lines moves the elements of those lines alone', () => {
  expect(work(first, slotsOf(page(103), first, 110))).toEqual({ moved: 3, made: 0, removed: 0 });
});

test('scrolling up by some lines moves none, and makes new elements for those lines alone', () => {
  expect(work(first, slotsOf(page(97), first, 110))).toEqual({ moved: 0, made: 3, removed: 3 });
});
