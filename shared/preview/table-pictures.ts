import { plotTexts as texts } from '../features/preview/plot-text.ts';
import { mayBeList, MOST_PLATE_ROWS, plateInList } from './plate/find-plate.ts';
import type { Plate } from './plate/plate-format.ts';
import { headOfGrid, platesInGrids } from './plate/plate-grids.ts';
import type { TableText } from './table-text.ts';
import { buildPlot, type Plot } from './plot/build-plot.ts';
import { offersFor, type PlotChoice, type PlotOffer } from './plot/plot-choice.ts';
import { type PlotColumn, plotColumns } from './plot/plot-columns.ts';

/** The pictures that a table can be looked at as. */
export interface PictureOffer {
  readonly columns: readonly PlotColumn[];
  /** Empty: nothing in it can be plotted. */
  readonly plots: readonly PlotOffer[];
  /** Null: it is no plate. */
  readonly plate: Plate | null;
}

/** Rows that are looked at to tell what the columns are: the first, and some from all over. */
const LOOKED_AT = 2000;

/** What the rows on show can be looked at as. */
export function picturesOf(table: TableText): PictureOffer {
  const columns = columnsOf(table);
  return { columns, plots: offersFor(columns), plate: plateOf(table) };
}

function columnsOf(table: TableText): readonly PlotColumn[] {
  const { count, columns, decision } = table;
  const step = Math.max(1, Math.floor(count / LOOKED_AT));
  const rows = Array.from({ length: Math.ceil(count / step) }, (_, at) => table.row(at * step));
  return plotColumns(
    columns.map(({ name }) => name),
    rows,
    decision.decimal,
    texts.unnamed,
  );
}

/** What is known of a table however its rows are ordered and narrowed. */
interface KnownPlates {
  /** The plate that is written as grids somewhere in the file. */
  readonly inGrids: Plate | null;
  readonly mayBeList: boolean;
  /** The plate that all rows are; not said: not looked for yet. */
  inAll?: Plate | null;
}

const known = new WeakMap<TableText, KnownPlates>();

function plateOf(table: TableText): Plate | null {
  if (table.recordCount > MOST_PLATE_ROWS) return null;
  const plates = known.get(table) ?? lookForPlates(table);
  known.set(table, plates);
  if (plates.inGrids !== null || !plates.mayBeList) return plates.inGrids;
  // Rows in another order are the same plate.
  if (table.count !== table.total) return listedPlate(table);
  if (plates.inAll === undefined) plates.inAll = listedPlate(table);
  return plates.inAll;
}

function lookForPlates(table: TableText): KnownPlates {
  const { decimal, separator } = table.decision;
  const heads = table.recordsWith(headOfGrid(separator));
  const inGrids = platesInGrids(at => table.record(at), heads, decimal);
  return { inGrids, mayBeList: inGrids === null && mayBeList(scatteredRows(table)) };
}

/** Rows, of all there are, that are looked at to tell whether a column names wells. */
const SCATTERED = 400;
/** Steps of the golden ratio come to all parts of a table and keep step with nothing that repeats in it. */
const GOLDEN = 0.618_033_988_75;

function scatteredRows(table: TableText): readonly string[][] {
  const { total, recordCount } = table;
  const first = recordCount - total;
  const places = Array.from({ length: Math.min(total, SCATTERED) }, (_, at) => at);
  return places.map(at => table.record(first + (total <= SCATTERED ? at : Math.floor(((at * GOLDEN) % 1) * total))));
}

function listedPlate(table: TableText): Plate | null {
  return plateInList({
    names: table.columns.map(({ name }) => name),
    rows: Array.from({ length: table.count }, (_, at) => table.row(at)),
    decimal: table.decision.decimal,
  });
}

/** Draws what was chosen of the rows on show; null: columns were chosen that are not there. */
export function plotOf(table: TableText, choice: PlotChoice): Plot | null {
  const { count, decision } = table;
  return buildPlot({ count, row: at => table.row(at), columns: columnsOf(table), decimal: decision.decimal }, choice);
}
