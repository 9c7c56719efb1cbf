import { useEffect, useState } from 'react';

import { tokenPixels, whenTokensChange } from './use-scroll-size.ts';

/** Of a line, and of the heading above all lines, in pixels. */
export interface LineSizes {
  readonly lineHeight: number;
  readonly headHeight: number;
}

/** The heights of the tokens, in pixels: larger text and the density that a person chose change them. */
export function useLineSizes(): LineSizes {
  const [sizes, setSizes] = useState(lineSizes);
  useEffect(() => {
    const look = (): void => {
      const now = lineSizes();
      setSizes(before => (before.lineHeight === now.lineHeight && before.headHeight === now.headHeight ? before : now));
    };
    return whenTokensChange(look);
  }, []);
  return sizes;
}

function lineSizes(): LineSizes {
  return { lineHeight: tokenPixels('--row', 2.25), headHeight: tokenPixels('--heading-row', 2) };
}
