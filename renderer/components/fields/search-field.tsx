import { Search, X } from 'lucide-react';
import type { Ref } from 'react';
import { Button, Input, SearchField as AriaSearchField } from 'react-aria-components';

import { classes } from '../classes.ts';
import styles from './field.module.css';

/** A field that narrows what stands below it. */
export interface SearchFieldProps {
  /** What it is called; also the faint words inside while it is empty. */
  readonly label: string;
  /** What the button that empties it is called. */
  readonly clearLabel: string;
  /** With `onChange`; both are left out where something around the field knows what is typed. */
  readonly value?: string;
  readonly onChange?: (value: string) => void;
  readonly onSubmit?: (value: string) => void;
  readonly isFirst?: boolean;
  readonly input?: Ref<HTMLInputElement>;
}

/** Something to type that searches; Escape empties it. */
export function SearchField({
  label,
  clearLabel,
  value,
  onChange,
  onSubmit,
  isFirst = false,
  input,
}: SearchFieldProps) {
  return (
    <AriaSearchField
      className={styles['search'] ?? ''}
      aria-label={label}
      autoFocus={isFirst}
      {...(value === undefined ? {} : { value })}
      {...(onChange === undefined ? {} : { onChange })}
      {...(onSubmit === undefined ? {} : { onSubmit })}
    >
      <Search size={14} strokeWidth={1.75} aria-hidden="true" />
      <Input
        className={classes(styles['input'])}
        placeholder={label}
        {...(input === undefined ? {} : { ref: input })}
      />
      <Button className={styles['clear'] ?? ''} aria-label={clearLabel}>
        <X size={14} strokeWidth={1.75} aria-hidden="true" />
      </Button>
    </AriaSearchField>
  );
}
