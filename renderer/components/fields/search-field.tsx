import { Search, X } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import { Button, Input, SearchField as AriaSearchField } from 'react-aria-components';

import { classes } from '../classes.ts';
import styles from './field.module.css';

/** The list of what is found, while the focus stays in the field. */
export interface FieldList {
  readonly id: string;
  /** The id of the line that Enter takes; null: there is none. */
  readonly active: string | null;
  readonly isShown: boolean;
}

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
  /** Makes the field a combobox: its keys move in this list. */
  readonly list?: FieldList;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
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
  list,
  onKeyDown,
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
        {...(onKeyDown === undefined ? {} : { onKeyDown })}
        {...(list === undefined ? {} : comboboxOf(list))}
      />
      <Button className={styles['clear'] ?? ''} aria-label={clearLabel}>
        <X size={14} strokeWidth={1.75} aria-hidden="true" />
      </Button>
    </AriaSearchField>
  );
}

/** What makes a screen reader say the line of the list that Enter takes. */
function comboboxOf({ id, active, isShown }: FieldList) {
  return {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
    'aria-expanded': isShown,
    ...(isShown ? { 'aria-controls': id } : {}),
    ...(active === null ? {} : { 'aria-activedescendant': active }),
  } as const;
}
