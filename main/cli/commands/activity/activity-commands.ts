import { InvalidArgumentError, Option } from 'commander';

import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import { ACTIVITY_FILES, activityRecord } from '../../../../shared/features/activity/file-text.ts';
import {
  activityDetail,
  type ActivityDetail,
  type ActivityFilter,
  fullLook,
} from '../../../../shared/features/activity/model.ts';
import { nowTexts } from '../../../../shared/features/status/command-text.ts';
import { type ActivityEntry, activityEntry } from '../../../../shared/features/status/records-model.ts';
import { momentOf } from '../../input/moments.ts';
import { activityLine, checkLines } from '../../output/plain-text.ts';
import { listOf, publicFields } from '../../output/public-json.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { type Row, row } from '../../runner/command-row.ts';

/** As many entries as one call may give. */
const PAGE = 500;

/** As many as people read; scripts get all. */
const SOME = 50;

interface Wanted {
  readonly jsonl?: true;
  readonly csv?: true;
  readonly limit?: number;
  readonly since?: number;
  readonly until?: number;
  readonly mirror?: string;
  readonly text?: string;
  readonly verb?: readonly string[];
}

const ENTRY = 'id at mirror path verb fileId versionId sizeBytes cause undo';

/** What was done, and when everything was looked at. */
export const activityRows: readonly Row[] = [
  row('activity', {
    summary: 'show what was sent, downloaded, moved and removed',
    help: 'Shows the history of what was sent, downloaded, moved and removed, newest first.',
    options: [
      ['--jsonl', 'print one JSON object per line'],
      new Option('--csv', 'print a table for spreadsheets').conflicts('jsonl'),
      new Option('--limit <count>', `at most so many entries (default: ${SOME}, with --jsonl or --csv all)`).argParser(
        countOf,
      ),
      new Option('--since <moment>', 'from then on: 2026-11-20, or so long ago: 12h, 7d').argParser(momentOf),
      new Option('--until <moment>', 'before then').argParser(momentOf),
      ['--mirror <id>', 'of one mirrored folder, as listed by: benchtop mirror list'],
      ['--text <words>', 'whose path has this in it'],
      ['--verb <verb...>', 'only these, such as sent, received, moved, removed, conflict'],
    ],
    json: publicFields(activityEntry, ENTRY),
    run: async ({ client, context }, wanted: Wanted) => {
      if (wanted.csv) context.place().caller.print(ACTIVITY_FILES.csv.head);
      for await (const entry of history(client, wanted)) print(context, wanted, entry);
    },
  }),
  row('activity show <id>', {
    help: nowTexts.entry,
    arguments: ['as printed by: benchtop activity --jsonl'],
    json: publicFields(activityEntry, ENTRY).extend(publicFields(activityDetail, 'servicePath localPath sha256').shape),
    call: 'activity.detail',
    input: ({ id }: { readonly id: string }) => ({ id: Number(id) }),
    shape: detail => ({ ...activityRecord(detail.entry), ...detail }),
    lines: detailLines,
  }),
  row('checks', {
    summary: 'show when everything was looked at',
    help: 'Shows when both sides of a mirrored folder were compared in full, newest first.',
    json: listOf('checks', publicFields(fullLook, 'mirror at tookMs files folders open')),
    call: 'activity.checks',
    input: () => ({ before: null, limit: SOME }),
    shape: checks => ({ checks }),
    lines: checkLines,
  }),
];

function print(context: CommandContext, { csv, jsonl }: Wanted, entry: ActivityEntry): void {
  if (csv) context.place().caller.print(ACTIVITY_FILES.csv.line(entry));
  else if (jsonl) context.printJson(activityRecord(entry));
  else context.printLines([activityLine(entry)]);
}

function detailLines({ entry, servicePath, localPath, sha256 }: ActivityDetail): readonly string[] {
  return [activityLine(entry), ...[localPath, servicePath, sha256].flatMap(line => line ?? [])];
}

/** The newest entries, page by page. */
async function* history(client: EngineClient, wanted: Wanted): AsyncIterable<ActivityEntry> {
  const { csv, jsonl, limit = csv || jsonl ? Infinity : SOME } = wanted;
  const filter = filterOf(wanted);
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
function filterOf({ mirror, since, text, until, verb }: Wanted): ActivityFilter | null {
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
