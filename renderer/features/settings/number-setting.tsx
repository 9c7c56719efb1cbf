import type { NumberSetting } from '../../../shared/features/settings/settings-table.ts';
import { settingsWords as words } from '../../../shared/features/settings/text.ts';
import { number } from '../../../shared/text/format.ts';
import { saveSetting, useSettings } from '../../state/settings.ts';
import { SavedField } from './saved-field.tsx';

/** A setting that is a number, in a unit that people use. */
export function NumberSettingControl({ name, row }: { readonly name: string; readonly row: NumberSetting }) {
  const { label, unit, factor } = row;
  const setting = useSettings(({ value }) => value?.find(each => each.name === name));
  if (setting === undefined) return <span>{words.reading}</span>;
  const shown = (value: string) => plain(Number(value) / factor);
  const least = Math.ceil((setting.least ?? 0) / factor);
  const most = Math.floor((setting.most ?? Number.MAX_SAFE_INTEGER) / factor);
  const errorOf = (text: string): string | null => {
    const value = numberIn(text);
    if (value === null) return words.wrong.whole(unit);
    return value < least || value > most ? words.wrong.range(least, most, unit) : null;
  };
  return (
    <SavedField
      label={`${label} (${unit})`}
      unit={unit}
      hint={words.usual(`${number(Number(shown(setting.start)))} ${unit}`)}
      value={shown(setting.value)}
      errorOf={errorOf}
      onSave={text => saveSetting(name, String(Math.round((numberIn(text) ?? 0) * factor)), label)}
    />
  );
}

/** With one figure behind the point at most; a comma is a point. */
function numberIn(text: string): number | null {
  const digits = /^\d{1,15}(?:[.,]\d{1,3})?$/.exec(text.trim())?.[0];
  return digits === undefined ? null : Number(digits.replace(',', '.'));
}

function plain(value: number): string {
  return String(Math.round(value * 10) / 10);
}
