import type { SvgLook } from '../../../shared/preview/plot/chart-svg.ts';

/** How a series is drawn: by its place among the series. */
export interface SeriesLook {
  readonly colour: string;
  readonly dash: readonly number[];
}

/** Colours of the window as a canvas takes them. */
export interface ChartColours {
  readonly paper: string;
  readonly ink: string;
  readonly soft: string;
  readonly line: string;
  readonly series: readonly string[];
  /** The system's own colours are on: series are told apart by their dashes alone. */
  readonly isForced: boolean;
  readonly font: string;
  /** Pixels of a rem. */
  readonly rem: number;
}

const SERIES = 8;
/** After eight series the colours begin again, with other dashes. */
const DASHES: readonly (readonly number[])[] = [[], [7, 4], [2, 3], [9, 3, 2, 3]];

/** The colours of the tokens. @param scheme the theme to draw for; undefined: the one on show. */
export function readColours(beside: Element, scheme?: 'light'): ChartColours {
  const probe = document.createElement('span');
  if (scheme !== undefined) {
    probe.style.setProperty('color-scheme', scheme);
    probe.style.setProperty('forced-color-adjust', 'none');
  }
  beside.append(probe);
  // A token holds the words `light-dark(…)`, which a canvas does not know: only a real colour of an element is worked out.
  const colourOf = (token: string): string => {
    probe.style.setProperty('color', `var(--${token})`);
    return getComputedStyle(probe).color;
  };
  const colours = {
    paper: colourOf('paper'),
    ink: colourOf('ink'),
    soft: colourOf('ink-soft'),
    line: colourOf('line'),
    series: Array.from({ length: SERIES }, (_, at) => colourOf(`series-${at + 1}`)),
    isForced: matchMedia('(forced-colors: active)').matches,
    font: getComputedStyle(probe).fontFamily,
    rem: Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16,
  };
  probe.remove();
  return colours;
}

/** How the series at a place is drawn. */
export function lookOf({ series, isForced, ink }: ChartColours, at: number): SeriesLook {
  const round = isForced ? at : Math.floor(at / SERIES);
  return { colour: series[at % SERIES] ?? ink, dash: DASHES[round % DASHES.length] ?? [] };
}

/** How a chart is drawn into a file: always on white, because documents are. */
export function fileLook(beside: Element, series: number): SvgLook {
  const colours = readColours(beside, 'light');
  return {
    ...colours,
    width: 960,
    height: 600,
    series: Array.from({ length: series }, (_, at) => lookOf({ ...colours, isForced: false }, at)),
  };
}
