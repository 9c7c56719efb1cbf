import type { ClipboardEvent, KeyboardEvent, Ref } from 'react';
import { TextArea, TextField as AriaTextField } from 'react-aria-components';

import { classes } from '../classes.ts';
import styles from './field.module.css';
import own from './writing-field.module.css';

/** A field for a text of any length, which grows with it. */
export interface WritingFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  /** The place where one writes was moved. */
  readonly onCaret?: () => void;
  readonly onBlur?: () => void;
  /** Files are pasted. */
  readonly onFiles?: (files: readonly File[]) => void;
  /** A list of what may be meant, and which line of it is pointed at. */
  readonly list?: { readonly id: string; readonly active: string | undefined } | null;
  readonly describedBy?: string;
  readonly input?: Ref<HTMLTextAreaElement>;
}

/** Something to write, in several lines. */
export function WritingField(props: WritingFieldProps) {
  const { label, placeholder, value, onChange, onKeyDown, onCaret, onBlur, list = null, describedBy, input } = props;
  return (
    <AriaTextField className={own['field'] ?? ''} aria-label={label} value={value} onChange={onChange}>
      <TextArea
        className={classes(styles['input'], own['input'])}
        placeholder={placeholder}
        rows={2}
        dir="auto"
        spellCheck
        autoComplete="off"
        {...(input === undefined ? {} : { ref: input })}
        {...(onKeyDown === undefined ? {} : { onKeyDown })}
        {...(onCaret === undefined ? {} : { onSelect: onCaret })}
        {...(onBlur === undefined ? {} : { onBlur })}
        onPaste={event => paste(event, props.onFiles)}
        {...(describedBy === undefined ? {} : { 'aria-describedby': describedBy })}
        {...(list === null
          ? {}
          : {
              'aria-autocomplete': 'list' as const,
              'aria-controls': list.id,
              'aria-haspopup': 'listbox' as const,
              'aria-activedescendant': list.active,
            })}
      />
    </AriaTextField>
  );
}

/** Text is pasted as ever. A copied picture of a page comes as both, and then is meant as text. */
function paste(event: ClipboardEvent, onFiles: ((files: readonly File[]) => void) | undefined): void {
  const files = [...event.clipboardData.files];
  if (onFiles === undefined || files.length === 0 || event.clipboardData.types.includes('text/plain')) return;
  event.preventDefault();
  onFiles(files);
}
