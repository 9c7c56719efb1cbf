import { ArrowDown, ArrowUp } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, memo, type MouseEvent, useEffect, useId, useRef } from 'react';

import type { TableColumn, TableOrder } from '../../../../shared/preview/table-text.ts';
import { tableTexts as texts } from '../../../../shared/features/preview/pane-text.ts';
import { classes } from '../../../components/classes.ts';
import type { Parser } from '../stores/parser.ts';
import { useRowHeight } from '../parsing/use-row-height.ts';
import { useStartFocus } from '../parsing/use-start-focus.ts';
import { useRows } from '../parsing/use-rows.ts';
import { type TallWindow, useTallWindow } from '../../../components/list/use-tall-window.ts';
import styles from './cell-grid.module.css';
import { copyCells } from './figures.tsx';
import { cellsOf } from './merged-cells.ts';
import type { ShownRow, RowAsks, TableSummary } from './table-requests.ts';
import type { Laid } from './use-order.ts';
import { type CellPlace, type Cells, placeAfter } from './use-cells.ts';
import { type ColumnWindow, useColumnWindow } from './use-columns.ts';

interface GridProps {
  readonly label: string;
  readonly parser: Parser<RowAsks>;
  readonly summary: TableSummary;
  readonly laid: Laid;
  readonly order: TableOrder;
  readonly onSort: (order: TableOrder) => void;
  readonly cells: Cells;
}

/** A table of any length and width, of which only the cells in sight are in the page. */
export function CellGrid({ label, parser, summary, laid, order, onSort, cells }: GridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  useStartFocus(scroller);
  const gridId = useId();
  const rowHeight = useRowHeight('--cell-row', 1.625);
  const { count } = laid;
  const shown = useTallWindow(scroller, { count, lineHeight: rowHeight, headHeight: rowHeight });
  const columns = useColumnWindow(scroller, summary, rowHeight);
  const rowAt = useRows<ShownRow>(shown, {
    count,
    stamp: laid.stamp,
    ask: (from, to) => parser.ask('rows', { from, to }),
  });
  useEffect(() => void (scroller.current !== null && (scroller.current.scrollTop = 0)), [laid.stamp]);
  const onKeyDown = useGridKeys({
    parser,
    cells,
    page: shown.page,
    see: place => {
      const at = Math.min(count - 1, Math.max(0, place.row));
      shown.reveal(at);
      columns.reveal(place.column);
    },
  });
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={laid.count + 1}
      aria-colcount={summary.columns.length + 1}
      aria-multiselectable="true"
      aria-activedescendant={isInPage(cells.focus, { shown, columns, count }) ? cellId(gridId, cells.focus) : undefined}
      tabIndex={0}
      className={styles['grid']}
      onKeyDown={onKeyDown}
      onMouseDown={event => onPress(event, (place, extend) => cells.go(place, extend))}
      onMouseMove={event => (event.buttons === 1 ? onPress(event, place => cells.go(place, true)) : undefined)}
      data-region-start
    >
      <div className={styles['all']} style={{ width: `${columns.width}px` }}>
        <Head columns={columns} summary={summary} order={order} onSort={onSort} />
        <div role="rowgroup" className={styles['rows']} style={{ height: `${shown.height}px` }}>
          <Rows
            shown={shown}
            merged={order.sortBy === null && order.filter === '' ? summary.merged : undefined}
            rowAt={rowAt}
            columns={columns}
            summary={summary}
            gridId={gridId}
            cells={cells}
          />
        </div>
      </div>
      {laid.count === 0 ? <p className={styles['none']}>{texts.noRows}</p> : null}
    </div>
  );
}

/** The id of a cell's element. */
function cellId(gridId: string, { row, column }: CellPlace): string {
  return `${gridId}-${row}-${column}`;
}

/** Whether a cell is drawn: one that was scrolled away, or that a smaller window left outside, cannot be pointed to. */
function isInPage(
  { row, column }: CellPlace,
  { shown, columns, count }: { shown: TallWindow; columns: ColumnWindow; count: number },
): boolean {
  return count > 0 && row >= shown.first && row < shown.end && columns.shown.includes(column);
}

interface RowsProps {
  readonly shown: Pick<TallWindow, 'first' | 'end' | 'topOf'>;
  /** Only as long as the rows stand as in the file. */
  readonly merged: TableSummary['merged'];
  readonly rowAt: (at: number) => ShownRow | undefined;
  readonly columns: ColumnWindow;
  readonly summary: TableSummary;
  readonly gridId: string;
  readonly cells: Cells;
}

function Rows({ shown, rowAt, cells, ...same }: RowsProps) {
  const rows = Array.from({ length: Math.max(0, shown.end - shown.first) }, (_, step) => shown.first + step);
  return rows.map(at => (
    <Row key={at} at={at} top={shown.topOf(at)} row={rowAt(at)} selected={selectedIn(cells, at)} {...same} />
  ));
}

interface KeyProps {
  readonly parser: Parser<RowAsks>;
  readonly cells: Cells;
  readonly page: number;
  /** Scrolls a cell into sight. */
  readonly see: (place: CellPlace) => void;
}

