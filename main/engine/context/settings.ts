import { badRequest } from '../../../shared/fault.ts';
import type { SettingInfo } from '../../../shared/features/settings/model.ts';
import {
  type ChoiceSetting,
  isNumber,
  type NumberSetting,
  SETTING_ROWS,
  settingInfoOf,
  settingOf,
  startOf,
  type SyncSettings,
} from '../../../shared/features/settings/settings-table.ts';
import type { Facts } from '../../journal/records/history.ts';

export type { SyncSettings } from '../../../shared/features/settings/settings-table.ts';

/** Whether the search reads the contents of local files. */
export function searchesInside(facts: Facts): boolean {
  return facts.get(factName('searchInside')) !== 'no';
}

/** All settings by name, as text. */
export function allSettings(facts: Facts): Record<string, string> {
  return Object.fromEntries(SETTING_ROWS.map(([name, row]) => [name, valueOf(facts, name, row)]));
}

/** All settings with their allowed values. */
export function describedSettings(facts: Facts): SettingInfo[] {
  return SETTING_ROWS.map(([name, row]) => settingInfoOf(name, row, valueOf(facts, name, row)));
}

/** Reads the settings that are numbers: stored values, else the defaults. */
export function readSettings(facts: Facts): SyncSettings {
  const numbers = SETTING_ROWS.flatMap(([name, row]) =>
    isNumber(row) ? [[name, Number(valueOf(facts, name, row))] as const] : [],
  );
  // `fromEntries` forgets the names; they are exactly those of the table.
  return Object.fromEntries(numbers) as { [N in keyof SyncSettings]: number };
}

/** Changes one setting. @throws FaultError `bad-request` naming the setting, its bounds or all names. */
export function writeSetting(facts: Facts, name: string, text: string): void {
  const row = settingOf(name);
  if (row === undefined)
    throw badRequest(`There is no setting '${name}'. There are: ${SETTING_ROWS.map(([known]) => known).join(', ')}.`);
  facts.set(factName(name), isNumber(row) ? numberIn(name, row, text) : choiceIn(name, row, text));
}

function numberIn(name: string, { least, most }: NumberSetting, text: string): string {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return String(value);
  throw badRequest(`'${name}' takes a whole number from ${least} to ${most}, not '${text}'.`);
}

function choiceIn(name: string, { choices }: ChoiceSetting, text: string): string {
  const known = Object.keys(choices);
  if (known.includes(text)) return text;
  throw badRequest(`'${name}' takes one of ${known.join(', ')}, not '${text}'.`);
}

function valueOf(facts: Facts, name: string, row: NumberSetting | ChoiceSetting): string {
  const value = facts.get(factName(name)) ?? startOf(row);
  return isNumber(row) ? String(Number(value)) : value;
}

function factName(name: string): string {
  return `setting.${name}`;
}
