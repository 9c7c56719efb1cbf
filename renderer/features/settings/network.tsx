import { useState } from 'react';

import type { Fault } from '../../../shared/fault.ts';
import type { LimitsInfo } from '../../../shared/features/settings/limits-model.ts';
import {
  parseSpeed,
  parseTimeOfDay,
  settingsWords as words,
  speedText,
  timeOfDayText,
} from '../../../shared/features/settings/text.ts';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { Select } from '../../components/fields/select.tsx';
import { saveLimits, useLimits } from '../../state/settings.ts';
import { SavedField } from './saved-field.tsx';

/** An ordinary working day. */
const USUAL_HOURS = { from: 8 * 60, to: 18 * 60 };

/** How fast bytes may travel in one direction. */
export function SpeedSetting({ direction }: { readonly direction: 'up' | 'down' }) {
  const limits = useLimits(state => state.value);
  if (limits === null) return <span>{words.reading}</span>;
  const name = direction === 'up' ? 'upBytesPerSecond' : 'downBytesPerSecond';
  const label = words.network[direction];
  return (
    <SavedField
      label={label}
      value={speedText(limits[name])}
      errorOf={text => (parseSpeed(text) === null ? words.wrong.speed : null)}
      onSave={text => saveLimits({ [name]: parseSpeed(text) ?? 0 }, label)}
    />
  );
}

/** At which hours the speeds hold. */
export function HoursSetting() {
  const limits = useLimits(state => state.value);
  const [fault, setFault] = useState<Fault | null>(null);
  if (limits === null) return <span>{words.reading}</span>;
  const { hours } = limits;
  const save = (change: LimitsInfo['hours']) => saveLimits({ hours: change }, words.network.when);
  return (
    <>
      <Select<'always' | 'hours'>
        label={words.network.when}
        hidesLabel
        value={hours === null ? 'always' : 'hours'}
        options={[
          { value: 'always', label: words.network.always },
          { value: 'hours', label: words.network.hours },
        ]}
        onChange={value => void save(value === 'always' ? null : (hours ?? USUAL_HOURS)).then(setFault)}
      />
      {fault === null ? null : <FaultNotice fault={fault} saidTitle={words.serviceSaid} />}
      {hours === null
        ? null
        : (['from', 'to'] as const).map(end => (
            <SavedField
              key={end}
              label={words.network[end]}
              unit={words.network[end].toLowerCase()}
              value={timeOfDayText(hours[end])}
              errorOf={text => (parseTimeOfDay(text) === null ? words.wrong.time : null)}
              onSave={text => save({ ...hours, [end]: parseTimeOfDay(text) ?? 0 })}
            />
          ))}
    </>
  );
}
