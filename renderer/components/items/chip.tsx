import styles from './chip.module.css';
import { classes } from '../classes.ts';

/** Few words in a thin frame. */
export function Chip({ label, tone = 'rest' }: { readonly label: string; readonly tone?: 'rest' | 'soft' | 'alert' }) {
  return <span className={classes(styles['chip'], styles[tone])}>{label}</span>;
}
