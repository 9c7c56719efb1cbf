import { useState } from 'react';

import type { Fault } from '../../../shared/fault.ts';
import { faultLine } from '../../../shared/text/faults.ts';
import { settingsWords as words } from '../../../shared/text/settings.ts';
import { Notice } from '../../components/notice.tsx';
import { Select } from '../../components/select.tsx';
import { DENSITIES, setDensity, setTheme, THEMES, useAppearance } from '../../stores/appearance.ts';
import { saveSetting, useSettings } from '../../stores/settings.ts';

type Manner = keyof typeof words.power.choices;
const MANNERS = Object.keys(words.power.choices) as readonly Manner[];

/** What happens on a battery, or on a connection that costs. */
export function MannerSetting({ name }: { readonly name: 'onBattery' | 'onMetered' }) {
  const setting = useSettings(({ value }) => value?.find(each => each.name === name));
  const [fault, setFault] = useState<Fault | null>(null);
  if (setting === undefined) return <span>{words.reading}</span>;
  const { label } = words.power[name];
  return (
    <>
      <Select<Manner>
        label={label}
        hidesLabel
        value={MANNERS.find(manner => manner === setting.value) ?? 'go-on'}
        options={MANNERS.map(value => ({ value, label: words.power.choices[value] }))}
        onChange={value => void saveSetting(name, value, label).then(setFault)}
      />
      {fault === null ? null : <Notice tone="alert">{faultLine(fault)}</Notice>}
    </>
  );
}

/** Light, dark, or as the computer is set. */
export function ThemeSetting() {
  const theme = useAppearance(state => state.theme);
  return (
    <Select
      label={words.appearance.theme.label}
      hidesLabel
      value={theme}
      options={THEMES.map(value => ({ value, label: words.appearance.themes[value] }))}
      onChange={setTheme}
    />
  );
}

/** How close lines stand. */
export function DensitySetting() {
  const density = useAppearance(state => state.density);
  return (
    <Select
      label={words.appearance.density.label}
      hidesLabel
      value={density}
      options={DENSITIES.map(value => ({ value, label: words.appearance.densities[value] }))}
      onChange={setDensity}
    />
  );
}
