import type { Command } from 'commander';

import { managedLines, managedTexts as texts } from '../../../../shared/features/settings/managed-text.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { type Format, JSON_OPTION } from '../../output/json-option.ts';

/** `policy show`. */
export function addManagedCommands(program: Command, context: CommandContext): void {
  program
    .command('policy')
    .summary(texts.command)
    .description(texts.command)
    .command('show')
    .summary(texts.command)
    .description(texts.show)
    .option(...JSON_OPTION)
    .action(({ json }: Format) =>
      context.ask(async ({ client }) => {
        const managed = await client.call('managed.get', null);
        const { path, state, why, service, updatesOff, remoteImagesOff, zonesVerify, settings } = managed;
        if (json)
          context.printJson({ v: 1, path, state, why, service, updatesOff, remoteImagesOff, zonesVerify, settings });
        else context.printLines(managedLines(managed));
      }),
    );
}
