import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';

import { classes } from '../classes.ts';
import styles from './segmented.module.css';

/** One of two or three, beside each other or in a cell of a table. */
export interface EitherProps<V extends string> {
  /** What it is about, for screen readers; people who see the window read it from the surroundings. */
  readonly label: string;
  readonly value: V | null;
  readonly options: readonly { readonly value: V; readonly label: string; readonly words: ReactNode }[];
  readonly onChange: (value: V) => void;
  /** Below each other, for the narrow. */
  readonly isTall?: boolean;
  /** Found by this when the focus goes to it. */
  readonly id?: string;
}

/** A small choice that is made many times over. Arrow keys choose; nothing is chosen before a person does. */
export function Either<V extends string>({ label, value, options, onChange, isTall = false, id }: EitherProps<V>) {
  const choose = (key: string) => {
    const option = options.find(each => each.value === key);
    if (option !== undefined) onChange(option.value);
  };
  return (
    <RadioGroup
      className={classes(styles['either'], isTall && styles['tall'], value === null && styles['open'])}
      aria-label={label}
      value={value}
      onChange={choose}
      orientation={isTall ? 'vertical' : 'horizontal'}
      {...(id === undefined ? {} : { id })}
    >
      {options.map(option => (
        <Radio value={option.value} className={styles['option'] ?? ''} aria-label={option.label} key={option.value}>
          <span className={styles['mark']}>
            <Check size={12} strokeWidth={3} aria-hidden="true" />
          </span>
          <span className={styles['words']}>{option.words}</span>
        </Radio>
      ))}
    </RadioGroup>
  );
}
