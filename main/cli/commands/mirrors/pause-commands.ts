import { type Command, Option } from 'commander';

import { pauseTexts } from '../../../../shared/features/status/pauses-text.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { durationOf, nextTime, timeOfDay } from '../../input/moments.ts';
import { localTime } from '../../output/plain-text.ts';

interface PauseOptions {
  /** Milliseconds. */
  readonly for?: number;
  /** Minutes since midnight, by this computer's clock. */
  readonly until?: number;
}

/** `pause`, `resume`. */
export function addPauseCommands(program: Command, context: CommandContext): void {
  program
    .command('pause')
    .summary('stop syncing, all or one mirror, for a while or until you resume it')
    .description(
      'Stops syncing, over restarts too: nothing is looked at, sent, downloaded or removed, here or at the service. A ' +
        'file that is being sent or downloaded is finished first. Changes are kept and go on later.',
    )
    .argument('[mirror]', 'as listed by: benchtop mirror list (default: all)')
    .addOption(new Option('--for <time>', 'for so long: 45m, 2h, 1d').argParser(durationOf))
    .addOption(new Option('--until <time>', 'until this time of day: 08:00').argParser(timeOfDay).conflicts('for'))
    .action((mirror: string | undefined, options: PauseOptions) =>
      context.ask(async ({ client }) => {
        const until = untilOf(options);
        const isPlain = mirror === undefined && until === null;
        await client.call('sync.pause', isPlain ? null : { mirror: mirror ?? null, untilMs: until });
        context.tell(
          pauseTexts.paused(mirror ?? null, until === null ? null : localTime(new Date(until).toISOString())),
        );
      }),
    );
  program
    .command('resume')
    .summary('go on syncing')
    .description('Goes on syncing after a pause, with a look at both sides.')
    .argument('[mirror]', 'as listed by: benchtop mirror list (default: all)')
    .action((mirror: string | undefined) =>
      context.ask(async ({ client, isDaemon }) => {
        await client.call('sync.resume', mirror === undefined ? null : { mirror });
        context.tell(isDaemon ? pauseTexts.resumed : pauseTexts.resumedAlone);
      }),
    );
}

/** In milliseconds since the epoch; null: without an end. */
function untilOf({ for: ms, until }: PauseOptions): number | null {
  const now = new Date();
  if (ms !== undefined) return now.getTime() + ms;
  return until === undefined ? null : nextTime(until, now);
}
