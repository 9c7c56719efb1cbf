import { useState } from 'react';

import type { SettleRule, ZoneWish } from '../../../../shared/features/zones/model.ts';
import { SETTLE_WORDS } from '../../../../shared/features/zones/window-text.ts';
import { wizardWords } from '../../../../shared/features/zones/wizard-text.ts';
import { parseTimeOfDay, timeOfDayText } from '../../../../shared/features/settings/text.ts';
import { TextField } from '../../../components/fields/text-field.tsx';
import { Choice } from '../../../components/fields/checkbox.tsx';
import { setWish, useWizard } from '../stores/wizard.ts';
import { NumberField } from './number-field.tsx';

const words = wizardWords.when;
type Kind = SettleRule['kind'];
const KINDS = Object.keys(SETTLE_WORDS) as Kind[];

/** Asks how it is known that a run is finished. */
export function WhenStep() {
  const { settle, quietSeconds } = useWizard(({ wish }) => wish);
  return (
    <>
      <Choice<Kind>
        label={words.label}
        value={settle.kind}
        options={KINDS.map(value => ({ value, ...SETTLE_WORDS[value] }))}
        onChange={kind => setWish({ settle: kind === 'marker' ? { kind, name: '' } : { kind } })}
      />
      {settle.kind === 'marker' ? (
        <TextField
          label={words.marker}
          hint={words.markerHint}
          value={settle.name}
          onChange={name => setWish({ settle: { kind: 'marker', name } })}
          maxLength={200}
        />
      ) : null}
      <NumberField
        label={words.quiet}
        hint={words.quietHint}
        value={quietSeconds}
        least={0}
        most={3600}
        onChange={seconds => setWish({ quietSeconds: seconds ?? 0 })}
      />
      <PaceFields />
    </>
  );
}

const paceFieldsWords = wizardWords.pace;
type Hours = NonNullable<ZoneWish['hours']>;
/** What is proposed: the night, in minutes since midnight. */
const NIGHT: Hours = { from: 20 * 60, to: 6 * 60 };

/** Asks at which hours is sent, and what it gives way to. */
function PaceFields() {
  const hours = useWizard(({ wish }) => wish.hours);
  return (
    <>
      <Choice<'always' | 'hours'>
        label={paceFieldsWords.label}
        value={hours === null ? 'always' : 'hours'}
        options={[
          { value: 'always', label: paceFieldsWords.always },
          { value: 'hours', label: paceFieldsWords.hours },
        ]}
        onChange={value => setWish({ hours: value === 'always' ? null : NIGHT })}
      />
      {hours === null
        ? null
        : (['from', 'to'] as const).map(end => (
            <TimeField
              key={end}
              label={paceFieldsWords[end]}
              value={hours[end]}
              onChange={minute => setWish({ hours: { ...hours, [end]: minute } })}
            />
          ))}
      <Programs />
    </>
  );
}

/** A time of day; what is none is said to be none, and the one before counts. */
function TimeField(props: {
  readonly label: string;
  readonly value: number;
  readonly onChange: (minute: number) => void;
}) {
  const { label, value, onChange } = props;
  const [typed, type] = useState(timeOfDayText(value));
  return (
    <TextField
      label={label}
      value={typed}
      error={parseTimeOfDay(typed) === null ? paceFieldsWords.noTime : null}
      onChange={text => {
        type(text);
        const minute = parseTimeOfDay(text);
        if (minute !== null) onChange(minute);
      }}
    />
  );
}

/** Divided by commas; what is typed stays as it is typed. */
function Programs() {
  const [typed, type] = useState(() => useWizard.getState().wish.pauseWhile.join(', '));
  return (
    <TextField
      label={paceFieldsWords.programs}
      hint={paceFieldsWords.programsHint}
      value={typed}
      onChange={text => {
        type(text);
        const names = text.split(',').map(name => name.trim().slice(0, LONGEST));
        setWish({ pauseWhile: names.filter(name => name !== '').slice(0, MOST) });
      }}
    />
  );
}

/** Programs, and characters of a name. */
const MOST = 20;
const LONGEST = 100;
