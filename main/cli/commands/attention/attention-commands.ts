import { type Command, Option } from 'commander';

import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import type {
  ConflictThere,
  GuardedPage,
  SettledConflicts,
} from '../../../../shared/features/attention/decisions-model.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT, type ExitCode } from '../../runner/exit-codes.ts';
import { attentionShape, conflictShape, conflictsShape, guardShape, guardsShape } from '../../output/json-shapes.ts';
import {
  attentionLines,
  conflictDetailLines,
  conflictLines,
  guardedLines,
  guardLines,
  localTime,
} from '../../output/plain-text.ts';

/** As many as one call may give. */
const GUARDED_AT_ONCE = 1000;

interface Format {
  readonly json?: true;
}

/** `conflicts list`, `conflicts resolve`. */
export function addConflictCommands(program: Command, context: CommandContext): void {
  const conflicts = program
    .command('conflicts')
    .summary('list and settle files that were changed on both sides')
    .description('Files that were changed here and at the service. Both versions are kept until you choose.');
  conflicts
    .command('list')
    .description('Lists the conflicts.')
    .option('--json', 'print one JSON object')
    .action((options: Format) =>
      context.ask(async ({ client }) => {
        const list = await client.call('conflicts.list', null);
        if (options.json) context.printJson(conflictsShape(list));
        else context.printLines(conflictLines(list));
      }),
    );
  conflicts
    .command('show')
    .description('Shows both sides of a conflict and what they were made from.')
    .argument('<id>', 'as listed by: benchtop conflicts list')
    .option('--ask', 'ask the service who made its versions, and when')
    .option('--json', 'print one JSON object')
    .action((id: string, options: Format & { readonly ask?: true }) =>
      context.ask(async ({ client }) => {
        const detail = await client.call('conflicts.detail', { id });
        const there = options.ask ? await client.call('conflicts.askService', { id }) : null;
        if (options.json) context.printJson({ ...conflictShape(detail), ...(there === null ? {} : { there }) });
        else context.printLines([...conflictDetailLines(detail), ...(there === null ? [] : thereLines(there))]);
      }),
    );
  addResolve(conflicts, context);
}

function addResolve(conflicts: Command, context: CommandContext): void {
  conflicts
    .command('resolve')
    .description(
      'Settles a conflict.\n\n  mine    the copy from this computer becomes the newest version\n' +
        "  theirs  the service's version stays\n  both    both files stay\n\n" +
        'A copy that goes is kept in the store for 30 days.',
    )
    .argument('<ids...>', 'as listed by: benchtop conflicts list')
    .addOption(
      new Option('--keep <which>', 'which version to keep').choices(['mine', 'theirs', 'both']).makeOptionMandatory(),
    )
    .option('--name <name>', 'with both: what the copy is called from now on')
    .action((ids: readonly string[], { keep, name }: Resolving) =>
      context.ask(async ({ client }) => {
        const [id = ''] = ids;
        if (ids.length > 1)
          return resolveAll(context, await client.call('conflicts.resolveAll', { ids: [...ids], keep }));
        await client.call('conflicts.resolve', { id, keep, ...(name === undefined ? {} : { name }) });
        context.tell(`Conflict ${id} is settled.`);
      }),
    );
}

interface Resolving {
  readonly keep: 'mine' | 'theirs' | 'both';
  readonly name?: string;
}

function resolveAll(context: CommandContext, { settled, refused }: SettledConflicts): ExitCode {
  for (const id of settled) context.tell(`Conflict ${id} is settled.`);
  for (const { id, text } of refused) context.tell(`Conflict ${id} is as before: ${text}`);
  return refused.length === 0 ? EXIT.ok : EXIT.attention;
}

/** `attention`. */
export function addAttentionCommand(program: Command, context: CommandContext): void {
  program
    .command('attention')
    .summary('list everything that needs you')
    .description('Everything that needs you: removals to decide about, conflicts, and what is stuck, newest first.')
    .option('--json', 'print one JSON object')
    .action((options: Format) =>
      context.ask(async ({ client }) => {
        const list = await client.call('attention.list', null);
        if (options.json) context.printJson(attentionShape(list));
        else context.printLines(attentionLines(list));
      }),
    );
}

/** `guards list`, `guards show`, `guards answer`. */
export function addGuardCommands(program: Command, context: CommandContext): void {
  const guards = program
    .command('guards')
    .summary('list and answer removals that wait for you')
    .description(
      'Many removals at once, removals in a folder that was renamed here, and items that are missing at the service, which ' +
        'does not say that they were removed. They wait for your answer; nothing goes before it.',
    );
  guards
    .command('list')
    .description('Lists what waits for an answer.')
    .option('--json', 'print one JSON object')
    .action((options: Format) =>
      context.ask(async ({ client }) => {
        const list = await client.call('guards.list', null);
        if (options.json) context.printJson(guardsShape(list));
        else context.printLines(guardLines(list));
      }),
    );
  guards
    .command('show')
    .description('Lists what would be removed.')
    .argument('<id>', 'as listed by: benchtop guards list')
    .option('--json', 'print one JSON object')
    .action((id: string, options: Format) =>
      context.ask(async ({ client }) => {
        const page = await allGuarded(client, id);
        if (options.json) context.printJson(guardShape(page));
        else context.printLines(guardedLines(page));
      }),
    );
  addAnswer(guards, context);
}

async function allGuarded(client: EngineClient, id: string): Promise<GuardedPage> {
  const first = await client.call('guards.items', { id, offset: 0, limit: GUARDED_AT_ONCE });
  const items = [...first.items];
  while (items.length < first.files + first.folders) {
    const more = await client.call('guards.items', { id, offset: items.length, limit: GUARDED_AT_ONCE });
    if (more.items.length === 0) break;
    for (const each of more.items) items.push(each);
  }
  return { ...first, items };
}

function addAnswer(guards: Command, context: CommandContext): void {
  guards
    .command('answer')
    .description('Answers a guard. Give one of --keep and --remove.')
    .argument('<id>', 'as listed by: benchtop guards list')
    .option(
      '--keep',
      'keep the items: what was removed here is downloaded again, what was removed there stays here, what is missing there is sent again',
    )
    .addOption(new Option('--remove', 'they were meant to go: remove them, through the 30-day store').conflicts('keep'))
    .action((id: string, { keep, remove }: { readonly keep?: true; readonly remove?: true }) => {
      if (!keep && !remove) throw new Ending(EXIT.usage, 'Say --keep or --remove. See: benchtop guards answer --help');
      return context.ask(async ({ client }) => {
        await client.call('guards.answer', { id, answer: keep ? 'keep' : 'remove' });
        context.tell(keep ? 'The items will be kept.' : 'The items will be removed, through the store.');
      });
    });
}

/** What the service says of the versions that are concerned, a line each. */
function thereLines({ theirs, base }: ConflictThere): readonly string[] {
  return Object.entries({ theirs, base }).flatMap(([word, facts]) => {
    if (facts === null) return [];
    const { number, who, at, summary } = facts;
    const version = number === null ? null : `version ${number}`;
    return [[word, version, who, at === null ? null : localTime(at), summary].filter(part => part !== null).join('  ')];
  });
}
