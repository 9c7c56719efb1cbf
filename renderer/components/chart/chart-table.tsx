import { chartTexts as texts } from '../../../shared/features/preview/chart-text.ts';
import type { Chart } from '../../../shared/preview/formats/sections.ts';
import { valueOn } from '../../../shared/preview/plot/chart-scale.ts';
import { FiguresTable } from '../layout/figures-table.tsx';

/** More rows at once would be slow to lay out. */
const MOST_ROWS = 500;

/** The numbers of a chart as a table that screen readers read like any other. */
export function ChartTable({ chart, title }: { readonly chart: Chart; readonly title: string }) {
  const { x, y, xs, series } = chart;
  const count = Math.min(MOST_ROWS, xs.length);
  return (
    <FiguresTable title={title}>
      <caption>{texts.tableOf(count, xs.length)}</caption>
      <thead>
        <tr>
          <th scope="col">{x.label === '' ? 'x' : x.label}</th>
          {series.map(({ name }, at) => (
            // Two series may have one name; their places never change.
            // oxlint-disable-next-line react/no-array-index-key
            <th scope="col" key={at}>
              {name === '' ? y.label : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: count }, (_, row) => (
          <tr key={row}>
            <th scope="row">{valueOn(x, xs[row] ?? Number.NaN)}</th>
            {series.map(({ ys }, at) => (
              // oxlint-disable-next-line react/no-array-index-key
              <td key={at}>{valueOn(y, ys[row] ?? Number.NaN)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </FiguresTable>
  );
}
