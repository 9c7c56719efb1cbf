import type { Command } from 'commander';

import { whyLines } from '../../../../shared/features/activity/why-text.ts';
import { pathQuestion } from '../../input/typed-path.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { whyShape } from '../../output/json-shapes.ts';
import { localTime } from '../../output/plain-text.ts';

/** `why`. */
export function addWhyCommand(program: Command, context: CommandContext): void {
  program
    .command('why')
    .summary('explain why a file or folder is as it is')
    .description(
      'Explains a file or folder: what was last seen of it here and at the service, what both sides agreed on, what the ' +
        'policy decides, what keeps it waiting and when it goes on. Asks nobody: it works offline.',
    )
    .argument('<path>', 'a path on this computer, or one inside the mirror')
    .option('--mirror <id>', 'as listed by: benchtop mirror list (default: the one that the path is in)')
    .option('--json', 'print one JSON object')
    .action((path: string, { json, mirror }: { readonly json?: true; readonly mirror?: string }) =>
      context.ask(async ({ client }) => {
        const why = await client.call('why.path', pathQuestion(context, path, mirror));
        if (json) context.printJson(whyShape(why));
        else context.printLines(whyLines(why, localTime, Date.now()));
      }),
    );
}
