import type { Command } from 'commander';

import type { SettingInfo } from '../../../../shared/features/settings/model.ts';
import { isNumber, SETTING_ROWS } from '../../../../shared/features/settings/settings-table.ts';
import { ownValue } from '../../../../shared/own-value.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { settingsShape } from '../../output/json-shapes.ts';

/** The settings that are numbers. This help has always named `idleRequests` last. */
const NUMBERS = SETTING_ROWS.filter(([, row]) => isNumber(row))
  .map(([name]) => name)
  .toSorted((one, other) => Number(one === 'idleRequests') - Number(other === 'idleRequests'));

/** `config get`, `config describe`, `config set`. */
export function addConfigCommands(program: Command, context: CommandContext): void {
  const config = program
    .command('config')
    .summary('show and change settings')
    .description(`Settings, among them ${NUMBERS.slice(0, -1).join(', ')} and ${NUMBERS.at(-1)}.`);
  config
    .command('get')
    .description('Prints the value of a setting, or all settings as name=value.')
    .argument('[name]', 'the name of the setting')
    .action((name?: string) =>
      context.ask(async ({ client }) => {
        const settings = await client.call('settings.all', null);
        context.printLines(name === undefined ? allSettings(settings) : [oneSetting(settings, name)]);
      }),
    );
  config
    .command('describe')
    .description('Lists every setting with what it may be and what it usually is.')
    .option('--json', 'print one JSON object')
    .action((options: { readonly json?: true }) =>
      context.ask(async ({ client }) => {
        const settings = await client.call('settings.describe', null);
        if (options.json) context.printJson(settingsShape(settings));
        else context.printLines(settings.map(settingLine));
      }),
    );
  config
    .command('set')
    .description('Changes a setting.')
    .argument('<name>', 'the name of the setting')
    .argument('<value>', 'its new value')
    .action((name: string, value: string) =>
      context.ask(({ client }) => client.call('settings.set', { name, value }).then(() => undefined)),
    );
}

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
