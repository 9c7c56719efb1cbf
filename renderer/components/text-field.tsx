import { type RefObject, useEffect, useRef } from 'react';
import { Input, Label, Text, TextArea, TextField as AriaTextField } from 'react-aria-components';

import { useFirstFocus } from './first-focus.ts';
import styles from './text-field.module.css';

/** One line, or a few, to type into. */
export interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string | undefined;
  /** Chosen at first, so that typing replaces it: of a file's name, what stands before the extension. */
  readonly chosenUntil?: number;
  readonly hasFocus?: boolean;
  readonly isLong?: boolean;
}

/** A field with its label and what there is to know about it. */
export function TextField({
  label,
  value,
  onChange,
  hint,
  chosenUntil,
  hasFocus = false,
  isLong = false,
}: TextFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useFirstFocus(input, hasFocus);
  useChosen(input, chosenUntil);
  return (
    <AriaTextField className={styles['field'] ?? ''} value={value} onChange={onChange}>
      <Label className={styles['label'] ?? ''}>{label}</Label>
      {isLong ? (
        <TextArea className={styles['input'] ?? ''} rows={4} />
      ) : (
        <Input ref={input} className={styles['input'] ?? ''} spellCheck={false} autoComplete="off" />
      )}
      {hint === undefined ? null : (
        <Text slot="description" className={styles['hint'] ?? ''}>
          {hint}
        </Text>
      )}
    </AriaTextField>
  );
}

/** Once, when it opens. */
function useChosen(input: RefObject<HTMLInputElement | null>, until: number | undefined): void {
  const first = useRef(until);
  useEffect(() => {
    if (first.current !== undefined) input.current?.setSelectionRange(0, first.current);
  }, [input]);
}
