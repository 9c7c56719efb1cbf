import type { Command } from 'commander';

import { storeTexts } from '../../../../shared/features/trash/text.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { placeAt } from '../../input/named-things.ts';
import { storeShape } from '../../output/json-shapes.ts';
import { storedLines } from '../../output/plain-text.ts';

/** `store list`, `store restore`. */
export function addStoreCommands(program: Command, context: CommandContext): void {
  const store = program
    .command('store')
    .summary('list what was removed or replaced, and bring it back')
    .description('What was removed or replaced in the mirrored folders. It is kept for 30 days.');
  store
    .command('list')
    .description('Lists what is in the store, oldest first.')
    .option('--json', 'print one JSON object')
    .action((options: { readonly json?: true }) =>
      context.ask(async ({ client }) => {
        const list = await client.call('store.list', null);
        if (options.json) context.printJson(storeShape(list));
        else context.printLines(storedLines(list));
      }),
    );
  store
    .command('restore')
    .description(
      "Brings a file back to where it was, and prints its path there. Nothing is replaced: if its name is taken, it becomes 'name (2)'.",
    )
    .argument('<id>', 'as listed by: benchtop store list')
    .option('--to <folder>', 'puts it into that folder instead; what was in no mirrored folder needs one')
    .action((id: string, options: { readonly to?: string }) =>
      context.ask(async ({ client }) => {
        const to = options.to === undefined ? {} : { to: await placeAt(client, context, options.to) };
        const { mirror, path, older } = await client.call('store.restore', { id, ...to });
        context.printLines([path]);
        const { willBeIn, restored } = storeTexts;
        context.tell(mirror === '' ? willBeIn(path, options.to ?? '', older) : restored(path, older));
      }),
    );
}
