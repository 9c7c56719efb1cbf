import type { ReactNode } from 'react';

import styles from './form.module.css';

/** Fields and the button that sends them; Enter in a field does the same. Nothing leaves the page by itself. */
export function Form({ onSubmit, children }: { readonly onSubmit: () => void; readonly children: ReactNode }) {
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
