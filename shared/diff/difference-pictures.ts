import type { Chart } from '../preview/formats/sections.ts';
import { type Decimal, numberIn, showsDecimal } from '../preview/numbers.ts';
import { formatFor, type Plate } from '../preview/plate/plate-format.ts';
import { type WellPlace, wellOf } from '../preview/wells.ts';
import type { TableView } from './table-view.ts';

/** The differing numbers of two versions of a table, as pictures; each null where there is none to draw. */
export interface DifferencePictures {
  /** How much more a well has in the other version; a layer for each column. */
  readonly plate: Plate | null;
  /** Both values of each cell that differs: along x the one, along y the other. */
  readonly points: Chart | null;
}

/** A cell whose numbers differ. */
interface Pair {
  readonly key: string;
  readonly column: string;
  readonly mine: number;
  readonly theirs: number;
}

/** What the pictures say. */
export interface PictureWords {
  /** What the two versions are called. */
  readonly mine: string;
  readonly theirs: string;
  /** @param count cells on show with two numbers that differ. */
  readonly note: (count: number) => string;
}

/** Draws the numbers of the rows on show that differ. */
export function differencePictures(view: TableView, words: PictureWords): DifferencePictures {
  const pairs = pairsOf(view);
  return {
    plate: plateOf(
      pairs,
      view.rows.map(({ key }) => wellOf(key)).filter(well => well !== null),
    ),
    points: pointsOf(pairs, words),
  };
}

function pairsOf({ columns, rows }: TableView): readonly Pair[] {
  const all = rows.flatMap(({ key, cells }) => cells.map((cell, at) => ({ key, cell, column: columns[at] })));
  const written = all.flatMap(({ cell }) => [cell.mine, cell.theirs]).filter(value => value !== null);
  const commas = written.filter(value => showsDecimal(value, ',')).length;
  const decimal: Decimal = commas > written.filter(value => showsDecimal(value, '.')).length ? ',' : '.';
  return all.flatMap(({ key, cell, column }) => {
    if (column === undefined || column.isKey || cell.change === null) return [];
    const [mine, theirs] = [cell.mine, cell.theirs].map(value => (value === null ? null : numberIn(value, decimal)));
    return typeof mine === 'number' && typeof theirs === 'number' ? [{ key, column: column.name, mine, theirs }] : [];
  });
}

/** @param all the wells of all rows that differ, those of one version among them: they tell how large the plate is. */
function plateOf(pairs: readonly Pair[], all: readonly WellPlace[]): Plate | null {
  const wells = pairs.map(({ key }) => wellOf(key));
  const places = wells.filter(well => well !== null);
  const format = formatFor(all);
  if (pairs.length === 0 || places.length < pairs.length || format === null) return null;
  const columns = [...new Set(pairs.map(({ column }) => column))];
  const layers = columns.map(name => {
    const values = new Float64Array(format.wells).fill(Number.NaN);
    for (const [at, pair] of pairs.entries()) {
      const well = wells[at];
      if (pair.column === name && well !== null && well !== undefined)
        values[well.row * format.columns + well.column] = Number((pair.theirs - pair.mine).toPrecision(12));
    }
    return { name, values, texts: [] };
  });
  return { format, layers };
}

function pointsOf(pairs: readonly Pair[], { mine, theirs, note }: PictureWords): Chart | null {
  if (pairs.length === 0) return null;
  const columns = [...new Set(pairs.map(({ column }) => column))];
  return {
    draws: 'points',
    x: { label: mine, scale: 'linear' },
    y: { label: theirs, scale: 'linear' },
    xs: pairs.map(pair => pair.mine),
    series: columns.map(name => ({
      name,
      ys: pairs.map(pair => (pair.column === name ? pair.theirs : Number.NaN)),
    })),
    note: note(pairs.length),
  };
}
