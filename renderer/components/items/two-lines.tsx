import type { ReactNode } from 'react';

import styles from './two-lines.module.css';
import layout from '../layout/layout.module.css';

interface TwoLinesProps {
  /** What explains it; null: nothing does. */
  readonly about: string | null;
  readonly children: ReactNode;
  /** What else is said below. */
  readonly more?: ReactNode;
}

/** A name in a list, and what explains it below. */
export function TwoLines({ about, children, more }: TwoLinesProps) {
  return (
    <span className={styles['words']}>
      {children}
      {about === null ? null : <span className={layout['soft']}>{about}</span>}
      {more}
    </span>
  );
}
