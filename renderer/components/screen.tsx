import type { ReactNode } from 'react';

import styles from './screen.module.css';

/** One screen of the window: what stands in it fills it from top to bottom. */
export function Screen({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <section className={styles['screen']} aria-label={label} data-region="list">
      {children}
    </section>
  );
}
