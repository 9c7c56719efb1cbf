import { type Command, Option } from 'commander';

import type { Desk } from './desk.ts';
import { Ending } from './ending.ts';
import { EXIT } from './exit-codes.ts';
import { conflictsShape, guardsShape } from './json-shapes.ts';
import { conflictLines, guardLines } from './plain-text.ts';

interface Format {
  readonly json?: true;
}

/** `conflicts list`, `conflicts resolve`. */
export function addConflictCommands(program: Command, desk: Desk): void {
  const conflicts = program
    .command('conflicts')
    .summary('list and settle files that were changed on both sides')
    .description('Files that were changed here and at the service. Both versions are kept until you choose.');
  conflicts
    .command('list')
    .description('Lists the conflicts.')
    .option('--json', 'print one JSON object')
    .action((options: Format) =>
      desk.ask(async ({ client }) => {
        const list = await client.call('conflicts.list', null);
        if (options.json) desk.printJson(conflictsShape(list));
        else desk.printLines(conflictLines(list));
      }),
    );
  conflicts
    .command('resolve')
    .description(
      'Settles a conflict.\n\n  mine    the copy from this computer becomes the newest version\n' +
        "  theirs  the service's version stays\n  both    both files stay\n\n" +
        'A copy that goes is kept in the store for 30 days.',
    )
    .argument('<id>', 'as listed by: benchtop conflicts list')
    .addOption(
      new Option('--keep <which>', 'which version to keep').choices(['mine', 'theirs', 'both']).makeOptionMandatory(),
    )
    .action((id: string, { keep }: { readonly keep: 'mine' | 'theirs' | 'both' }) =>
      desk.ask(async ({ client }) => {
        await client.call('conflicts.resolve', { id, keep });
        desk.tell(`Conflict ${id} is settled.`);
      }),
    );
}

/** `guards list`, `guards answer`. */
export function addGuardCommands(program: Command, desk: Desk): void {
  const guards = program
    .command('guards')
    .summary('list and answer removals that wait for you')
    .description(
      'Many removals at once, or removals in a folder that was renamed here. They wait for your answer; nothing goes before it.',
    );
  guards
    .command('list')
    .description('Lists what waits for an answer.')
    .option('--json', 'print one JSON object')
    .action((options: Format) =>
      desk.ask(async ({ client }) => {
        const list = await client.call('guards.list', null);
        if (options.json) desk.printJson(guardsShape(list));
        else desk.printLines(guardLines(list));
      }),
    );
  guards
    .command('answer')
    .description('Answers a guard. Give one of --keep and --remove.')
    .argument('<id>', 'as listed by: benchtop guards list')
    .option('--keep', 'keep the items: what was removed here is downloaded again, what was removed there stays here')
    .addOption(new Option('--remove', 'they were meant to go: remove them, through the 30-day store').conflicts('keep'))
    .action((id: string, { keep, remove }: { readonly keep?: true; readonly remove?: true }) => {
      if (!keep && !remove) throw new Ending(EXIT.usage, 'Say --keep or --remove. See: benchtop guards answer --help');
      return desk.ask(async ({ client }) => {
        await client.call('guards.answer', { id, answer: keep ? 'keep' : 'remove' });
        desk.tell(keep ? 'The items will be kept.' : 'The items will be removed, through the store.');
      });
    });
}
