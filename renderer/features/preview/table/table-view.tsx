import { type ReactNode, useEffect, useRef, useState } from 'react';

import type { TableOrder } from '../../../../shared/preview/table-text.ts';
import { tableTexts as texts } from '../../../../shared/features/preview/pane-text.ts';
import { viewWords } from '../../../../shared/features/chat/working-copies-text.ts';
import { Button } from '../../../components/controls/button.tsx';
import { SearchField } from '../../../components/fields/search-field.tsx';
import { onFindKey } from '../parsing/find-key.ts';
import type { Parser } from '../stores/parser.ts';
import { CellGrid } from './cell-grid.tsx';
import { Figures } from './figures.tsx';
import type { RowAsks, ShownRow, TableSummary } from './table-requests.ts';
import type { PictureFile } from '../../../components/chart/save-picture.ts';
import type { ShownTable } from '../viewer.ts';
import { classes } from '../../../components/classes.ts';
import layout from '../../../components/layout/layout.module.css';
import styles from './table-viewer.module.css';
import { MOST_VIEW_BYTES } from '../../chat/stores/saving-view.ts';
import { useCells } from './use-cells.ts';
import { LookChoice, TablePictures } from '../../../components/pictures/table-pictures.tsx';
import type { TableLook } from '../../../components/pictures/table-pictures.tsx';
import { usePictures } from './use-pictures.ts';
import { type Laid, PLAIN, useOrder } from './use-order.ts';

interface ShownProps {
  readonly name: string;
  readonly parser: Parser<RowAsks>;
  readonly summary: TableSummary & { readonly key: string };
  readonly rest: ReactNode;
  readonly onSaveView: (view: ShownTable) => void;
  readonly onSavePicture: (picture: PictureFile) => void;
}

/** A table with what can be done with it: sorting, narrowing, adding up, reading it out. */
export function TableShown({ name, parser, summary, rest, onSaveView, onSavePicture }: ShownProps) {
  const [order, setOrder] = useState<TableOrder>(PLAIN);
  const [isReading, setReading] = useState(false);
  const [look, setLook] = useState<TableLook>('table');
  const field = useRef<HTMLInputElement>(null);
  const laid = useOrder(parser, order, summary);
  const pictures = usePictures(parser, laid);
  const cells = useCells({ rows: laid.count, columns: summary.columns.length });
  return (
    <div className={layout['column']} role="presentation" onKeyDown={event => onFindKey(event, field)}>
      <div className={styles['bar']}>
        <SearchField
          input={field}
          label={texts.filter}
          clearLabel={texts.clear}
          value={order.filter}
          onChange={filter => setOrder({ ...order, filter })}
        />
        {look === 'table' ? (
          <Button onPress={() => setReading(!isReading)}>{isReading ? texts.grid : texts.reading}</Button>
        ) : null}
        <LookChoice offer={pictures.offer} look={look} onLook={setLook} />
      </div>
      <Preamble records={summary.preamble} />
      {look !== 'table' ? (
        <TablePictures name={name} look={look} pictures={pictures} onSaveToTask={onSavePicture} />
      ) : isReading ? (
        <ReadingTable name={name} parser={parser} summary={summary} laid={laid} />
      ) : (
        <CellGrid
          label={texts.label(name)}
          parser={parser}
          summary={summary}
          laid={laid}
          order={order}
          onSort={setOrder}
          cells={cells}
        />
      )}
      <footer className={styles['foot']}>
        <span>{texts.rows(laid.count, summary.total)}</span>
        <span>{texts.columns(summary.columns.length)}</span>
        <SaveView parser={parser} count={laid.count} isPart={rest !== null} onSaveView={onSaveView} />
        {isReading || look !== 'table' ? null : (
          <Figures parser={parser} range={cells.range} decimal={summary.decision.decimal} stamp={laid.stamp} />
        )}
        {rest}
      </footer>
    </div>
  );
}

interface SaveViewProps extends Pick<ShownProps, 'parser' | 'onSaveView'> {
  /** Rows on show. */
  readonly count: number;
  readonly isPart: boolean;
}

/** Saves what is on show, sorted and narrowed as it is, to a task. */
function SaveView({ parser, count, isPart, onSaveView }: SaveViewProps) {
  const isAsked = useRef(false);
  const press = () => {
    // Not disabled while it is under way: the focus comes back to it.
    if (isAsked.current) return;
    isAsked.current = true;
    void parser
      .ask('view', { mostBytes: MOST_VIEW_BYTES })
      .then(
        ({ csv }) => onSaveView({ csv, isPart }),
        // A file that cannot be read any more says so itself.
        () => undefined,
      )
      .finally(() => (isAsked.current = false));
  };
  return (
    <Button look="quiet" isDisabled={count === 0} onPress={press}>
      {viewWords.action}
    </Button>
  );
}

/** So many rows are read out; who needs more has the grid. */
const READ = 200;

/** What an instrument writes before its table, folded away. */
function Preamble({ records }: { readonly records: readonly (readonly string[])[] }) {
  if (records.length === 0) return null;
  return (
    <details className={styles['preamble']}>
      <summary>{texts.preamble(records.length)}</summary>
      <pre>{records.map(fields => fields.filter(field => field !== '').join('  ')).join('\n')}</pre>
    </details>
  );
}

/** The first rows as a table that screen readers read like any other. */
function ReadingTable(props: {
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
    <div
      className={classes(layout['scrolls'], styles['reading'])}
      role="region"
      aria-label={texts.label(name)}
      tabIndex={0}
    >
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
