import { lazy, Suspense } from 'react';

import { chartTexts as texts } from '../../../shared/features/preview/chart-text.ts';
import type { ChartFigureProps } from './chart-figure.tsx';

/** With the library that draws, which loads with the first chart. */
const Figure = lazy(async () => ({ default: (await import('./chart-figure.tsx')).ChartFigure }));

/**
 * Numbers as a picture, as large as the room that it is given: with a legend, with values under the cursor and by arrow
 * keys, with the same numbers as a table, and to be saved as a picture.
 */
export function Chart(props: ChartFigureProps) {
  return (
    <Suspense fallback={<p>{texts.opening}</p>}>
      <Figure {...props} />
    </Suspense>
  );
}
