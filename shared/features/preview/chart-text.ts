import { formatCount, formatNumber } from '../../text/format.ts';

/** The words of numbers that are drawn as a picture. */
export const chartTexts = {
  kinds: { lines: 'Line chart', points: 'Scatter plot', bars: 'Bar chart', sticks: 'Stick chart' },
  role: 'chart',
  opening: 'Drawing…',
  /** Read out when the picture gets the focus. */
  keys: 'Left and right arrows move along x and read the values, up and down choose a series, plus and minus zoom, 0 shows all.',
  axis: (name: string, low: string, high: string) => `${name}: ${low} to ${high}.`,
  axisEmpty: (name: string) => `${name}: no values.`,
  series: (names: readonly string[], rest: number) =>
    `${formatCount(names.length + rest, 'series', 'series')}: ${names.join(', ')}${rest > 0 ? ` and ${formatNumber(rest)} more` : ''}.`,
  points: (count: number) => `${formatCount(count, 'point')}.`,
  /** A point as it is read out. */
  at: (x: string, values: readonly string[]) => `${x}: ${values.join(', ')}`,
  value: (name: string, value: string) => (name === '' ? value : `${name} ${value}`),
  allSeries: 'All series',
  none: 'no value',
  noData: 'There are no numbers to draw here.',
  legend: 'Series',
  show: (name: string) => `Show ${name}`,
  asTable: 'Numbers as a table',
  asPicture: 'Picture',
  tableOf: (shown: number, all: number) =>
    shown === all ? formatCount(all, 'point') : `The first ${formatNumber(shown)} of ${formatCount(all, 'point')}`,
  whole: 'Show all',
  save: 'Save picture',
  png: 'As PNG, for slides and documents',
  svg: 'As SVG, for drawing programs',
  pngToTask: 'PNG to a task…',
  svgToTask: 'SVG to a task…',
  saved: (name: string) => `${name} was given to the browser to save.`,
  notSaved: 'The picture could not be made.',
  fileName: (title: string, ending: string) => `${title.replaceAll(/[\\/:*?"<>|]/g, ' ').trim() || 'Chart'}.${ending}`,
  /** Numbers that a logarithmic axis has no place for. */
  notOnLog: (count: number) =>
    `${formatCount(count, 'value')} at or below 0 ${count === 1 ? 'has' : 'have'} no place on a logarithmic axis.`,
  /** Said where there are more points than the picture has places for. */
  thinnedLines: (count: number) =>
    `${formatCount(count, 'point')}; where several fall into one pixel column, its least and greatest are drawn.`,
  thinnedPoints: (count: number) => `${formatCount(count, 'point')}; those that fall on each other are drawn once.`,
} as const;
