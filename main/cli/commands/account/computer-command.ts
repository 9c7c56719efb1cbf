import { Argument, type Command } from 'commander';

import { computerKind, type ComputerKind } from '../../../../shared/features/set-up/model.ts';
import { kindTexts } from '../../../../shared/features/set-up/computer-text.ts';
import type { CommandContext } from '../../runner/command-context.ts';

/** `computer`. */
export function addComputerCommand(program: Command, context: CommandContext): void {
  program
    .command('computer')
    .summary('what kind of computer this is')
    .description(kindTexts.command)
    .addArgument(new Argument('[kind]', 'sets it').choices(computerKind.options))
    .option('--json', 'print one JSON object')
    .action((wanted: ComputerKind | undefined, { json }: { readonly json?: true }) =>
      context.ask(async ({ client }) => {
        if (wanted !== undefined) await client.call('setUp.setComputer', { kind: wanted });
        const { kind } = await client.call('setUp.computer', null);
        if (json) context.printJson({ v: 1, kind });
        else if (kind === null) context.tell(kindTexts.unknown);
        else context.printLines([kind]);
        if (kind !== null && !json) context.tell(kindTexts.saved(kind));
      }),
    );
}
