import { qpcrTexts as texts } from '../../../features/preview/measurements-text.ts';
import { wellName } from '../../wells.ts';
import type { Section, TableSection } from '../sections.ts';

/** What one well says of one target. */
export interface Reaction {
  readonly well: string;
  readonly sample: string;
  readonly target: string;
  /** As it is written; empty: none was reached. */
  readonly cq: string;
  /** One value a cycle, from the first. Empty: the file has none. */
  readonly fluorescence: readonly number[];
}

/** As many curves are told apart in one chart. */
const MOST_CURVES = 96;

export interface ReactionsOfRun {
  /** Its name; empty: the file has only this one. */
  readonly run: string;
  /** What the values of the curves are, with their unit. */
  readonly signal: string;
  readonly reactions: readonly Reaction[];
}

/** The reactions of a run as a table, and their curves as a chart. */
export function reactionSections({ run, signal, reactions }: ReactionsOfRun, mostRows: number): readonly Section[] {
  const table: TableSection = {
    is: 'table',
    title: run === '' ? texts.reactions : `${texts.reactions}, ${run}`,
    columns: [texts.well, texts.sample, texts.target, texts.cq],
    rows: reactions.slice(0, mostRows).map(({ well, sample, target, cq }) => [well, sample, target, cq]),
    total: reactions.length,
  };
  const curved = reactions.filter(({ fluorescence }) => fluorescence.length > 1);
  if (curved.length === 0) return [table];
  const drawn = curved.slice(0, MOST_CURVES);
  const cycles = drawn.reduce((most, { fluorescence }) => Math.max(most, fluorescence.length), 0);
  const chart: Section = {
    is: 'chart',
    title: texts.curvesOf(run),
    chart: {
      draws: 'lines',
      x: { label: texts.cycle, scale: 'linear' },
      y: { label: signal, scale: 'linear' },
      xs: Array.from({ length: cycles }, (_, at) => at + 1),
      series: drawn.map(({ well, sample, target, fluorescence }) => ({
        name: [well, sample, target].filter(part => part !== '').join(' '),
        ys: Array.from({ length: cycles }, (_, at) => fluorescence[at] ?? Number.NaN),
      })),
      note: curved.length > drawn.length ? texts.first(drawn.length, curved.length) : '',
    },
  };
  return [chart, table];
}

/** Wells are numbered row by row. @param at from 0. @param columns of the plate; fewer than 2: it is not said. */
export function numberedWell(at: number, columns: number): string | null {
  if (!Number.isInteger(at) || at < 0 || columns < 2) return null;
  return wellName({ row: Math.floor(at / columns), column: at % columns });
}
