import { useEffect, useState } from 'react';

import { tokenPixels, whenTokensChange } from '../../../components/list/use-scroll-size.ts';

/** The height of a row in pixels: a token in rem, and larger text changes it. @param usual in rem. */
export function useRowHeight(token: string, usual: number): number {
  const [height, setHeight] = useState(() => tokenPixels(token, usual));
  useEffect(() => whenTokensChange(() => setHeight(tokenPixels(token, usual))), [token, usual]);
  return height;
}
