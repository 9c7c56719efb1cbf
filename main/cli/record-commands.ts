import { type Command, InvalidArgumentError } from 'commander';

import type { EngineClient } from '../../shared/engine-client.ts';
import type { ActivityEntry } from '../../shared/model/records.ts';
import type { Desk } from './desk.ts';
import { Ending } from './ending.ts';
import { EXIT } from './exit-codes.ts';
import { activityShape } from './json-shapes.ts';
import { activityLine } from './plain-text.ts';

/** As many entries as one call may give. */
const PAGE = 500;

/** As many as people read; scripts get all. */
const SOME = 50;

interface ActivityOptions {
  readonly jsonl?: true;
  readonly limit?: number;
}

/** `activity`. */
export function addActivityCommand(program: Command, desk: Desk): void {
  program
    .command('activity')
    .summary('show what was sent, downloaded, moved and removed')
    .description('Shows the history of what was sent, downloaded, moved and removed, newest first.')
    .option('--jsonl', 'print one JSON object per line')
    .option('--limit <count>', `at most so many entries (default: ${SOME}, with --jsonl all)`, countOf)
    .action(({ jsonl, limit }: ActivityOptions) =>
      desk.ask(async ({ client }) => {
        for await (const entry of history(client, limit ?? (jsonl ? Infinity : SOME))) {
          if (jsonl) desk.printJson(activityShape(entry));
          else desk.printLines([activityLine(entry)]);
        }
      }),
    );
}

/** The newest entries, page by page. */
async function* history(client: EngineClient, limit: number): AsyncIterable<ActivityEntry> {
  let before: number | null = null;
  for (let left = limit; left > 0;) {
    const page: readonly ActivityEntry[] = await client.call('activity.page', { before, limit: Math.min(PAGE, left) });
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    before = last.id;
    left -= page.length;
  }
}

function countOf(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number above 0.');
  return Number(text);
}

/** `config get`, `config set`. */
export function addConfigCommands(program: Command, desk: Desk): void {
  const config = program
    .command('config')
    .summary('show and change settings')
    .description(
      'Settings, among them deleteHoldSeconds, settleMs, pollSeconds, guardItems, guardPercent, storeMaxBytes and idleRequests.',
    );
  config
    .command('get')
    .description('Prints the value of a setting, or all settings as name=value.')
    .argument('[name]', 'the name of the setting')
    .action((name?: string) =>
      desk.ask(async ({ client }) => {
        const settings = await client.call('settings.all', null);
        desk.printLines(name === undefined ? allSettings(settings) : [oneSetting(settings, name)]);
      }),
    );
  config
    .command('set')
    .description('Changes a setting.')
    .argument('<name>', 'the name of the setting')
    .argument('<value>', 'its new value')
    .action((name: string, value: string) =>
      desk.ask(({ client }) => client.call('settings.set', { name, value }).then(() => undefined)),
    );
}

function allSettings(settings: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(settings).map(([name, value]) => `${name}=${value}`);
}

function oneSetting(settings: Readonly<Record<string, string>>, name: string): string {
  const value = Object.hasOwn(settings, name) ? settings[name] : undefined;
  if (value !== undefined) return value;
  throw new Ending(EXIT.error, `There is no setting '${name}'. There are: ${Object.keys(settings).join(', ')}.`);
}
