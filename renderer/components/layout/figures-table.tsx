import type { ReactNode } from 'react';

import { ScrollRegion } from './scroll-region.tsx';
import styles from './figures-table.module.css';

/** The numbers of a picture as a table that screen readers read like any other. */
export function FiguresTable({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <ScrollRegion className={styles['figures']} label={title}>
      <table>{children}</table>
    </ScrollRegion>
  );
}
