import styles from './progress-bar.module.css';

/** The progress of something; `all` null: the total is not known. */
export interface AmountProps {
  readonly label: string;
  readonly done: number;
  readonly all: number | null;
  /** The same in words. */
  readonly text: string;
}

/** A bar that fills, where it is known how far, and the figures. */
export function Amount({ label, done, all, text }: AmountProps) {
  return (
    <div className={styles['amount']}>
      {all === null ? null : <progress aria-label={label} max={Math.max(1, all)} value={Math.min(done, all)} />}
      <span>{text}</span>
    </div>
  );
}
