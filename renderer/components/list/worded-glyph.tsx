import { type ReactNode, type RefObject, useCallback, useEffect } from 'react';

import { HiddenText } from '../feedback/hidden-text.tsx';
import styles from './worded-glyph.module.css';
import { useScrolled } from './use-scroll-size.ts';

interface WordedGlyphProps {
  /** What it means, in a few words, for screen readers; the hint of its line says it for eyes. */
  readonly words: string;
  /** Its words stand beside it already. */
  readonly isSaid?: boolean;
  readonly children: ReactNode;
}

/** A sign in a line of a list that stands for words. */
export function WordedGlyph({ words, isSaid = false, children }: WordedGlyphProps) {
  return (
    <span className={styles['glyph']} data-sign={isSaid ? undefined : true}>
      {children}
      {isSaid ? null : <HiddenText>{words}</HiddenText>}
    </span>
  );
}

/**
 * What all signs of a line mean, in one hint below it: seen when one of them is pointed at, or once the focus rests
 * on the line: it lies over the next one. The last child of the line.
 */
export function LineHint({ words }: { readonly words: readonly string[] }) {
  return words.length === 0 ? null : (
    <span className={styles['hint']} aria-hidden="true" data-hint>
      {words.join(' · ')}
    </span>
  );
}

/** No hint of a line is higher, in pixels. */
const HIGHEST = 64;

/** Marks a line whose hint would not be seen below it: there it stands above. */
export function useHintSide(scroller: RefObject<HTMLElement | null>): void {
  const look = useCallback(
    (target: EventTarget | null) => {
      const line = target instanceof Element ? target.closest('[role="row"][data-key]') : null;
      const element = scroller.current;
      if (line === null || element === null) return;
      const { bottom, height } = line.getBoundingClientRect();
      const end = element.getBoundingClientRect().top + element.clientHeight;
      line.toggleAttribute('data-low', bottom + Math.min(height, HIGHEST) > end);
    },
    [scroller],
  );
  useScrolled(
    scroller,
    useCallback(() => look(document.activeElement), [look]),
  );
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const onLook = ({ target }: Event): void => look(target);
    element.addEventListener('focusin', onLook);
    element.addEventListener('mouseover', onLook);
    return () => {
      element.removeEventListener('focusin', onLook);
      element.removeEventListener('mouseover', onLook);
    };
  }, [scroller, look]);
}
