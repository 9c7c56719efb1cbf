import { useEffect, useState } from 'react';

/** The height of a row in pixels: a token in rem, and larger text changes it. @param usual in rem. */
export function useRowHeight(token: string, usual: number): number {
  const [height, setHeight] = useState(() => read(token, usual));
  useEffect(() => {
    const look = (): void => setHeight(read(token, usual));
    const observer = new MutationObserver(look);
    observer.observe(document.documentElement, { attributes: true });
    window.addEventListener('resize', look);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', look);
    };
  }, [token, usual]);
  return height;
}

function read(token: string, usual: number): number {
  const style = getComputedStyle(document.documentElement);
  const rem = Number.parseFloat(style.fontSize) || 16;
  return (Number.parseFloat(style.getPropertyValue(token)) || usual) * rem;
}
