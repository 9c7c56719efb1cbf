import type { ReactNode } from 'react';

import { classes } from '../classes.ts';
import styles from './worded-glyph.module.css';

interface WordedGlyphProps {
  /** What it means, in a few words: seen when it is pointed at, or when its line has the focus. */
  readonly words: string;
  /** Its words stand beside it already. */
  readonly isSaid?: boolean;
  /** Where its words come: before it in the line, or below it where another sign's words come before. */
  readonly side?: 'before' | 'below';
  readonly children: ReactNode;
}

/** A sign in a line of a list that stands for words. */
export function WordedGlyph({ words, isSaid = false, side = 'before', children }: WordedGlyphProps) {
  return (
    <span className={styles['glyph']} data-words={isSaid ? undefined : words}>
      {children}
      {isSaid ? null : <span className={classes(styles['words'], styles[side])}>{words}</span>}
    </span>
  );
}
