import { useId, useMemo, useRef, useState } from 'react';

import { chartTexts as texts } from '../../../shared/features/preview/chart-text.ts';
import type { Chart } from '../../../shared/preview/formats/sections.ts';
import { type ChartRange, countOffLog, rangeOfChart } from '../../../shared/preview/plot/chart-scale.ts';
import { Button } from '../controls/button.tsx';
import { HiddenText } from '../feedback/hidden-text.tsx';
import { ChartLegend } from './chart-legend.tsx';
import { ChartTable } from './chart-table.tsx';
import layout from '../layout/layout.module.css';
import styles from './chart.module.css';
import { describeChart, pointCount } from './describe-chart.ts';
import { onChartKey } from './chart-keys.ts';
import { SaveMenu } from './save-menu.tsx';
import type { PictureFile } from './save-picture.ts';
import { useColours } from './use-colours.ts';
import { usePlot } from './use-plot.ts';

export interface ChartFigureProps {
  readonly chart: Chart;
  /** What the picture is of: its name for screen readers, and that of a saved file. */
  readonly title: string;
  /** Offers to save it to a task as well. */
  readonly onSaveToTask?: (picture: PictureFile) => void;
}

/** The chart itself; what is loaded later than `Chart`. */
export function ChartFigure(props: ChartFigureProps) {
  const { chart } = props;
  const range = useMemo(() => rangeOfChart(chart), [chart]);
  if (range === null) return <p className={styles['none']}>{texts.noData}</p>;
  return <Drawn {...props} range={range} />;
}

function Drawn({ chart, title, range, onSaveToTask }: ChartFigureProps & { readonly range: ChartRange }) {
  const [isTable, setTable] = useState(false);
  const noteOf = useMemo(() => notesOf(chart), [chart]);
  return (
    <figure className={styles['figure']}>
      {isTable ? <ChartTable chart={chart} title={title} /> : <Picture chart={chart} title={title} range={range} />}
      <figcaption className={layout['caption']}>
        <span className={styles['note']}>{noteOf}</span>
        <Button look="quiet" onPress={() => setTable(!isTable)}>
          {isTable ? texts.asPicture : texts.asTable}
        </Button>
        <SaveMenu chart={chart} title={title} {...(onSaveToTask === undefined ? {} : { onSaveToTask })} />
      </figcaption>
    </figure>
  );
}

/** More points than this are not all told apart on a screen. */
const MANY = 4000;

function notesOf(chart: Chart): string {
  const offLog = countOffLog(chart);
  const count = pointCount(chart);
  const thinned =
    chart.draws === 'bars' || chart.draws === 'sticks' || chart.xs.length <= MANY
      ? ''
      : chart.draws === 'lines'
        ? texts.thinnedLines(count)
        : texts.thinnedPoints(count);
  return [chart.note, offLog === 0 ? '' : texts.notOnLog(offLog), thinned].filter(part => part !== '').join(' ');
}

function Picture({ chart, title, range }: ChartFigureProps & { readonly range: ChartRange }) {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const [point, setPoint] = useState<number | null>(null);
  const [near, setNear] = useState<number | null>(null);
  const [isZoomed, setZoomed] = useState(false);
  const colours = useColours();
  const events = useMemo(() => ({ onPoint: setPoint, onSeries: setNear, onZoom: setZoomed }), []);
  const plot = usePlot(place, { chart, range, colours, events });
  return (
    <>
      <ChartLegend chart={chart} plot={plot} colours={colours} point={point} near={near} />
      {/* A picture that is read with arrow keys has to be reached by keyboard. */}
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
      <div
        role="application"
        aria-roledescription={texts.role}
        aria-label={title}
        aria-describedby={id}
        tabIndex={0}
        className={styles['picture']}
        onKeyDown={event => onChartKey(event, plot.current, { chart, near, onSeries: setNear })}
      >
        <div ref={place} className={styles['place']} />
      </div>
      {/* oxlint-enable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
      <span id={id}>
        <HiddenText>{`${describeChart(chart)} ${texts.keys}`}</HiddenText>
      </span>
      {isZoomed ? (
        <span className={styles['whole']}>
          <Button onPress={() => plot.current?.setScale('x', { min: range.x.low, max: range.x.high })}>
            {texts.whole}
          </Button>
        </span>
      ) : null}
    </>
  );
}
