import { type KeyboardEvent, useRef, useState } from 'react';

import { plateTexts as words } from '../../../shared/features/preview/plot-text.ts';
import type { WellColour } from '../../../shared/preview/plate/colour-ramp.ts';
import type { PlateFigures } from '../../../shared/preview/plate/plate-figures.ts';
import { type Plate } from '../../../shared/preview/plate/plate-format.ts';
import { rowLetters, wellName } from '../../../shared/preview/wells.ts';
import { shortText } from '../../../shared/preview/plate/plate-shapes.ts';
import { valueText } from '../../../shared/preview/plot/axis-text.ts';
import { HiddenText } from '../feedback/hidden-text.tsx';
import { classes } from '../classes.ts';
import styles from './pictures.module.css';
import type { ShownPlate } from './shown-plate.ts';

interface GridProps {
  readonly plate: Plate;
  readonly shown: ShownPlate;
  readonly figures: PlateFigures;
  readonly colourOf: (value: number) => WellColour;
}

function Head({ columns }: { readonly columns: number }) {
  return (
    <thead>
      <tr>
        <th scope="col" aria-label={words.row} />
        {Array.from({ length: columns }, (_, column) => (
          <th scope="col" key={column}>
            {column + 1}
          </th>
        ))}
        <th scope="col">{words.mean}</th>
      </tr>
    </thead>
  );
}

function Means({ figures, isWritten }: Pick<GridProps, 'figures'> & { readonly isWritten: boolean }) {
  return (
    <tr>
      <th scope="row">{words.mean}</th>
      {figures.columnMeans.map((mean, column) => (
        // Columns never change their places.
        // oxlint-disable-next-line react/no-array-index-key
        <td key={column} className={styles['mean']} aria-label={words.meanOf(String(column + 1), meanText(mean))}>
          {isWritten ? meanText(mean) : ''}
        </td>
      ))}
      <td className={styles['mean']}>{meanText(figures.mean)}</td>
    </tr>
  );
}

interface Place {
  readonly row: number;
  readonly column: number;
}

/** Wider plates show their values only under the pointer and the focus. */
const MOST_WRITTEN = 12;

/** The wells as a grid: one of them has the focus, arrow keys move it. */
export function PlateGrid({ plate, shown, figures, colourOf }: GridProps) {
  const { rows, columns, wells } = plate.format;
  const [focus, setFocus] = useState<Place>({ row: 0, column: 0 });
  const [pointed, setPointed] = useState<Place | null>(null);
  const grid = useRef<HTMLTableElement>(null);
  const isWritten = columns <= MOST_WRITTEN;
  const sentenceAt = ({ row, column }: Place): string => {
    const at = row * columns + column;
    const value = shown.values[at] ?? Number.NaN;
    const written = shown.texts[at] ?? '';
    const text = written === '' ? (Number.isFinite(value) ? valueText(value) : words.empty) : written;
    return words.well(wellName({ row, column }), text, figures.outliers.has(at));
  };
  const go = (event: KeyboardEvent) => {
    const to = placeAfter(event, focus, { rows, columns });
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    setFocus(to);
    grid.current?.querySelector<HTMLElement>(`[data-well="${to.row} ${to.column}"]`)?.focus();
  };
  return (
    <div className={styles['plate']}>
      <p className={styles['pointed']} aria-hidden="true">
        {sentenceAt(pointed ?? focus)}
      </p>
      <table
        ref={grid}
        // Wells are moved through with arrow keys, which is what a grid is.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        aria-label={`${words.label(shown.title, wells)}. ${words.keys}`}
        className={classes(styles['wells'], isWritten && styles['written'])}
        onKeyDown={go}
        onMouseLeave={() => setPointed(null)}
      >
        <Head columns={columns} />
        <tbody>
          {Array.from({ length: rows }, (_, row) => (
            <WellRow
              key={row}
              {...{ row, plate, shown, figures, colourOf, focus }}
              sentenceAt={sentenceAt}
              onFocus={setFocus}
              onPoint={setPointed}
            />
          ))}
          <Means figures={figures} isWritten={isWritten} />
        </tbody>
      </table>
    </div>
  );
}

