import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

import { classes } from '../classes.ts';
import styles from './notice.module.css';

/** Something that concerns the whole of what stands below it. */
export interface NoticeProps {
  /** `good`: it was done. `rest`: worth knowing, and nothing to do about. */
  readonly tone: 'wait' | 'alert' | 'good' | 'rest';
  readonly title?: string;
  readonly children: ReactNode;
}

const ICONS = { wait: TriangleAlert, alert: CircleAlert, good: CircleCheck, rest: Info } as const;

/** A strip that says what happened and what to do. */
export function Notice({ tone, title, children }: NoticeProps) {
  const Icon = ICONS[tone];
  return (
    <div className={classes(styles['notice'], styles[tone])}>
      <Icon size={17} strokeWidth={1.75} aria-hidden="true" />
      <div className={styles['words']}>
        {title === undefined ? null : <strong>{title}</strong>}
        {children}
      </div>
    </div>
  );
}
