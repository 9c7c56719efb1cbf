import { useEffect, useState } from 'react';

import { tableTexts as texts } from '../../../../shared/features/preview/pane-text.ts';
import type { Parser } from '../stores/parser.ts';
import type { ShownRow, RowAsks, TableSummary } from './table-requests.ts';
import type { Laid } from './use-order.ts';
import styles from './table-viewer.module.css';

/** So many rows are read out; who needs more has the grid. */
const READ = 200;

/** What an instrument writes before its table, folded away. */
export function Preamble({ records }: { readonly records: readonly (readonly string[])[] }) {
  if (records.length === 0) return null;
  return (
    <details className={styles['preamble']}>
      <summary>{texts.preamble(records.length)}</summary>
      <pre>{records.map(fields => fields.filter(field => field !== '').join('  ')).join('\n')}</pre>
    </details>
  );
}

/** The first rows as a table that screen readers read like any other. */
export function ReadingTable(props: {
  readonly name: string;
  readonly parser: Parser<RowAsks>;
  readonly summary: TableSummary;
  readonly laid: Laid;
}) {
  const { name, parser, summary, laid } = props;
  const [rows, setRows] = useState<readonly ShownRow[]>([]);
  useEffect(() => {
    let isOver = false;
    parser.ask('rows', { from: 0, to: READ }).then(
      answer => (isOver ? undefined : setRows(answer)),
      () => undefined,
    );
    return () => void (isOver = true);
  }, [parser, laid.stamp]);
  return (
    // What scrolls has to be reached by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles['reading']} role="region" aria-label={texts.label(name)} tabIndex={0}>
      <table>
        <caption>{texts.readingOf(Math.min(READ, laid.count))}</caption>
        <thead>
          <tr>
            {summary.columns.map((column, at) => (
              // Columns never change their places.
              // oxlint-disable-next-line react/no-array-index-key
              <th scope="col" key={at}>
                {column.name ?? texts.unnamed(at + 1)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.number}>
              {summary.columns.map((_, at) => (
                // oxlint-disable-next-line react/no-array-index-key
                <td key={at}>{row.fields[at] ?? ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
