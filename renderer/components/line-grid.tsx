import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

import { classes } from './classes.ts';
import { GridHead, type GridColumn, type GridSorting } from './line-grid-head.tsx';
import { type GridMove, moveOf, TypedWord } from './line-grid-keys.ts';
import styles from './line-grid.module.css';
import { reveal, useLineWindow } from './line-window.ts';

/** A line of a list; what else it is, its cells know. */
export interface GridLine {
  readonly id: string;
  /** Marks the line for styles. */
  readonly badge?: string;
}

/** How lines are chosen: exactly this one, this one too or no more, all from the last chosen one to this, all, none. */
export type Choosing =
  | { readonly how: 'only' | 'toggle'; readonly at: number; readonly id: string }
  | { readonly how: 'range'; readonly from: number; readonly to: number }
  | { readonly how: 'all' }
  | { readonly how: 'none' };

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
  /** Further attributes of each line's element, such as for dragging it. */
  readonly lineProps?: (line: L, at: number) => object;
}

/** What a person sees of a list. */
export interface GridLook {
  readonly first: number;
  readonly last: number;
  readonly focus: number;
  readonly top: number;
}

/** Heights in the page's own measure, so that larger text gets more room. */
function measures(): { readonly lineHeight: number; readonly headHeight: number } {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  return { lineHeight: 2.25 * rem, headHeight: 2 * rem };
}

