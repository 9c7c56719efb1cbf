import { useState } from 'react';

import { wizardWords as words } from '../../../../shared/features/zones/wizard-text.ts';
import { TextField } from '../../../components/fields/text-field.tsx';

/** A whole number; what is none is said to be none, and the one before counts. `canBeEmpty`: empty is null. */
export function NumberField(props: {
  readonly label: string;
  readonly hint?: string;
  readonly value: number | null;
  readonly least: number;
  readonly most: number;
  readonly canBeEmpty?: boolean;
  readonly onChange: (value: number | null) => void;
}) {
  const { label, hint, value, least, most, canBeEmpty = false, onChange } = props;
  const [typed, type] = useState(value === null ? '' : String(value));
  const valueOf = (text: string): number | null | undefined => {
    if (text.trim() === '') return canBeEmpty ? null : undefined;
    const number = Number(text);
    return Number.isInteger(number) && number >= least && number <= most ? number : undefined;
  };
  return (
    <TextField
      label={label}
      hint={hint}
      value={typed}
      error={valueOf(typed) === undefined ? words.number(least, most) : null}
      onChange={text => {
        type(text);
        const next = valueOf(text);
        if (next !== undefined) onChange(next);
      }}
    />
  );
}
