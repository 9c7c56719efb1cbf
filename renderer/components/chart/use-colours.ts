import { useEffect, useState } from 'react';

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
