import { useCallback, useLayoutEffect, useRef, useState } from 'react';

import { sectionTexts as texts } from '../../../../shared/features/preview/sections-text.ts';
import type { TableSection } from '../../../../shared/preview/formats/sections.ts';
import styles from './sections-viewer.module.css';

interface Laid {
  readonly rows: number;
  readonly columns: number;
}

/** So much is laid out at first, and so much more each time that the end of it comes near. */
const STEP: Laid = { rows: 40, columns: 30 };

/** Room that is laid out ahead of what is in sight, as a part of it. */
const AHEAD = 1;

/** A table of measurements. Each cell is an element of the page, so only those are laid out that one has scrolled to. */
export function SectionTable({ section }: { readonly section: TableSection }) {
  const { rows, total, title } = section;
  const { room, laid, grow } = useLaid(section);
  return (
    <div
      ref={room}
      className={styles['table']}
      role="region"
      aria-label={title}
      // What scrolls has to be reached by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onScroll={grow}
    >
      <Cells section={section} laid={laid} />
      {total > rows.length && laid.rows >= rows.length ? (
        <p className={styles['cut']}>{texts.firstRows(rows.length, total)}</p>
      ) : null}
    </div>
  );
}

/** How many cells are laid out in a room that scrolls; `grow`, called when it scrolled, lays out more where it must. */
function useLaid({ rows: { length: all }, columns: { length: width } }: TableSection) {
  const room = useRef<HTMLDivElement>(null);
  const [laid, setLaid] = useState(STEP);
  const grow = useCallback(() => {
    if (room.current === null) return;
    const { isLow, isRight } = nearEnd(room.current);
    setLaid(before => {
      const more = {
        rows: isLow ? Math.max(before.rows, Math.min(all, before.rows + STEP.rows)) : before.rows,
        columns: isRight ? Math.max(before.columns, Math.min(width, before.columns + STEP.columns)) : before.columns,
      };
      return more.rows === before.rows && more.columns === before.columns ? before : more;
    });
  }, [all, width]);
  // Until the room is filled; where it is wider or higher later, too.
  useLayoutEffect(grow, [grow, laid]);
  useLayoutEffect(() => {
    if (room.current === null) return;
    const observer = new ResizeObserver(grow);
    observer.observe(room.current);
    return () => observer.disconnect();
  }, [grow]);
  return { room, laid, grow };
}

function Cells({ section: { columns, rows }, laid }: { readonly section: TableSection; readonly laid: Laid }) {
  return (
    <table aria-rowcount={rows.length + 1} aria-colcount={columns.length}>
      <thead>
        <tr>
          {columns.slice(0, laid.columns).map((name, at) => (
            // oxlint-disable-next-line react/no-array-index-key
            <th key={at} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, laid.rows).map((fields, at) => (
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={at}>
            {fields.slice(0, laid.columns).map((field, place) => (
              // oxlint-disable-next-line react/no-array-index-key
              <td key={place}>{field}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Whether what is laid out ends less than a room ahead of what is in sight. */
function nearEnd({ scrollTop, scrollLeft, clientHeight, clientWidth, scrollHeight, scrollWidth }: HTMLElement) {
  return {
    isLow: scrollTop + clientHeight * (1 + AHEAD) >= scrollHeight,
    isRight: Math.abs(scrollLeft) + clientWidth * (1 + AHEAD) >= scrollWidth,
  };
}
