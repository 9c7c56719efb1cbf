import { type RefObject, useState } from 'react';
import type uPlot from 'uplot';

import { chartTexts as texts } from '../../../shared/features/preview/chart-text.ts';
import type { Chart } from '../../../shared/preview/formats/sections.ts';
import { valueOn } from '../../../shared/preview/plot/chart-scale.ts';
import { classes } from '../classes.ts';
import styles from './chart.module.css';
import { type ChartColours, lookOf } from './series-look.ts';

interface LegendProps {
  readonly chart: Chart;
  readonly plot: RefObject<uPlot | null>;
  readonly colours: ChartColours;
  /** The point under the cursor, and the series next to it. */
  readonly point: number | null;
  readonly near: number | null;
}

/** The series with the values under the cursor. Pressed, a series is hidden. */
export function ChartLegend({ chart, plot, colours, point, near }: LegendProps) {
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const toggle = (at: number) => {
    const isHidden = hidden.has(at);
    plot.current?.setSeries(at + 1, { show: isHidden });
    setHidden(new Set(isHidden ? [...hidden].filter(each => each !== at) : [...hidden, at]));
  };
  const data = plot.current?.data;
  const x = point === null ? null : (data?.[0][point] ?? null);
  const valueAt = (at: number): string => {
    const value = point === null ? null : (data?.[at + 1]?.[point] ?? null);
    return value === null ? '' : valueOn(chart.y, value);
  };
  const { series } = chart;
  return (
    // Over a single curve there is nothing to choose: its reading lies on the picture and takes no room.
    <div className={classes(styles['top'], series.length < 2 && styles['over'])}>
      <span className={styles['reading']}>
        {x === null ? '' : `${chart.x.label === '' ? 'x' : chart.x.label} ${valueOn(chart.x, x)}`}
        {series.length === 1 ? <b>{valueAt(0)}</b> : null}
      </span>
      {series.length < 2 ? null : (
        // What scrolls has to be reached by keyboard; its buttons are.
        <ul className={styles['legend']} aria-label={texts.legend}>
          {series.map(({ name, draws }, at) => (
            // Two series may have one name; their places never change.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at}>
              <button
                type="button"
                aria-pressed={!hidden.has(at)}
                aria-label={texts.show(name)}
                className={classes(styles['series'], near === at && styles['near'], hidden.has(at) && styles['hidden'])}
                onClick={() => toggle(at)}
              >
                <Swatch draws={draws ?? chart.draws} {...lookOf(colours, at)} />
                <span>{name}</span>
                {series.length <= 12 || near === at ? <b>{valueAt(at)}</b> : null}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Swatch({
  draws,
  colour,
  dash,
}: {
  readonly draws: Chart['draws'];
  readonly colour: string;
  readonly dash: readonly number[];
}) {
  return (
    <svg width="18" height="10" aria-hidden="true">
      {draws === 'lines' ? (
        <line x1="0" y1="5" x2="18" y2="5" stroke={colour} strokeWidth="2.5" strokeDasharray={dash.join(' ')} />
      ) : draws === 'points' ? (
        <circle cx="9" cy="5" r="4" fill={colour} />
      ) : (
        <rect x="3" width="12" height="10" fill={colour} />
      )}
    </svg>
  );
}
