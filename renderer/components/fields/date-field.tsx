import { Input, Label, TextField } from 'react-aria-components';

import { classes } from '../classes.ts';
import styles from './field.module.css';

/** A day, as `2026-11-20`; empty for none. The browser's own calendar helps to choose it. */
export function DateField(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { label, value, onChange } = props;
  return (
    <TextField className={styles['field'] ?? ''} type="date" value={value} onChange={onChange}>
      <Label className={styles['label'] ?? ''}>{label}</Label>
      <Input className={classes(styles['input'])} />
    </TextField>
  );
}
