import type { Command } from 'commander';

import type { CommandContext } from '../../runner/command-context.ts';
import { undoableShape } from '../../output/json-shapes.ts';
import { undoableLines } from '../../output/plain-text.ts';

/** As many as people look through. */
const SOME = 50;

/** `undo`, `undo list`. */
export function addUndoCommands(program: Command, context: CommandContext): void {
  const undo = program
    .command('undo')
    .summary('take back what was done last, or one thing from the list')
    .description(
      'Takes back what was sent, downloaded, moved or removed, also a removal that still waits. Nothing is destroyed by it: ' +
        'what was changed since is left alone, and what comes back takes nobody’s place.',
    )
    .argument('[id]', 'as listed by: benchtop undo list (default: the newest)')
    .action((id: string | undefined) =>
      context.ask(async ({ client }) => {
        const { text } = await client.call('activity.undo', { id: id ?? null });
        context.tell(text);
      }),
    );
  undo
    .command('list')
    .description('Lists what can be taken back, newest first.')
    .option('--json', 'print one JSON object')
    .action((options: { readonly json?: true }) =>
      context.ask(async ({ client }) => {
        const list = await client.call('activity.undoable', { limit: options.json ? 500 : SOME });
        if (options.json) context.printJson(undoableShape(list));
        else context.printLines(undoableLines(list));
      }),
    );
}
