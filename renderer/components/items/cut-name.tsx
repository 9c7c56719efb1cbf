import { shownName } from '../../../shared/text/shown-name.ts';
import { cutName } from './cut-at.ts';
import styles from './cut-name.module.css';

/**
 * A name in as much room as there is: where it does not fit it loses its middle. The whole of it stays in the page, for
 * screen readers and for searching; what is seen are its two parts.
 */
export function CutName({ name }: { readonly name: string }) {
  const text = shownName(name);
  const { head, tail } = cutName(text);
  return (
    <bdi className={styles['name']} title={text}>
      <span className={styles['whole']}>{text}</span>
      <span className={styles['seen']} data-head={head} data-tail={tail} aria-hidden="true" />
    </bdi>
  );
}
