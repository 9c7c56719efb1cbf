import type { Command } from 'commander';

import { formatBytes, formatCount } from '../../../../shared/text/format.ts';
import { onlineOnlyTexts } from '../../../../shared/features/browse/online-only-text.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { freedShape } from '../../output/json-shapes.ts';
import { idsOf, WHAT } from '../../input/named-things.ts';
import { refusedLines } from '../../output/plain-text.ts';

/** `free`, `keep`. */
export function addOnlineOnlyCommands(program: Command, context: CommandContext): void {
  program
    .command('free')
    .summary('free the space of files that the service surely has')
    .description(
      'Removes the bytes of files here, and only here: they stay at the service and are not downloaded again until you ask ' +
        'for it with keep. Each is compared with the service first; what is not surely there is kept and named. Of a ' +
        'folder, all files in it, and what is new in it at the service is not downloaded either.',
    )
    .argument('<path...>', WHAT)
    .option('--json', 'print one JSON object')
    .action((paths: readonly string[], options: { readonly json?: true }) =>
      context.ask(async ({ client }) => {
        const done = await client.call('files.free', { ids: await idsOf(client, context, paths) });
        if (options.json) context.printJson(freedShape(done));
        else context.printLines(refusedLines(done));
        context.tell(onlineOnlyTexts.freed(formatCount(done.files, 'file'), formatBytes(done.sizeBytes)));
        return done.refused.length > 0 ? EXIT.attention : EXIT.ok;
      }),
    );
  program
    .command('keep')
    .summary('have files here again whose space was freed')
    .description('Downloads files that are only online, and keeps them here. Of a folder, all files in it.')
    .argument('<path...>', WHAT)
    .action((paths: readonly string[]) =>
      context.ask(async ({ client }) => {
        const { files } = await client.call('files.keep', { ids: await idsOf(client, context, paths) });
        context.tell(files === 0 ? onlineOnlyTexts.nothingToKeep : onlineOnlyTexts.kept(formatCount(files, 'file')));
      }),
    );
}