export function LineGrid<L extends GridLine, C extends string>(props: LineGridProps<L, C>) {
  const { label, columns, count, lineAt, chosen, onLook } = props;
  const own = useRef<HTMLDivElement>(null);
  const scroller = props.ref ?? own;
  const [size] = useState(measures);
  const shown = useLineWindow(scroller, { count, ...size });
  const grid = useGrid(props, { scroller, size, page: shown.page });
  const { focus } = grid;
  const id = useId();
  useEffect(() => {
    const top = Math.floor((scroller.current?.scrollTop ?? 0) / size.lineHeight);
    onLook({ first: shown.first, last: shown.end - 1, focus, top });
  }, [onLook, shown.first, shown.end, focus, size]);
  const acts = useLatest({ onPress: grid.onPress, onOpen: props.onOpen });
  const inPage = Array.from({ length: shown.end - shown.first }, (_, index) => shown.first + index);
  // The line with the focus stays in the page when it is scrolled out of sight: else the focus would be lost.
  if (focus < count && (focus < shown.first || focus >= shown.end)) inPage.push(focus);
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length}
      aria-multiselectable="true"
      className={styles['grid']}
      style={{ '--columns': columns.map(({ width }) => width).join(' ') } as CSSProperties}
      tabIndex={count === 0 ? 0 : -1}
      onFocus={grid.onFocus}
      onKeyDown={grid.onKeyDown}
      data-region-start={count === 0 ? true : undefined}
    >
      <GridHead columns={columns} sorting={props.sorting} onSort={props.onSort} />
      <div role="rowgroup" className={styles['lines']} style={{ height: `${count * size.lineHeight}px` }}>
        {inPage.map(at => {
          const line = lineAt(at);
          return (
            <GridRow
              key={line?.id ?? `line ${at}`}
              gridId={id}
              at={at}
              line={line}
              columns={columns}
              cell={props.cell}
              loading={props.loading}
              top={at * size.lineHeight}
              isChosen={line !== undefined && chosen.has(line.id)}
              hasFocus={at === focus}
              acts={acts}
              lineProps={props.lineProps}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Focus, keys and the mouse. */
function useGrid<L extends GridLine, C extends string>(
  { count, lineAt, onChoose, onOpen, find, moved, startAt }: LineGridProps<L, C>,
  {
    scroller,
    size,
    page,
  }: {
    readonly scroller: RefObject<HTMLDivElement | null>;
    readonly size: { readonly lineHeight: number; readonly headHeight: number };
    readonly page: number;
  },
) {
  const [focus, setFocus] = useState(Math.max(0, startAt));
  const from = useRef(Math.max(0, startAt));
  const [typed] = useState(() => new TypedWord());
  const at = Math.min(focus, Math.max(0, count - 1));
  const goTo = (to: number): void => {
    setFocus(to);
    if (scroller.current !== null) reveal(scroller.current, to, size);
  };
  useFocusOnLine(scroller, at);
  useStart(startAt, to => {
    from.current = to;
    goTo(to);
  });
  useMoved(moved, by => {
    if (scroller.current !== null) scroller.current.scrollTop += by * size.lineHeight;
    from.current += by;
    setFocus(before => Math.max(0, before + by));
  });
  const choose = (to: number, how: 'only' | 'toggle' | 'range'): void => {
    const line = lineAt(to);
    if (how === 'range') onChoose({ how, from: Math.min(from.current, to), to: Math.max(from.current, to) });
    else {
      from.current = to;
      if (line !== undefined) onChoose({ how, at: to, id: line.id });
    }
  };
  const act = (move: GridMove, nowMs: number): void => {
    switch (move.name) {
      case 'go':
        goTo(move.to);
        if (move.choosing !== 'none') choose(move.to, move.choosing === 'extend' ? 'range' : 'only');
        return;
      case 'toggle':
        return choose(at, 'toggle');
      case 'all':
        return onChoose({ how: 'all' });
      case 'nothing':
        return onChoose({ how: 'none' });
      case 'open': {
        const line = lineAt(at);
        if (line !== undefined) onOpen(line, at);
        return;
      }
      case 'type': {
        const { prefix, isNew } = typed.add(move.text, nowMs);
        const found = (to: number | null): void => {
          if (to === null) return;
          goTo(to);
          choose(to, 'only');
        };
        const answer = find(prefix, isNew ? at + 1 : at);
        if (typeof answer === 'number' || answer === null) found(answer);
        else void answer.then(found);
      }
    }
  };
  return {
    focus: at,
    onKeyDown: (event: KeyboardEvent): void => {
      if (!(event.target instanceof Element) || event.target.closest('[role="columnheader"]') !== null) return;
      const move = moveOf(event, { at, count, page });
      if (move === null) return;
      delete scroller.current?.dataset['pointer'];
      if (move.name !== 'nothing') event.preventDefault();
      act(move, event.timeStamp);
    },
    onFocus: (event: FocusEvent): void => {
      if (event.target === event.currentTarget) lineElement(scroller.current, at)?.focus({ preventScroll: true });
    },
    onPress: (pressed: number, event: MouseEvent): void => {
      // A press of the other button opens a menu, which chooses for itself.
      if (scroller.current !== null) scroller.current.dataset['pointer'] = '';
      if (event.button !== 0) return;
      goTo(pressed);
      choose(pressed, event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'only');
    },
  };
}

/** Keeps the focus on its line when the list moves under it, and takes it along when it goes to another line. */
function useFocusOnLine(scroller: RefObject<HTMLElement | null>, at: number): void {
  useLayoutEffect(() => {
    const element = scroller.current;
    const active = document.activeElement;
    if (element === null || active === null || !element.contains(active)) return;
    if (active !== element && active.closest('[role="row"][data-key]') === null) return;
    lineElement(element, at)?.focus({ preventScroll: true });
  }, [scroller, at]);
}

function useStart(startAt: number, onStart: (at: number) => void): void {
  const started = useRef(-1);
  useLayoutEffect(() => {
    if (startAt < 0 || started.current === startAt) return;
    started.current = startAt;
    onStart(startAt);
  });
}

function useMoved({ order, by }: { readonly order: string; readonly by: number }, onMove: (by: number) => void): void {
  const last = useRef(order);
  useLayoutEffect(() => {
    if (last.current === order) return;
    last.current = order;
    if (by !== 0) onMove(by);
  });
}

function lineElement(scroller: HTMLElement | null, at: number): HTMLElement | null {
  return scroller?.querySelector<HTMLElement>(`[aria-rowindex="${at + 2}"]`) ?? null;
}

/** What a press and a double press do; always as the list is now, also for lines that were drawn before. */
interface RowActs<L> {
  readonly onPress: (at: number, event: MouseEvent) => void;
  readonly onOpen: (line: L, at: number) => void;
}

function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}

interface GridRowProps<L extends GridLine, C extends string> {
  readonly gridId: string;
  readonly at: number;
  readonly line: L | undefined;
  readonly columns: readonly GridColumn<C>[];
  readonly cell: (line: L, column: C) => ReactNode;
  readonly loading: string;
  readonly top: number;
  readonly isChosen: boolean;
  readonly hasFocus: boolean;
  readonly acts: RefObject<RowActs<L>>;
  readonly lineProps: ((line: L, at: number) => object) | undefined;
}

function PlainRow<L extends GridLine, C extends string>(props: GridRowProps<L, C>) {
  const { gridId, at, line, columns, top, isChosen, hasFocus } = props;
  const cellId = (column: C): string => `${gridId}${at}${column}`;
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
      data-badge={line?.badge}
      data-region-start={hasFocus ? true : undefined}
      onMouseDown={event => props.acts.current.onPress(at, event)}
      onDoubleClick={() => (line === undefined ? undefined : props.acts.current.onOpen(line, at))}
      {...(line === undefined ? {} : props.lineProps?.(line, at))}
    >
      {columns.map(({ id, isRowHeader, align }, index) => (
        <div
          key={id}
          id={cellId(id)}
          role={isRowHeader ? 'rowheader' : 'gridcell'}
          aria-colindex={index + 1}
          className={classes(styles['cell'], align === 'end' && styles['end'])}
        >
          {line === undefined ? (index === 0 ? props.loading : null) : props.cell(line, id)}
        </div>
      ))}
    </div>
  );
}

/** Drawn again only when its own line, place or standing is another one. */
const GridRow = memo(PlainRow, (one, other) =>
  (['gridId', 'at', 'line', 'columns', 'cell', 'loading', 'top', 'isChosen', 'hasFocus'] as const).every(
    name => one[name] === other[name],
  ),
) as typeof PlainRow;
