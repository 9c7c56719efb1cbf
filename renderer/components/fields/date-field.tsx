import { useState } from 'react';
import { Input, Label, TextField } from 'react-aria-components';

import { classes } from '../classes.ts';
import styles from './field.module.css';

/** Keeps the year from growing beyond four digits, so that the last one leads on to the next part. */
const LAST_DAY = '9999-12-31';

/** A day, as `2026-11-20`; empty for none. The browser's own calendar helps to choose it. */
export function DateField(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { label, value, onChange } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const type = (day: string) => {
    // The browser calls a day whole from the first digit of its year on: 0002-11-20 is on the way to 2026-11-20.
    const isUnfinished = day.startsWith('0');
    setTyped(isUnfinished || day === '' ? day : null);
    if (!isUnfinished) onChange(day);
  };
  return (
    <TextField
      className={styles['field'] ?? ''}
      type="date"
      value={typed ?? value}
      onChange={type}
      onBlur={() => setTyped(null)}
    >
      <Label className={styles['label'] ?? ''}>{label}</Label>
      <Input className={classes(styles['input'])} max={LAST_DAY} />
    </TextField>
  );
}
