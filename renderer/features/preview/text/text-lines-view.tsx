import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react';

import { classes } from '../../../components/classes.ts';
import type { Parser } from '../stores/parser.ts';
import { useRows } from '../parsing/use-rows.ts';
import { useTallWindow } from '../../../components/list/use-tall-window.ts';
import styles from './lines-viewer.module.css';
import { useRowHeight } from '../parsing/use-row-height.ts';
import { useStartFocus } from '../parsing/use-start-focus.ts';
import type { Match, ShownLine, Span, TextAsks } from './text-requests.ts';

interface LinesProps {
  readonly label: string;
  readonly parser: Parser<TextAsks>;
  readonly count: number;
  readonly stamp: string;
  readonly wraps: boolean;
  /** The match to be seen; null: none. */
  readonly match: Match | null;
  /** Of the largest line number. */
  readonly digits: number;
}

/** The lines of a text, of which only those in sight are in the page. */
export function TextLinesView({ label, parser, count, stamp, wraps, match, digits }: LinesProps) {
  const scroller = useRef<HTMLDivElement>(null);
  useStartFocus(scroller);
  const lineHeight = useRowHeight('--text-row', 1.25);
  const laid = useWrapping(scroller, { parser, count, stamp, wraps, digits });
  const { count: all } = laid;
  const shown = useTallWindow(scroller, { count: all, lineHeight, headHeight: 0 });
  const { reveal } = shown;
  const lineAt = useRows<ShownLine>(shown, {
    count: all,
    stamp: laid.stamp,
    ask: (from, to) => parser.ask('lines', { from, to }),
  });
  useEffect(() => {
    if (match !== null) reveal(match.line);
  }, [match, reveal]);
  const lines = Array.from({ length: Math.max(0, shown.end - shown.first) }, (_, step) => shown.first + step);
  return (
    // What scrolls has to be reached by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={scroller} className={styles['lines']} role="document" aria-label={label} tabIndex={0} data-region-start>
      <div className={styles['all']} style={{ height: `${shown.height}px`, '--digits': digits } as CSSProperties}>
        {lines.map(at => (
          <Line key={at} line={lineAt(at)} top={shown.topOf(at)} match={match?.line === at ? match : null} />
        ))}
      </div>
    </div>
  );
}

/** Lines are broken where the window ends: all signs are as wide as each other. */
function useWrapping(
  scroller: RefObject<HTMLDivElement | null>,
  { parser, count, stamp, wraps, digits }: Pick<LinesProps, 'parser' | 'count' | 'stamp' | 'wraps' | 'digits'>,
): { readonly count: number; readonly stamp: string } {
  const [laid, setLaid] = useState({ count, stamp, of: stamp });
  const isAsBegun = useRef(true);
  useEffect(() => {
    // The worker begins with lines as they are.
    if (!wraps && isAsBegun.current) return;
    isAsBegun.current = false;
    let isOver = false;
    const columns = wraps ? columnsIn(scroller.current, digits) : null;
    parser.ask('wrap', { columns }).then(
      answer => (isOver ? undefined : setLaid({ count: answer.count, stamp: `${stamp} ${columns ?? ''}`, of: stamp })),
      () => undefined,
    );
    return () => void (isOver = true);
  }, [parser, stamp, wraps, digits, scroller]);
  return laid.of === stamp ? laid : { count, stamp };
}

function columnsIn(element: HTMLElement | null, digits: number): number {
  const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  // A sign of a monospaced face is three fifths as wide as high.
  const sign = size * 0.75 * 0.605;
  return Math.max(20, Math.floor(((element?.clientWidth ?? 800) - size * 3) / sign) - digits);
}

function Line({
  line,
  top,
  match,
}: {
  readonly line: ShownLine | undefined;
  readonly top: number;
  readonly match: Match | null;
}) {
  return (
    <div className={styles['line']} style={{ transform: `translateY(${top}px)` }}>
      <span className={styles['number']} aria-hidden="true">
        {line?.number ?? ''}
      </span>
      <code className={styles['text']}>{line === undefined ? '' : withMatch(line.spans, match).map(drawSpan)}</code>
    </div>
  );
}

function drawSpan({ text, role, isMatch }: Span & { readonly isMatch?: boolean }, at: number) {
  const look = role === null ? undefined : styles[role];
  // Spans of a line never change their places.
  // oxlint-disable-next-line react/no-array-index-key
  if (isMatch === true) return <mark key={at}>{text}</mark>;
  // oxlint-disable-next-line react/no-array-index-key
  return look === undefined ? (
    text
  ) : (
    <span className={classes(look)} key={at}>
      {text}
    </span>
  );
}

/** The spans of a line with what was found set apart. */
function withMatch(spans: readonly Span[], match: Match | null): readonly (Span & { readonly isMatch?: boolean })[] {
  if (match === null) return spans;
  let at = 0;
  return spans.flatMap(({ text, role }) => {
    const [from, to] = [Math.max(0, match.from - at), Math.max(0, match.to - at)];
    at += text.length;
    if (from >= text.length || to <= 0) return [{ text, role }];
    const parts = [
      { text: text.slice(0, from), role },
      { text: text.slice(from, to), role, isMatch: true },
      { text: text.slice(to), role },
    ];
    return parts.filter(part => part.text !== '');
  });
}