interface RowProps extends GridProps, Pick<WellProps, 'onFocus' | 'onPoint'> {
  readonly row: number;
  readonly focus: Place;
  readonly sentenceAt: (place: Place) => string;
}

function WellRow({ row, plate, shown, figures, colourOf, focus, sentenceAt, onFocus, onPoint }: RowProps) {
  const { columns } = plate.format;
  const textAt = (at: number, value: number): string => {
    if (columns > MOST_WRITTEN) return '';
    return Number.isFinite(value) ? shortText(value) : fitting(shown.texts[at] ?? '');
  };
  return (
    <tr>
      <th scope="row">{rowLetters(row)}</th>
      {Array.from({ length: columns }, (_, column) => {
        const at = row * columns + column;
        const value = shown.values[at] ?? Number.NaN;
        return (
          <Well
            key={column}
            place={{ row, column }}
            sentence={sentenceAt({ row, column })}
            hasFocus={focus.row === row && focus.column === column}
            isOutlier={figures.outliers.has(at)}
            colours={Number.isFinite(value) ? colourOf(value) : null}
            text={textAt(at, value)}
            onFocus={onFocus}
            onPoint={onPoint}
          />
        );
      })}
      <td className={styles['mean']} aria-label={words.meanOf(rowLetters(row), meanText(figures.rowMeans[row]))}>
        {meanText(figures.rowMeans[row])}
      </td>
    </tr>
  );
}

interface WellProps {
  readonly place: Place;
  /** What it says, for people who hear it. */
  readonly sentence: string;
  readonly hasFocus: boolean;
  readonly isOutlier: boolean;
  /** Null: it has no value. */
  readonly colours: { readonly ground: string; readonly ink: string } | null;
  readonly text: string;
  readonly onFocus: (place: Place) => void;
  readonly onPoint: (place: Place) => void;
}

function Well({ place, sentence, hasFocus, isOutlier, colours, text, onFocus, onPoint }: WellProps) {
  return (
    <td
      data-well={`${place.row} ${place.column}`}
      tabIndex={hasFocus ? 0 : -1}
      className={classes(styles['well'], isOutlier && styles['outlier'])}
      style={{ backgroundColor: colours?.ground, color: colours?.ink }}
      onFocus={() => onFocus(place)}
      onMouseEnter={() => onPoint(place)}
      onMouseDown={event => event.currentTarget.focus()}
    >
      <HiddenText>{sentence}</HiddenText>
      <span aria-hidden="true">{text}</span>
    </td>
  );
}

/** As much of a word as a well has room for. */
function fitting(text: string): string {
  return text.length > 6 ? `${text.slice(0, 5)}…` : text;
}

function meanText(mean: number | undefined): string {
  return mean === undefined || Number.isNaN(mean) ? '–' : shortText(mean);
}

/** Where a key leads from a well; null: nowhere. */
function placeAfter(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  { row, column }: Place,
  { rows, columns }: { readonly rows: number; readonly columns: number },
): Place | null {
  if (altKey) return null;
  const isFar = ctrlKey || metaKey;
  const within = (place: Place): Place => ({
    row: Math.min(rows - 1, Math.max(0, place.row)),
    column: Math.min(columns - 1, Math.max(0, place.column)),
  });
  switch (key) {
    case 'ArrowRight':
      return within({ row, column: column + 1 });
    case 'ArrowLeft':
      return within({ row, column: column - 1 });
    case 'ArrowDown':
      return within({ row: row + 1, column });
    case 'ArrowUp':
      return within({ row: row - 1, column });
    case 'Home':
      return { row: isFar ? 0 : row, column: 0 };
    case 'End':
      return { row: isFar ? rows - 1 : row, column: columns - 1 };
    default:
      return null;
  }
}
