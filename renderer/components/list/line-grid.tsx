import { type CSSProperties, memo, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';

import { classes } from '../classes.ts';
import { GridHead, type GridColumn, type GridSorting } from './line-grid-head.tsx';
import { useGridFocus } from './line-grid-focus.ts';
import { type Choosing, type GridLine, useHearing } from './line-grid-events.ts';
import layout from '../layout/layout.module.css';
import styles from './line-grid.module.css';
import { useLineSlots } from './line-slots.ts';
import { useLineSizes } from './line-sizes.ts';
import { useMovingLines } from './use-moving-lines.ts';
import { type TallWindow, useTallWindow } from './use-tall-window.ts';
import { useHintSide } from './worded-glyph.tsx';

/** A list of any length of which only the lines in sight are in the page. */
export interface LineGridProps<L extends GridLine, C extends string> {
  readonly label: string;
  readonly columns: readonly GridColumn<C>[];
  readonly sorting: GridSorting<C>;
  readonly onSort: (sorting: GridSorting<C>) => void;
  readonly count: number;
  /** The line at a position; undefined while it is being read. */
  readonly lineAt: (at: number) => L | undefined;
  readonly cell: (line: L, column: C) => ReactNode;
  /** What the signs of a line mean: a `LineHint`. */
  readonly hint?: (line: L) => ReactNode;
  /** What stands in place of a line that is being read. */
  readonly loading: string;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (choosing: Choosing) => void;
  readonly onOpen: (line: L, at: number) => void;
  /** Where the next line is whose name begins so, from a position on. */
  readonly find: (prefix: string, after: number) => number | null | Promise<number | null>;
  /** Tells which lines are in the page, and which one the person holds on to. */
  readonly onLook: (look: GridLook) => void;
  /** Lines moved so many places down since the last time, in the order with this name. */
  readonly moved: { readonly order: string; readonly by: number };
  /** Where the focus begins; -1: nowhere yet. */
  readonly startAt: number;
  /** The list's own element; given the focus, it hands it on to a line. */
  readonly ref?: RefObject<HTMLDivElement | null>;
}

/** What a person sees of a list. */
export interface GridLook {
  readonly first: number;
  readonly last: number;
  readonly focus: number;
  readonly top: number;
}

/** Lines of a list in a grid. Presses are heard by the grid, so that a line is drawn again only when it is another one. */
export function LineGrid<L extends GridLine, C extends string>({ ref, ...props }: LineGridProps<L, C>) {
  const { label, columns, count, lineAt, chosen, onLook, cell, hint, loading, startAt, moved } = props;
  const own = useRef<HTMLDivElement>(null);
  const scroller = ref ?? own;
  const sizes = useLineSizes();
  const shown = useTallWindow(scroller, { count, ...sizes });
  const { page, top } = shown;
  const focus = useGridFocus(scroller, { count, shown, startAt, moved });
  const { at: focusAt } = focus;
  const hear = useHearing(props, focus, { page });
  const gridId = useId();
  const lines = linesInPage(shown, focusAt, count);
  const slotOf = useLineSlots(lines, focusAt);
  const order = `${label} ${props.sorting.column} ${props.sorting.direction}`;
  useHintSide(scroller);
  const way = (was: number, is: number) => ({ x: 0, y: (was - is) * sizes.lineHeight });
  useMovingLines(scroller, linesWithPlaces(lines, lineAt), { count, order, way });
  useEffect(
    () => onLook({ first: shown.first, last: shown.end - 1, focus: focusAt, top }),
    [onLook, shown.first, shown.end, focusAt, top],
  );
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length}
      aria-multiselectable="true"
      className={classes(layout['scrolls'], styles['grid'])}
      style={{ '--grid-columns': columns.map(({ width }) => width).join(' ') } as CSSProperties}
      tabIndex={count === 0 ? 0 : -1}
      {...hear}
      data-region-start={count === 0 ? true : undefined}
    >
      <GridHead columns={columns} sorting={props.sorting} onSort={props.onSort} />
      <div role="rowgroup" className={styles['lines']} style={{ height: `${shown.height}px` }}>
        {lines.map(at => {
          const line = lineAt(at);
          const isChosen = line !== undefined && chosen.has(line.id);
          const slot = slotOf(at);
          const place = { at, top: topOf(shown, at), isChosen, hasFocus: at === focusAt };
          return <GridRow key={slot} id={`${gridId}${slot}`} {...place} {...{ line, columns, cell, hint, loading }} />;
        })}
      </div>
    </div>
  );
}

/** The lines that were read, with where they are. */
export function linesWithPlaces<L extends GridLine>(lines: readonly number[], lineAt: (at: number) => L | undefined) {
  return lines.flatMap(at => {
    const line = lineAt(at);
    return line === undefined ? [] : [{ id: line.id, at }];
  });
}

/** Of a line in the page, in pixels. The one with the focus, when it is out of sight, stands next to those in the page. */
function topOf({ first, end, topOf: top }: TallWindow, at: number): number {
  return top(Math.min(Math.max(at, first - 1), end));
}

/** The line with the focus stays in the page when it is scrolled out of sight: else the focus would be lost. */
function linesInPage({ first, end }: TallWindow, focus: number, count: number): readonly number[] {
  const lines = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
  if (focus >= count || (focus >= first && focus < end)) return lines;
  return focus < first ? [focus, ...lines] : [...lines, focus];
}

interface GridRowProps<L extends GridLine, C extends string> {
  /** Of its elements, for as long as they are in the page, whichever line they show. */
  readonly id: string;
  readonly at: number;
  readonly line: L | undefined;
  readonly columns: readonly GridColumn<C>[];
  readonly cell: (line: L, column: C) => ReactNode;
  readonly hint: ((line: L) => ReactNode) | undefined;
  readonly loading: string;
  readonly top: number;
  readonly isChosen: boolean;
  readonly hasFocus: boolean;
}

function PlainRow<L extends GridLine, C extends string>(props: GridRowProps<L, C>) {
  const { at, line, columns, top, isChosen, hasFocus } = props;
  const cellId = (column: C): string => `${props.id}${column}`;
  const headers = columns.filter(({ isRowHeader }) => isRowHeader);
  return (
    <div
      role="row"
      aria-rowindex={at + 2}
      aria-selected={isChosen}
      aria-labelledby={headers.map(({ id }) => cellId(id)).join(' ')}
      className={classes(styles['row'], isChosen && styles['chosen'])}
      style={{ top: `${top}px` }}
      tabIndex={hasFocus ? 0 : -1}
      data-key={line?.id}
      draggable={line !== undefined}
      data-badge={line?.badge}
      data-region-start={hasFocus ? true : undefined}
    >
      {columns.map(({ id, isRowHeader, align, isSign }, index) => (
        <div
          key={id}
          id={cellId(id)}
          role={isRowHeader && index === 0 ? 'rowheader' : 'gridcell'}
          aria-colindex={index + 1}
          className={classes(styles['cell'], align === 'end' && styles['end'], isSign && styles['sign'])}
        >
          {line === undefined ? (index === 0 ? props.loading : null) : props.cell(line, id)}
        </div>
      ))}
      {line === undefined ? null : props.hint?.(line)}
    </div>
  );
}

const GridRow = memo(PlainRow) as typeof PlainRow;
