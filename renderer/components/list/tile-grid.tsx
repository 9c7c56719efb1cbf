import { memo, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';

import { classes } from '../classes.ts';
import { type GridLine, useHearing } from './line-grid-events.ts';
import { useGridFocus } from './line-grid-focus.ts';
import { type LineGridProps, linesWithPlaces } from './line-grid.tsx';
import type { Way } from './slide.ts';
import layout from '../layout/layout.module.css';
import styles from './tile-grid.module.css';
import { useMovingLines } from './use-moving-lines.ts';
import { tokenPixels, whenTokensChange } from './use-scroll-size.ts';
import { useTallWindow } from './use-tall-window.ts';
import { useHintSide } from './worded-glyph.tsx';

/** A list of any length as tiles beside each other. */
export interface TileGridProps<L extends GridLine> extends Omit<
  LineGridProps<L, string>,
  'columns' | 'sorting' | 'onSort' | 'cell'
> {
  readonly tile: (line: L) => ReactNode;
  /** How they are sorted. */
  readonly order: string;
}

/** As `LineGrid`, with several lines beside each other; the keys go in both directions. */
export function TileGrid<L extends GridLine>({ ref, ...props }: TileGridProps<L>) {
  const { label, count, lineAt, chosen, onLook, tile, hint, loading, startAt, moved } = props;
  const own = useRef<HTMLDivElement>(null);
  const scroller = ref ?? own;
  const { across, width, height } = useTileSizes(scroller);
  const shown = useTallWindow(scroller, { count: Math.ceil(count / across), lineHeight: height, headHeight: 0 });
  const rowOf = (at: number): number => Math.floor(at / across);
  const page = shown.page * across;
  const focus = useGridFocus(scroller, {
    count,
    startAt,
    moved,
    shown: {
      page,
      reveal: at => shown.reveal(rowOf(at)),
      scrollBy: lines => shown.scrollBy(Math.round(lines / across)),
    },
  });
  const { at: focusAt } = focus;
  const hear = useHearing(props, focus, { page, across });
  useHintSide(scroller);
  const [first, end, top] = [shown.first * across, Math.min(count, shown.end * across), shown.top * across];
  useEffect(() => onLook({ first, last: end - 1, focus: focusAt, top }), [onLook, first, end, focusAt, top]);
  const inPage = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
  const lines = focusAt < count && (focusAt < first || focusAt >= end) ? [...inPage, focusAt] : inPage;
  const way = (was: number, is: number): Way => ({
    x: ((was % across) - (is % across)) * width,
    y: (rowOf(was) - rowOf(is)) * height,
  });
  useMovingLines(scroller, linesWithPlaces(lines, lineAt), { count, order: `${label} ${props.order}`, way });
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={1}
      aria-multiselectable="true"
      className={classes(layout['scrolls'], styles['grid'])}
      tabIndex={count === 0 ? 0 : -1}
      {...hear}
      data-region-start={count === 0 ? true : undefined}
    >
      <div role="rowgroup" className={styles['tiles']} style={{ height: `${shown.height}px` }}>
        {lines.map(at => {
          const line = lineAt(at);
          const place = { at, top: shown.topOf(rowOf(at)), left: at % across, across, hasFocus: at === focusAt };
          const isChosen = line !== undefined && chosen.has(line.id);
          return <Tile key={at} {...place} {...{ line, tile, hint, loading, isChosen }} />;
        })}
      </div>
    </div>
  );
}

interface TileProps<L extends GridLine> {
  readonly at: number;
  readonly line: L | undefined;
  readonly tile: (line: L) => ReactNode;
  readonly hint: ((line: L) => ReactNode) | undefined;
  readonly loading: string;
  /** In pixels. */
  readonly top: number;
  /** Which one beside the others, from 0. */
  readonly left: number;
  readonly across: number;
  readonly isChosen: boolean;
  readonly hasFocus: boolean;
}

function PlainTile<L extends GridLine>(props: TileProps<L>) {
  const { at, line, tile, hint, loading, top, left, across, isChosen, hasFocus } = props;
  return (
    <div
      role="row"
      aria-rowindex={at + 2}
      aria-selected={isChosen}
      className={classes(styles['tile'], isChosen && styles['chosen'])}
      style={{ top: `${top}px`, left: `${(100 * left) / across}%`, width: `${100 / across}%` }}
      tabIndex={hasFocus ? 0 : -1}
      data-key={line?.id}
      draggable={line !== undefined}
      data-badge={line?.badge}
      data-region-start={hasFocus ? true : undefined}
    >
      <div role="rowheader" aria-colindex={1} className={styles['cell']}>
        {line === undefined ? loading : tile(line)}
      </div>
      {line === undefined ? null : hint?.(line)}
    </div>
  );
}

const Tile = memo(PlainTile) as typeof PlainTile;

/** How many tiles have room beside each other, and how wide and high one is, in pixels. */
interface TileSizes {
  readonly across: number;
  readonly width: number;
  readonly height: number;
}

function useTileSizes(scroller: RefObject<HTMLElement | null>): TileSizes {
  const [sizes, setSizes] = useState({ across: 4, width: 0, height: tokenPixels('--tile-row', 11) });
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const look = (): void => {
      const across = Math.max(1, Math.floor(element.clientWidth / tokenPixels('--tile', 10)));
      const now = { across, width: element.clientWidth / across, height: tokenPixels('--tile-row', 11) };
      setSizes(before => (isSame(before, now) ? before : now));
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    const endTokens = whenTokensChange(look);
    return () => {
      observer.disconnect();
      endTokens();
    };
  }, [scroller]);
  return sizes;
}

function isSame(one: TileSizes, other: TileSizes): boolean {
  return one.across === other.across && one.width === other.width && one.height === other.height;
}