/** What the keys do in the grid itself; those in its heading are buttons. */
function useGridKeys({ parser, cells, page, see }: KeyProps): (event: KeyboardEvent) => void {
  const actOf = (event: KeyboardEvent): (() => void) | null => {
    const isCommand = event.ctrlKey || event.metaKey;
    if (event.altKey) return null;
    if (isCommand && event.key.toLowerCase() === 'c') return () => void copyCells(parser, cells.range);
    if (isCommand && event.key.toLowerCase() === 'a') return () => cells.selectAll();
    const to = placeAfter(event, cells.focus, page);
    if (to === null) return null;
    return () => {
      cells.go(to, event.shiftKey);
      see(to);
    };
  };
  return event => {
    const act = event.target === event.currentTarget ? actOf(event) : null;
    if (act === null) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
}

/** Hears the mouse for all cells at once. */
function onPress(event: MouseEvent, go: (place: CellPlace, extend: boolean) => void): void {
  if (event.button !== 0 || !(event.target instanceof Element)) return;
  const cell = event.target.closest('[data-cell]');
  const [row, column] = (cell?.getAttribute('data-cell') ?? '').split(' ').map(Number);
  if (row !== undefined && column !== undefined) go({ row, column }, event.shiftKey);
}

function Head({
  columns,
  summary,
  order,
  onSort,
}: { readonly columns: ColumnWindow } & Pick<GridProps, 'summary' | 'order' | 'onSort'>) {
  return (
    <div role="rowgroup" className={styles['head']}>
      <div role="row" aria-rowindex={1} className={styles['row']}>
        <div
          role="columnheader"
          aria-colindex={1}
          aria-label={texts.rowNumber}
          className={styles['corner']}
          style={{ width: `${columns.gutter}px` }}
        />
        <span style={{ width: `${columns.before}px` }} role="presentation" />
        {columns.shown.map(at => (
          <Heading
            key={at}
            at={at}
            column={summary.columns[at]}
            width={columns.widthOf(at)}
            order={order}
            onSort={onSort}
          />
        ))}
      </div>
    </div>
  );
}

function Heading(
  props: { readonly at: number; readonly column: TableColumn | undefined; readonly width: number } & Pick<
    GridProps,
    'order' | 'onSort'
  >,
) {
  const { at, column, width, order, onSort } = props;
  const name = column?.name || texts.unnamed(at + 1);
  const isSorted = order.sortBy === at;
  // Up, down, as in the file.
  const next = !isSorted
    ? { sortBy: at, isDescending: false }
    : order.isDescending
      ? { sortBy: null, isDescending: false }
      : { sortBy: at, isDescending: true };
  const Arrow = order.isDescending ? ArrowDown : ArrowUp;
  return (
    <div
      role="columnheader"
      aria-colindex={at + 2}
      aria-sort={isSorted ? (order.isDescending ? 'descending' : 'ascending') : 'none'}
      className={classes(styles['heading'], column?.isNumeric === true && styles['number'])}
      style={{ width: `${width}px` }}
    >
      <button type="button" title={name} aria-label={texts.sortBy(name)} onClick={() => onSort({ ...order, ...next })}>
        <span>{name}</span>
        {isSorted ? <Arrow size={12} strokeWidth={2} aria-hidden="true" /> : null}
      </button>
    </div>
  );
}

/** The selected columns of a row: from, to, and which one has the focus; as texts, so that equal ones are equal. */
function selectedIn({ range, focus }: Cells, row: number): string {
  const isIn = row >= range.fromRow && row <= range.toRow;
  return `${isIn ? `${range.fromColumn} ${range.toColumn}` : '-1 -1'} ${focus.row === row ? focus.column : -1}`;
}

interface RowProps {
  readonly at: number;
  readonly top: number;
  readonly row: ShownRow | undefined;
  readonly columns: ColumnWindow;
  readonly summary: TableSummary;
  readonly gridId: string;
  readonly selected: string;
  readonly merged: TableSummary['merged'];
}

const NONE: readonly never[] = [];

/** Drawn again only when something of it is another. */
const Row = memo(function Row({ at, top, row, columns, summary, gridId, selected, merged }: RowProps) {
  const [from = -1, to = -1, focus = -1] = selected.split(' ').map(Number);
  return (
    <div
      role="row"
      aria-rowindex={at + 2}
      className={styles['row']}
      style={{ transform: `translateY(${top}px)` } as CSSProperties}
      data-at
    >
      <div role="rowheader" aria-colindex={1} className={styles['gutter']} style={{ width: `${columns.gutter}px` }}>
        {row?.number ?? ''}
      </div>
      <span style={{ width: `${columns.before}px` }} role="presentation" />
      {cellsOf(at, columns.shown, merged ?? NONE).map(({ column, across, field, isOpenBelow }) => {
        const last = column + across - 1;
        const hasFocus = focus >= column && focus <= last;
        return (
          <div
            key={column}
            id={`${gridId}-${at}-${hasFocus ? focus : column}`}
            role="gridcell"
            aria-colindex={column + 2}
            aria-colspan={across > 1 ? across : undefined}
            aria-selected={last >= from && column <= to}
            className={classes(
              styles['cell'],
              across === 1 && summary.columns[column]?.isNumeric === true && styles['number'],
              hasFocus && styles['focus'],
              isOpenBelow && styles['open'],
              across > 1 && styles['wide'],
            )}
            style={{ width: `${widthFrom(columns, column, across)}px` }}
            data-cell={`${at} ${column}`}
          >
            {row === undefined ? texts.loading : field === null ? '' : shownField(row.fields[field] ?? '')}
          </div>
        );
      })}
    </div>
  );
});

function widthFrom(columns: ColumnWindow, column: number, across: number): number {
  let width = 0;
  for (let at = column; at < column + across; at++) width += columns.widthOf(at);
  return width;
}

/** A cell is one line of a sensible length; all of it is in the file, and in what is copied. */
function shownField(field: string): string {
  const line = field.length > 300 ? `${field.slice(0, 300)}…` : field;
  return /[\r\n]/.test(line) ? line.replaceAll(/\r?\n|\r/g, ' ↵ ') : line;
}
