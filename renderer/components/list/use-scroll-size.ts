import { type RefObject, useEffect } from 'react';

/** Looks at a scrolled element at once and whenever it is scrolled or gets another size. `look` stays the same one. */
export function useScrolled(scroller: RefObject<HTMLElement | null>, look: () => void): void {
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller, look]);
}

/** A token of a size, in pixels: larger text and the density that a person chose change it. @param usual in rem. */
export function tokenPixels(token: string, usual: number): number {
  const style = getComputedStyle(document.documentElement);
  const rem = Number.parseFloat(style.fontSize) || 16;
  return (Number.parseFloat(style.getPropertyValue(token)) || usual) * rem;
}

/** Looks again whenever tokens may have other sizes. Returns what ends that. */
export function whenTokensChange(look: () => void): () => void {
  const observer = new MutationObserver(look);
  observer.observe(document.documentElement, { attributes: true });
  window.addEventListener('resize', look);
  return () => {
    observer.disconnect();
    window.removeEventListener('resize', look);
  };
}
