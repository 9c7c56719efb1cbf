import { type Command, Option } from 'commander';

import { monitoringTexts as texts, prometheusText } from '../../../../shared/features/monitoring/text.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { type Format, JSON_OPTION } from '../../output/json-option.ts';

/** `metrics`. */
export function addMetricsCommands(program: Command, context: CommandContext): void {
  program
    .command('metrics')
    .summary('print how Benchtop is, for monitoring')
    .description(texts.about)
    .addOption(new Option('--status-file <wanted>', texts.statusFileOption).choices(['on', 'off']))
    .option(...JSON_OPTION)
    .action(({ json, statusFile }: Format & { readonly statusFile?: string }) =>
      context.ask(async ({ client }) => {
        if (statusFile !== undefined) {
          await client.call('monitoring.set', { statusFile: statusFile === 'on' });
          return context.tell(texts.statusFile((await client.call('monitoring.settings', null)).statusFile));
        }
        const figures = await client.call('monitoring.figures', null);
        if (json) context.printJson({ v: 1, figures: figures.map(({ name, samples }) => ({ name, samples })) });
        else context.place().caller.print(prometheusText(figures));
      }),
    );
}
