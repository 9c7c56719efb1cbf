import { formatCount, formatNumber } from '../../text/format.ts';

/** The words of files of measurements that are shown as sections. */
export const sectionTexts = {
  region: (name: string) => `What is in ${name}`,
  empty: 'There is nothing in this file that can be shown.',
  facts: 'Facts',
  cut: 'The file holds more than is shown here.',
  firstRows: (shown: number, all: number) => `The first ${formatNumber(shown)} of ${formatCount(all, 'row')}.`,
  firstOptions: (shown: number, all: number) => `${formatNumber(shown)} of ${formatCount(all, 'choice')}.`,
  picture: (width: number, height: number) => `Picture of ${formatNumber(width)} × ${formatNumber(height)} pixels`,
  chart: (series: readonly string[], { x, y, points }: { x: string; y: string; points: number }) =>
    `Chart of ${y} over ${x}: ${series.join(', ')}; ${formatCount(points, 'point')}.`,
  notCompared:
    'Compared is what is shown here as facts, text and tables. Not compared: charts, pictures and values behind the first ones.',
} as const;

/** The words of arrays. */
export const arrayTexts = {
  array: 'Array',
  shape: 'Shape',
  type: 'Type of values',
  order: 'Order',
  byColumns: 'by columns (Fortran)',
  byRows: 'by rows (C)',
  single: 'one value',
  values: 'Values',
  value: 'Value',
  plane: 'Plane',
  planeAt: (at: number) => `Plane ${formatNumber(at)}`,
  range: (least: string, most: string) => `Black is ${least}, white is ${most}.`,
  row: 'Row',
  objects: 'This array holds Python objects, which only Python can read. Nothing in it is run here.',
} as const;
