import { type RefObject, useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';

import type { Chart } from '../../../shared/preview/formats/sections.ts';
import type { ChartRange } from '../../../shared/preview/plot/chart-scale.ts';
import { plotData } from './plot-data.ts';
import { type PlotEvents, plotOptions } from './plot-options.ts';
import { type ChartColours, readColours } from './series-look.ts';

/** Colours of the tokens as they are now, and again when the theme or the size of text changes. */
export function useColours(): ChartColours {
  const [colours, setColours] = useState(() => readColours(document.body));
  useEffect(() => {
    const look = () => setColours(readColours(document.body));
    const asked = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map(each => matchMedia(each));
    const observer = new MutationObserver(look);
    observer.observe(document.documentElement, { attributes: true });
    for (const each of asked) each.addEventListener('change', look);
    return () => {
      observer.disconnect();
      for (const each of asked) each.removeEventListener('change', look);
    };
  }, []);
  return colours;
}

/** Draws a chart into an element for as long as it is on show, as large as the element is. */
export function usePlot(
  place: RefObject<HTMLElement | null>,
  { chart, range, colours, events }: { chart: Chart; range: ChartRange; colours: ChartColours; events: PlotEvents },
): RefObject<uPlot | null> {
  const plot = useRef<uPlot | null>(null);
  const latest = useRef(events);
  useEffect(() => void (latest.current = events), [events]);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const sizeNow = () => ({ width: Math.max(160, element.clientWidth), height: Math.max(120, element.clientHeight) });
    const told: PlotEvents = {
      onPoint: at => latest.current.onPoint(at),
      onSeries: at => latest.current.onSeries(at),
      onZoom: isZoomed => latest.current.onZoom(isZoomed),
    };
    const own = new uPlot(
      plotOptions({ chart, range, colours, size: sizeNow(), events: told }),
      plotData(chart),
      element,
    );
    plot.current = own;
    const observer = new ResizeObserver(() => {
      const { width, height } = sizeNow();
      if (width !== own.width || height !== own.height) own.setSize({ width, height });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      own.destroy();
      plot.current = null;
    };
  }, [place, chart, range, colours]);
  return plot;
}
