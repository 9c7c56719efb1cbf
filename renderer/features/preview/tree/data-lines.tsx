import { ChevronRight } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, useEffect, useId, useRef } from 'react';

import type { DataLine } from '../../../../shared/preview/data-tree.ts';
import { treeTexts as texts } from '../../../../shared/features/preview/pane-text.ts';
import { classes } from '../../../components/classes.ts';
import type { Parser } from '../stores/parser.ts';
import { useRowHeight } from '../parsing/use-row-height.ts';
import { useStartFocus } from '../parsing/use-start-focus.ts';
import { useRows } from '../parsing/use-rows.ts';
import { useTallWindow } from '../../../components/list/use-tall-window.ts';
import type { TreeAsks } from './tree-requests.ts';
import layout from '../../../components/layout/layout.module.css';
import styles from './tree-viewer.module.css';

interface LinesProps {
  readonly label: string;
  readonly parser: Parser<TreeAsks>;
  readonly laid: { readonly count: number; readonly turn: number };
  /** The line with the focus. */
  readonly at: number;
  readonly onGo: (at: number) => void;
  readonly onToggle: (index: number) => void;
}

/** Levels that are set in; deeper ones stand below each other. */
const DEEPEST_INDENT = 40;

/** The lines of a tree, of which only those in sight are in the page. */
export function DataLines({ label, parser, laid, at, onGo, onToggle }: LinesProps) {
  const scroller = useRef<HTMLDivElement>(null);
  useStartFocus(scroller);
  const treeId = useId();
  const lineHeight = useRowHeight('--cell-row', 1.625);
  const { count } = laid;
  const shown = useTallWindow(scroller, { count, lineHeight, headHeight: 0 });
  const { reveal } = shown;
  const lineAt = useRows<DataLine>(shown, {
    count,
    stamp: laid.turn,
    ask: (from, to) => parser.ask('lines', { from, to }),
  });
  useEffect(() => reveal(at), [at, reveal, laid]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = lineAfter(event.key, { at, count, page: shown.page });
    const line = lineAt(at);
    const inLine = line === undefined ? null : levelAct(event.key, line, { at, parser, onGo, onToggle });
    const act = to === null ? inLine : () => onGo(to);
    if (act === null || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const lines = Array.from({ length: Math.max(0, shown.end - shown.first) }, (_, step) => shown.first + step);
  return (
    <div
      ref={scroller}
      role="tree"
      aria-label={label}
      // A line that was scrolled away is not drawn: it cannot be pointed to.
      aria-activedescendant={at >= shown.first && at < shown.end ? `${treeId}-${at}` : undefined}
      tabIndex={0}
      className={classes(layout['scrolls'], styles['tree'])}
      onKeyDown={onKeyDown}
      data-region-start
    >
      <div role="none" className={styles['all']} style={{ height: `${shown.height}px` }} data-foreign>
        {lines.map(each => (
          <Line
            key={each}
            id={`${treeId}-${each}`}
            line={lineAt(each)}
            top={shown.topOf(each)}
            isActive={each === at}
            onPress={index => {
              onGo(each);
              onToggle(index);
            }}
          />
        ))}
      </div>
    </div>
  );
}

function lineAfter(key: string, { at, count, page }: { at: number; count: number; page: number }): number | null {
  const steps: { readonly [key: string]: number } = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
  };
  const to = steps[key];
  return to === undefined ? null : Math.min(count - 1, Math.max(0, to));
}

/** Right opens and goes in, left closes and goes out. */
function levelAct(
  key: string,
  line: DataLine,
  { at, parser, onGo, onToggle }: Pick<LinesProps, 'at' | 'parser' | 'onGo' | 'onToggle'>,
): (() => void) | null {
  const hasEntries = line.entries > 0;
  if (key === 'Enter' || key === ' ') return hasEntries ? () => onToggle(line.index) : null;
  if (key === 'ArrowRight') return !hasEntries ? null : line.isOpen ? () => onGo(at + 1) : () => onToggle(line.index);
  if (key !== 'ArrowLeft') return null;
  if (hasEntries && line.isOpen) return () => onToggle(line.index);
  return () =>
    void parser.ask('parent', { at }).then(
      parent => (parent.at === null ? undefined : onGo(parent.at)),
      () => undefined,
    );
}

interface LineProps {
  readonly id: string;
  readonly line: DataLine | undefined;
  readonly top: number;
  readonly isActive: boolean;
  readonly onPress: (index: number) => void;
}

function Line({ id, line, top, isActive, onPress }: LineProps) {
  const depth = Math.min(DEEPEST_INDENT, line?.depth ?? 0);
  const style = { transform: `translateY(${top}px)`, '--tree-item-level': depth } as CSSProperties;
  const hasEntries = (line?.entries ?? 0) > 0;
  return (
    // The tree hears the keys for all its lines.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-level={(line?.depth ?? 0) + 1}
      aria-selected={isActive}
      {...(hasEntries ? { 'aria-expanded': line?.isOpen === true } : {})}
      className={classes(styles['line'], isActive && styles['active'])}
      style={style}
      onClick={() => (line === undefined ? undefined : onPress(line.index))}
    >
      <ChevronRight
        className={classes(styles['arrow'], hasEntries && styles['has'], line?.isOpen === true && styles['open'])}
        size={14}
        strokeWidth={1.75}
        aria-hidden="true"
      />
      {line === undefined ? null : <Words line={line} />}
    </div>
  );
}

function Words({ line: { key, kind, text, entries } }: { readonly line: DataLine }) {
  return (
    <>
      {key === null ? null : <span className={layout['strongInk']}>{`${key}:`}</span>}
      <span className={styles[kind]}>{wordsOf(kind, text, entries)}</span>
    </>
  );
}

function wordsOf(kind: DataLine['kind'], text: string, entries: number): string {
  switch (kind) {
    case 'object':
      return `{ ${texts.entries(entries)} }`;
    case 'list':
      return `[ ${texts.items(entries)} ]`;
    case 'text':
      return `“${text.replaceAll(/\r?\n/g, ' ↵ ')}”`;
    case 'alias':
      return texts.alias(text);
    case 'number':
    case 'word':
      return text;
  }
}
