import { settingInfo, type SettingInfo } from '../../../../shared/features/settings/model.ts';
import { isNumber, SETTING_ROWS } from '../../../../shared/features/settings/settings-table.ts';
import { ownValue } from '../../../../shared/own-value.ts';
import { listOf, publicFields } from '../../output/public-json.ts';
import { commandGroup, type Row, row } from '../../runner/command-row.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';

/** The settings that are numbers. This help has always named `idleRequests` last. */
const NUMBERS = SETTING_ROWS.filter(([, row]) => isNumber(row))
  .map(([name]) => name)
  .toSorted((one, other) => Number(one === 'idleRequests') - Number(other === 'idleRequests'));

/** Settings. */
export const configRows: readonly Row[] = [
  commandGroup(
    'config',
    'show and change settings',
    `Settings, among them ${NUMBERS.slice(0, -1).join(', ')} and ${NUMBERS.at(-1)}.`,
  ),
  row('config get [name]', {
    help: 'Prints the value of a setting, or all settings as name=value.',
    arguments: ['the name of the setting'],
    run: ({ client }, _: { readonly name?: string }) => client.call('settings.all', null),
    lines: (settings, { name }) => (name === undefined ? allSettings(settings) : [oneSetting(settings, name)]),
  }),
  row('config describe', {
    help: 'Lists every setting with what it may be and what it usually is.',
    json: listOf('settings', publicFields(settingInfo, 'name value start least most choices')),
    call: 'settings.describe',
    shape: settings => ({ settings }),
    lines: settings => settings.map(settingLine),
  }),
  row('config set <name> <value>', {
    help: 'Changes a setting.',
    arguments: ['the name of the setting', 'its new value'],
    call: 'settings.set',
    input: ({ name, value }: { readonly name: string; readonly value: string }) => ({ name, value }),
  }),
];

function settingLine({ name, value, start, least, most, choices }: SettingInfo): string {
  const may = choices.length > 0 ? choices.join(', ') : `${least} to ${most}`;
  return `${name}=${value}  (${may}; usually ${start})`;
}

function allSettings(settings: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(settings).map(([name, value]) => `${name}=${value}`);
}

function oneSetting(settings: Readonly<Record<string, string>>, name: string): string {
  const value = ownValue(settings, name);
  if (value !== undefined) return value;
  throw new Ending(EXIT.error, `There is no setting '${name}'. There are: ${Object.keys(settings).join(', ')}.`);
}
