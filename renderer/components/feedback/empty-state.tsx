import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import styles from './empty-state.module.css';

/** A place with nothing in it: what that means, and what to do. */
export interface EmptyStateProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children?: ReactNode;
}

/** Says in the middle of an empty place why it is empty and what to do. */
export function EmptyState({ icon: Icon, title, children }: EmptyStateProps) {
  return (
    <div className={styles['frame']}>
      <div className={styles['sheet']}>
        <span className={styles['icon']}>
          <Icon size={28} strokeWidth={1.5} aria-hidden="true" />
        </span>
        <h2 className={styles['title']}>{title}</h2>
        <div className={styles['body']}>{children}</div>
      </div>
    </div>
  );
}
