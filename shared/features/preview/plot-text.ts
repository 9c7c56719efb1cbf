import { formatCount, formatNumber } from '../../text/format.ts';

/** The words of plots that are made of tables. */
export const plotTexts = {
  looks: 'Shown as',
  asTable: 'Table',
  asPlot: 'Plot',
  asPlate: 'Plate',
  of: (name: string) => `Plot of ${name}`,
  working: 'Drawing…',
  none: 'This table has no column of numbers, so there is nothing to plot.',
  choices: 'What is plotted',
  offers: {
    amplification: 'Amplification curves',
    'standard-curve': 'Standard curve',
    usual: 'Suggested plot',
  },
  kind: 'Kind',
  kinds: { line: 'Line', scatter: 'Scatter', histogram: 'Histogram', box: 'Box' },
  x: 'x',
  groups: 'Boxes for',
  rowNumber: 'Row number',
  y: 'y',
  ys: (names: readonly string[]) => (names.length === 1 ? (names[0] ?? '') : formatCount(names.length, 'column')),
  chooseYs: 'Columns on the y axis',
  colourBy: 'Colour by',
  noColour: 'Nothing',
  allColumns: 'Each column',
  logX: 'Log x',
  logY: 'Log y',
  fit: 'Straight line',
  fitName: 'Fitted line',
  count: 'Rows',
  values: 'Value',
  fluorescence: 'Fluorescence',
  seconds: (name: string) => `${name} (s)`,
  unnamed: (at: number) => `Column ${at + 1}`,
  /** What a person has to know of what is drawn. */
  every: (step: number, all: number) => `Every ${ordinal(step)} of ${formatCount(all, 'row')}.`,
  oneOf: (step: number, all: number) => `One of every ${formatNumber(step)} of ${formatCount(all, 'row')}.`,
  meansOfSame: 'Rows of one series with one x are drawn as their mean.',
  rest: (most: number, all: number) =>
    `The first ${formatNumber(most)} of ${formatCount(all, 'series', 'series')} are drawn.`,
  notNumbers: (count: number) =>
    `${formatCount(count, 'row')} without a number ${count === 1 ? 'is' : 'are'} left out.`,
  fitted: (slope: string, r: string) => `Slope ${slope}, R² ${r}.`,
  efficiency: (percent: string) => `Efficiency ${percent} %, from the slope.`,
  boxes: 'Box: quartiles and median. Whiskers: farthest values within 1.5 boxes. Dots: values beyond.',
  box: (name: string, count: number, figures: readonly string[]) =>
    `${name}: ${formatCount(count, 'value')}, ${figures.join(', ')}`,
  figures: ['Lowest whisker', 'Lower quartile', 'Median', 'Upper quartile', 'Highest whisker', 'Outliers'],
  name: 'Name',
  plotFile: (name: string) => `${name.replace(/\.[^.]{1,5}$/, '')}, plot`,
  plateFile: (name: string) => `${name.replace(/\.[^.]{1,5}$/, '')}, plate`,
} as const;

/** The words of plates. */
export const plateTexts = {
  label: (layer: string, wells: number) => `${layer === '' ? 'Plate' : layer}, ${formatNumber(wells)} wells`,
  keys: 'Arrow keys move from well to well.',
  layer: 'Value',
  unnamed: (at: number) => `Values ${at + 1}`,
  compare: 'Compare with',
  nothing: 'Nothing',
  by: 'As',
  contrasts: { difference: 'Difference', ratio: 'Ratio' },
  compared: (second: string, first: string, by: 'difference' | 'ratio') =>
    by === 'difference' ? `${second} minus ${first}` : `${second} divided by ${first}`,
  legend: 'Colours',
  well: (name: string, value: string, isOutlier: boolean) => `${name}: ${value}${isOutlier ? ', outlier' : ''}`,
  empty: 'no value',
  row: 'Row',
  mean: 'Mean',
  meanOf: (name: string, value: string) => `Mean of ${name}: ${value}`,
  overall: (wells: string, mean: string) => `${wells} with a number, mean ${mean}.`,
  wells: (count: number) => formatCount(count, 'well'),
  outliers: (count: number) =>
    count === 0
      ? 'No outliers by 3.5 median deviations.'
      : `${formatCount(count, 'outlier')} (ringed): more than 3.5 scaled median deviations from the plate’s median. The colours span the other wells.`,
  noNumbers: 'No number stands in any well of this.',
} as const;

function ordinal(value: number): string {
  const ending = value % 100 > 10 && value % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th');
  return `${formatNumber(value)}${ending}`;
}
