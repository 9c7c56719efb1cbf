import { Argument, type Command } from 'commander';

import { computerKind, type ComputerKind } from '../../shared/model/set-up.ts';
import { kindTexts } from '../../shared/text/computer-kind.ts';
import type { Desk } from './desk.ts';

/** `computer`. */
export function addComputerCommand(program: Command, desk: Desk): void {
  program
    .command('computer')
    .summary('what kind of computer this is')
    .description(kindTexts.command)
    .addArgument(new Argument('[kind]', 'sets it').choices(computerKind.options))
    .option('--json', 'print one JSON object')
    .action((wanted: ComputerKind | undefined, { json }: { readonly json?: true }) =>
      desk.ask(async ({ client }) => {
        if (wanted !== undefined) await client.call('setUp.setComputer', { kind: wanted });
        const { kind } = await client.call('setUp.computer', null);
        if (json) desk.printJson({ v: 1, kind });
        else if (kind === null) desk.tell(kindTexts.unknown);
        else desk.printLines([kind]);
        if (kind !== null && !json) desk.tell(kindTexts.saved(kind));
      }),
    );
}
