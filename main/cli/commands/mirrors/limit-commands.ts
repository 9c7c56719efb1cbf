import { type Command, InvalidArgumentError, Option } from 'commander';

import type { LimitsInfo } from '../../../../shared/features/settings/limits-model.ts';
import { limitTexts } from '../../../../shared/features/settings/limits-text.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { limitsShape } from '../../output/json-shapes.ts';
import { timeOfDay } from '../../input/moments.ts';

interface SetOptions {
  readonly up?: number;
  readonly down?: number;
  readonly from?: number;
  readonly to?: number;
  readonly always?: true;
}

/** `limits show`, `limits set`, `limits off`. */
export function addLimitCommands(program: Command, context: CommandContext): void {
  const limits = program
    .command('limits')
    .summary('how fast bytes may travel, and at which hours')
    .description(
      'How fast bytes may travel, all transfers together. A change is felt at once, also by what is under way.',
    );
  limits
    .command('show')
    .description('Shows the limits.')
    .option('--json', 'print one JSON object')
    .action((options: { readonly json?: true }) =>
      context.ask(async ({ client }) => {
        const set = await client.call('limits.get', null);
        if (options.json) context.printJson(limitsShape(set));
        else context.printLines(limitTexts.lines(set));
      }),
    );
  addLimitsSet(limits, context);
  limits
    .command('off')
    .description('Lets bytes travel as fast as they go, at all hours.')
    .action(() => context.ask(({ client }) => client.call('limits.set', NONE).then(() => undefined)));
}

const NONE: LimitsInfo = { upBytesPerSecond: 0, downBytesPerSecond: 0, hours: null };

function addLimitsSet(limits: Command, context: CommandContext): void {
  limits
    .command('set')
    .description('Changes what is named and leaves the rest as it is.')
    .addOption(
      new Option('--up <speed>', 'at most so fast to the service: 500kB/s, 2MB/s, 0 for none').argParser(speedOf),
    )
    .addOption(new Option('--down <speed>', 'at most so fast from the service').argParser(speedOf))
    .addOption(new Option('--from <time>', 'only from this time of day: 08:00').argParser(timeOfDay))
    .addOption(new Option('--to <time>', 'only until this time of day: 18:00').argParser(timeOfDay))
    .addOption(new Option('--always', 'at all hours').conflicts(['from', 'to']))
    .action((options: SetOptions) => {
      if ((options.from === undefined) !== (options.to === undefined))
        throw new Ending(EXIT.usage, limitTexts.bothHours);
      if (Object.keys(options).length === 0) throw new Ending(EXIT.usage, limitTexts.nothing);
      return context.ask(async ({ client }) => {
        const set = withOptions(await client.call('limits.get', null), options);
        await client.call('limits.set', set);
        for (const line of limitTexts.lines(set)) context.tell(line);
      });
    });
}

function withOptions(set: LimitsInfo, { up, down, from, to, always }: SetOptions): LimitsInfo {
  const hours = always ? null : from === undefined || to === undefined ? set.hours : { from, to };
  return {
    upBytesPerSecond: up ?? set.upBytesPerSecond,
    downBytesPerSecond: down ?? set.downBytesPerSecond,
    hours,
  };
}

const UNITS: { readonly [unit: string]: number } = { '': 1, k: 1e3, m: 1e6, g: 1e9 };

/** Bytes a second from `500kB/s`, `2 MB/s`, `1.5M` or `0`. @throws InvalidArgumentError. */
function speedOf(text: string): number {
  const [, count, unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?)\s*([kmg]?)(?:b?(?:\/s)?)$/i.exec(text) ?? [];
  const speed = Math.round(Number(count) * (UNITS[unit.toLowerCase()] ?? NaN));
  if (!(speed === 0 || speed >= 1000)) throw new InvalidArgumentError(limitTexts.speedHint);
  return speed;
}
