import { useState } from 'react';

import type { Fault } from '../../../shared/fault.ts';
import type { ComputerKind } from '../../../shared/features/set-up/model.ts';
import { kindTexts } from '../../../shared/features/set-up/computer-text.ts';
import { settingsWords as words } from '../../../shared/features/settings/text.ts';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { Select } from '../../components/fields/select.tsx';
import { Switch } from '../../components/fields/checkbox.tsx';
import { DENSITIES, setDensity, setTheme, THEMES, useAppearance } from '../../state/appearance.ts';
import { saveKind, saveSetting, useSettings } from '../../state/settings.ts';
import { useSetUpState } from '../set-up/stores/set-up.ts';

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
      {fault === null ? null : <FaultNotice fault={fault} saidTitle={words.serviceSaid} />}
    </>
  );
}

/** Whether words inside files are found on this computer. */
export function SearchInsideSetting() {
  const setting = useSettings(({ value }) => value?.find(each => each.name === 'searchInside'));
  const [fault, setFault] = useState<Fault | null>(null);
  if (setting === undefined) return <span>{words.reading}</span>;
  const { choices, label } = words.searchInside;
  return (
    <>
      <Switch isOn={setting.value !== 'no'} onChange={isOn => void save(isOn, label).then(setFault)}>
        {setting.value === 'no' ? choices.no : choices.yes}
      </Switch>
      {fault === null ? null : <FaultNotice fault={fault} saidTitle={words.serviceSaid} />}
    </>
  );
}

function save(isOn: boolean, label: string): Promise<Fault | null> {
  return saveSetting('searchInside', isOn ? 'yes' : 'no', label);
}

/** What this computer is for. */
export function KindSetting() {
  const kind = useSetUpState(({ value }) => value?.kind ?? null);
  const [fault, setFault] = useState<Fault | null>(null);
  const unsaid = { value: 'unsaid' as const, label: kindTexts.unsaid };
  return (
    <>
      <Select
        label={kindTexts.label}
        hidesLabel
        value={kind ?? unsaid.value}
        options={[
          ...(kind === null ? [unsaid] : []),
          ...KINDS.map(value => ({ value, label: kindTexts.kinds[value] })),
        ]}
        onChange={value => (value === 'unsaid' ? undefined : void saveKind(value).then(setFault))}
      />
      {kind === null ? null : <span>{kindTexts.means[kind]}</span>}
      {fault === null ? null : <FaultNotice fault={fault} saidTitle={words.serviceSaid} />}
    </>
  );
}

const KINDS = Object.keys(kindTexts.kinds) as readonly ComputerKind[];

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
