import { type Command, InvalidArgumentError, Option } from 'commander';

import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import type { ActivityFilter } from '../../../../shared/features/activity/model.ts';
import type { ActivityEntry } from '../../../../shared/features/status/records-model.ts';
import { ACTIVITY_FILES } from '../../../../shared/features/activity/file-text.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { activityShape, checksShape } from '../../output/json-shapes.ts';
import { momentOf } from '../../input/moments.ts';
import { addActivityShow } from '../daemon/status-commands.ts';
import { activityLine, checkLines } from '../../output/plain-text.ts';

/** As many entries as one call may give. */
const PAGE = 500;

/** As many as people read; scripts get all. */
const SOME = 50;

interface Options {
  readonly jsonl?: true;
  readonly csv?: true;
  readonly limit?: number;
  readonly since?: number;
  readonly until?: number;
  readonly mirror?: string;
  readonly text?: string;
  readonly verb?: readonly string[];
}

/** `activity`, `activity show`, `checks`. */
export function addActivityCommands(program: Command, context: CommandContext): void {
  const activity = program
    .command('activity')
    .summary('show what was sent, downloaded, moved and removed')
    .description('Shows the history of what was sent, downloaded, moved and removed, newest first.')
    .option('--jsonl', 'print one JSON object per line')
    .addOption(new Option('--csv', 'print a table for spreadsheets').conflicts('jsonl'))
    .option('--limit <count>', `at most so many entries (default: ${SOME}, with --jsonl or --csv all)`, countOf)
    .addOption(new Option('--since <moment>', 'from then on: 2026-11-20, or so long ago: 12h, 7d').argParser(momentOf))
    .addOption(new Option('--until <moment>', 'before then').argParser(momentOf))
    .option('--mirror <id>', 'of one mirrored folder, as listed by: benchtop mirror list')
    .option('--text <words>', 'whose path has this in it')
    .option('--verb <verb...>', 'only these, such as sent, received, moved, removed, conflict')
    .action((options: Options) =>
      context.ask(async ({ client }) => {
        if (options.csv) context.place().caller.print(ACTIVITY_FILES.csv.head);
        for await (const entry of history(client, options)) print(context, options, entry);
      }),
    );
  addActivityShow(activity, context);
  program
    .command('checks')
    .summary('show when everything was looked at')
    .description('Shows when both sides of a mirrored folder were compared in full, newest first.')
    .option('--json', 'print one JSON object')
    .action((options: { readonly json?: true }) =>
      context.ask(async ({ client }) => {
        const list = await client.call('activity.checks', { before: null, limit: SOME });
        if (options.json) context.printJson(checksShape(list));
        else context.printLines(checkLines(list));
      }),
    );
}

function print(context: CommandContext, { csv, jsonl }: Options, entry: ActivityEntry): void {
  if (csv) context.place().caller.print(ACTIVITY_FILES.csv.line(entry));
  else if (jsonl) context.printJson(activityShape(entry));
  else context.printLines([activityLine(entry)]);
}

/** The newest entries, page by page. */
async function* history(client: EngineClient, options: Options): AsyncIterable<ActivityEntry> {
  const { csv, jsonl, limit = csv || jsonl ? Infinity : SOME } = options;
  const filter = filterOf(options);
  let before: number | null = null;
  for (let left = limit; left > 0;) {
    const page: readonly ActivityEntry[] = await pageOf(client, filter, { before, limit: Math.min(PAGE, left) });
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    before = last.id;
    left -= page.length;
  }
}

async function pageOf(
  client: EngineClient,
  filter: ActivityFilter | null,
  page: { before: number | null; limit: number },
): Promise<readonly ActivityEntry[]> {
  if (filter === null) return client.call('activity.page', page);
  return (await client.call('activity.find', { filter, ...page })).entries;
}

/** Null when everything is wanted. */
function filterOf({ mirror, since, text, until, verb }: Options): ActivityFilter | null {
  if ([mirror, since, text, until, verb].every(one => one === undefined)) return null;
  return {
    mirror: mirror ?? null,
    verbs: [...(verb ?? [])],
    text: text ?? '',
    fromMs: since ?? null,
    toMs: until ?? null,
  };
}

function countOf(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number above 0.');
  return Number(text);
}
