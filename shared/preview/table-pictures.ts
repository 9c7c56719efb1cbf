import { plotTexts as texts } from '../features/preview/plot-text.ts';
import { findPlate, MOST_PLATE_ROWS } from './plate/find-plate.ts';
import type { Plate } from './plate/plate-format.ts';
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

function plateOf(table: TableText): Plate | null {
  if (table.recordCount > MOST_PLATE_ROWS) return null;
  return findPlate({
    records: Array.from({ length: table.recordCount }, (_, at) => table.record(at)),
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
