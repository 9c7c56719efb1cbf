import { describe, expect, test } from 'vitest';

import { HIGHEST, placeAfter, type TallPlace, topFor } from '../../renderer/components/list/use-tall-window.ts';
import { cellsOf } from '../../renderer/features/preview/table/merged-cells.ts';

describe('lists that are higher than browsers lay out', () => {
  // Five million rows of 26 pixels, of which 20 are in sight.
  const sizes = { all: 5_000_000 * 26, tall: HIGHEST, room: 520 };
  const most = sizes.all - sizes.room;
  const begin: TallPlace = { top: 0, at: 0 };

  test('the wheel moves rows as far as in any other list', () => {
    let place = begin;
    for (let turn = 1; turn <= 50; turn++) place = placeAfter(place, turn * 100, sizes);
    expect(place.at).toBe(5000);
  });

  test('both ends are reached, and half of the way is half of the rows', () => {
    const end = placeAfter(begin, sizes.tall - sizes.room, sizes);
    expect(end.at).toBe(most);
    expect(placeAfter(end, 0, sizes).at).toBe(0);
    expect(placeAfter(begin, (sizes.tall - sizes.room) / 2, sizes).at).toBeCloseTo(most / 2);
  });

  test('a row that is brought into sight is there when the element says where it is', () => {
    for (const at of [0, 1, 26, 2_000_000 * 26, most - 26, most]) {
      const top = topFor(at, sizes);
      const shown = { top, at };
      expect(placeAfter(shown, top, sizes).at).toBe(at);
    }
  });

  test('a list that fits is scrolled as it is', () => {
    const short = { all: 1000 * 26, tall: 1000 * 26, room: 520 };
    expect(placeAfter(begin, 12_345, short)).toEqual({ top: 12_345, at: 12_345 });
    expect(topFor(700, short)).toBe(700);
  });
});

describe('cells that are one', () => {
  const merged = [{ row: 0, column: 1, rows: 2, columns: 3 }];
  test('are drawn as one, and their field stands in the first row', () => {
    expect(cellsOf(0, [0, 1, 2, 3, 4], merged)).toEqual([
      { column: 0, across: 1, field: 0, isOpenBelow: false },
      { column: 1, across: 3, field: 1, isOpenBelow: true },
      { column: 4, across: 1, field: 4, isOpenBelow: false },
    ]);
    expect(cellsOf(1, [0, 1], merged)[1]).toEqual({ column: 1, across: 1, field: null, isOpenBelow: false });
    expect(cellsOf(2, [1], merged)).toEqual([{ column: 1, across: 1, field: 1, isOpenBelow: false }]);
  });

  test('keep their field where their first column is out of sight', () =>
    expect(cellsOf(0, [2, 3, 4], merged)[0]).toEqual({ column: 2, across: 2, field: 1, isOpenBelow: true }));
});
