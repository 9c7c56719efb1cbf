import { type FormEvent, useState } from 'react';

import type { Fault } from '../../../shared/fault.ts';
import { faultLine } from '../../../shared/text/faults.ts';
import { settingsWords as words } from '../../../shared/features/settings/text.ts';
import { Button } from '../../components/controls/button.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import styles from './saved-field.module.css';

/** What is set, what may be, and what sets it. */
export interface SavedFieldProps {
  readonly label: string;
  readonly hint?: string;
  /** Stands behind the field, such as `seconds`. */
  readonly unit?: string;
  readonly value: string;
  /** Characters, 40 unless told. */
  readonly maxLength?: number;
  /** What is wrong with a text, in a sentence; null when nothing is. */
  readonly errorOf: (text: string) => string | null;
  /** @returns the fault that stopped it; null when it is saved. */
  readonly onSave: (text: string) => Promise<Fault | null>;
}

/** A field whose change counts once it is saved: with Enter, or with the button that appears. */
export function SavedField({ label, hint, unit, value, maxLength = 40, errorOf, onSave }: SavedFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const text = draft ?? value;
  const isChanged = text.trim() !== value;
  const error = isChanged ? (errorOf(text) ?? (fault === null ? null : faultLine(fault))) : null;
  const save = async () => {
    if (!isChanged || errorOf(text) !== null) return;
    const failed = await onSave(text);
    setFault(failed);
    // Text that was typed while the save was under way is not saved yet.
    if (failed === null) setDraft(now => (now === draft ? null : now));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  const type = (next: string) => {
    setDraft(next);
    setFault(null);
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
      <TextField
        label={label}
        hidesLabel
        value={text}
        onChange={type}
        error={error}
        maxLength={maxLength}
        {...(hint === undefined ? {} : { hint })}
      />
      {/* The field's own name says it to screen readers. */}
      {unit === undefined ? null : (
        <span className={styles['unit']} aria-hidden="true">
          {unit}
        </span>
      )}
      {isChanged ? (
        <Button isDisabled={errorOf(text) !== null} onPress={() => void save()}>
          {words.save}
        </Button>
      ) : null}
    </form>
  );
}
