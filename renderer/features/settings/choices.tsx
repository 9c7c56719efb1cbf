import { useState } from 'react';

import type { Fault } from '../../../shared/fault.ts';
import type { ComputerKind } from '../../../shared/features/set-up/model.ts';
import { kindTexts } from '../../../shared/features/set-up/computer-text.ts';
import type { ChoiceSetting } from '../../../shared/features/settings/settings-table.ts';
import { settingsWords as words } from '../../../shared/features/settings/text.ts';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { Select } from '../../components/fields/select.tsx';
import { Switch } from '../../components/fields/checkbox.tsx';
import { DENSITIES, setDensity, setTheme, THEMES, useAppearance } from '../../state/appearance.ts';
import { saveKind, saveSetting, useSettings } from '../../state/settings.ts';
import { useSetUpState } from '../set-up/stores/set-up.ts';

/** A setting that is one of a few words: a switch for yes and no, else a list. */
export function ChoiceSettingControl({ name, row }: { readonly name: string; readonly row: ChoiceSetting }) {
  const setting = useSettings(({ value }) => value?.find(each => each.name === name));
  const [fault, setFault] = useState<Fault | null>(null);
  if (setting === undefined) return <span>{words.reading}</span>;
  const { label } = row;
  const choices = Object.entries(row.choices);
  const [chosen = ['', '']] = [...choices.filter(([value]) => value === setting.value), ...choices];
  const save = (value: string) => void saveSetting(name, value, label).then(setFault);
  return (
    <>
      {'yes' in row.choices ? (
        <Switch isOn={chosen[0] === 'yes'} onChange={isOn => save(isOn ? 'yes' : 'no')}>
          {chosen[1]}
        </Switch>
      ) : (
        <Select
          label={label}
          hidesLabel
          value={chosen[0]}
          options={choices.map(([value, text]) => ({ value, label: text }))}
          onChange={save}
        />
      )}
      {fault === null ? null : <FaultNotice fault={fault} saidTitle={words.serviceSaid} />}
    </>
  );
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
