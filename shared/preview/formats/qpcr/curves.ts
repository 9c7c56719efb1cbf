import { qpcrTexts as texts } from '../../../features/preview/measurements-text.ts';
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

/** The reactions of a run as a table, and their curves as a chart. */
export function reactionSections(run: string, reactions: readonly Reaction[], mostRows: number): readonly Section[] {
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
      y: { label: texts.fluorescence, scale: 'linear' },
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
