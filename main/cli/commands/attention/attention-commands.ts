import { Option } from 'commander';
import { z } from 'zod';

import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import {
  conflictDetail,
  type ConflictThere,
  conflictThere,
  guardedItem,
  type GuardedPage,
  guardedPage,
  versionFacts,
  versionSide,
} from '../../../../shared/features/attention/decisions-model.ts';
import { attentionItem, attentionList } from '../../../../shared/features/attention/model.ts';
import { conflictInfo, guardInfo } from '../../../../shared/features/status/records-model.ts';
import {
  attentionLines,
  conflictDetailLines,
  conflictLines,
  guardedLines,
  guardLines,
  localTime,
} from '../../output/plain-text.ts';
import { listOf, publicFields } from '../../output/public-json.ts';
import { type Asking, commandGroup, type Row, row } from '../../runner/command-row.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';

/** As many as one call may give. */
const GUARDED_AT_ONCE = 1000;

const CONFLICT = 'as listed by: benchtop conflicts list';
const GUARD = 'as listed by: benchtop guards list';

interface Id {
  readonly id: string;
}

/** Everything that needs a person. */
export const attentionRows: readonly Row[] = [
  row('attention', {
    summary: 'list everything that needs you',
    help: 'Everything that needs you: removals to decide about, conflicts, and what is stuck, newest first.',
    json: publicFields(attentionList, 'decisions versions blocked', {
      items: z.array(publicFields(attentionItem, 'id group mirror path at title text remedy said fixes until')),
    }),
    call: 'attention.list',
    lines: attentionLines,
  }),
];

const side = publicFields(versionSide, 'path sizeBytes sha256 version changedAt').nullable();
const facts = publicFields(versionFacts, 'number at who sizeBytes summary').nullable();

/** Two versions of one file. */
export const conflictRows: readonly Row[] = [
  commandGroup(
    'conflicts',
    'list and settle files that were changed on both sides',
    'Files that were changed here and at the service. Both versions are kept until you choose.',
  ),
  row('conflicts list', {
    help: 'Lists the conflicts.',
    json: listOf('conflicts', publicFields(conflictInfo, 'id mirror path copyPath fileId at')),
    call: 'conflicts.list',
    shape: conflicts => ({ conflicts }),
    lines: conflictLines,
  }),
  row('conflicts show <id>', {
    help: 'Shows both sides of a conflict and what they were made from.',
    arguments: [CONFLICT],
    options: [['--ask', 'ask the service who made its versions, and when']],
    json: publicFields(conflictDetail, 'id mirror path at computer', {
      mine: side,
      theirs: side,
      base: publicFields(conflictDetail.shape.base.unwrap(), 'version sha256').nullable(),
      there: publicFields(conflictThere, { theirs: facts, base: facts }).optional(),
    }),
    run: async ({ client }, { id, ask: asks }: Id & { readonly ask?: true }) => {
      const detail = await client.call('conflicts.detail', { id });
      return { ...detail, there: asks ? await client.call('conflicts.askService', { id }) : undefined };
    },
    lines: detail => [...conflictDetailLines(detail), ...(detail.there === undefined ? [] : thereLines(detail.there))],
  }),
  row('conflicts resolve <ids...>', {
    help:
      'Settles a conflict.\n\n  mine    the copy from this computer becomes the newest version\n' +
      "  theirs  the service's version stays\n  both    both files stay\n\n" +
      'A copy that goes is kept in the store for 30 days.',
    arguments: [CONFLICT],
    options: [
      new Option('--keep <which>', 'which version to keep').choices(['mine', 'theirs', 'both']).makeOptionMandatory(),
      ['--name <name>', 'with both: what the copy is called from now on'],
    ],
    run: resolveAll,
    tell: ({ settled, refused }) => [
      ...settled.map(id => `Conflict ${id} is settled.`),
      ...refused.map(({ id, text }) => `Conflict ${id} is as before: ${text}`),
    ],
    exit: ({ refused }) => (refused.length === 0 ? EXIT.ok : EXIT.attention),
  }),
];

interface Resolving {
  readonly ids: readonly string[];
  readonly keep: 'mine' | 'theirs' | 'both';
  readonly name?: string;
}

async function resolveAll({ client }: Asking, { ids, keep, name }: Resolving) {
  const [id = ''] = ids;
  if (ids.length > 1) return client.call('conflicts.resolveAll', { ids: [...ids], keep });
  await client.call('conflicts.resolve', { id, keep, ...(name === undefined ? {} : { name }) });
  return { settled: [id], refused: [] };
}

/** Removals that wait for an answer. */
export const guardRows: readonly Row[] = [
  commandGroup(
    'guards',
    'list and answer removals that wait for you',
    'Many removals at once, removals in a folder that was renamed here, and items that are missing at the service, which ' +
      'does not say that they were removed. They wait for your answer; nothing goes before it.',
  ),
  row('guards list', {
    help: 'Lists what waits for an answer.',
    json: listOf('guards', publicFields(guardInfo, 'id mirror direction reason items of why at')),
    call: 'guards.list',
    shape: guards => ({ guards }),
    lines: guardLines,
  }),
  row('guards show <id>', {
    help: 'Lists what would be removed.',
    arguments: [GUARD],
    json: publicFields(guardedPage, 'files folders sizeBytes', {
      items: z.array(publicFields(guardedItem, 'id kind path sizeBytes')),
    }),
    run: ({ client }, { id }: Id) => allGuarded(client, id),
    lines: guardedLines,
  }),
  row('guards answer <id>', {
    help: 'Answers a guard. Give one of --keep and --remove.',
    arguments: [GUARD],
    options: [
      [
        '--keep',
        'keep the items: what was removed here is downloaded again, what was removed there stays here, what is missing there is sent again',
      ],
      new Option('--remove', 'they were meant to go: remove them, through the 30-day store').conflicts('keep'),
    ],
    check: ({ keep, remove }: Answer) => {
      if (!keep && !remove) throw new Ending(EXIT.usage, 'Say --keep or --remove. See: benchtop guards answer --help');
    },
    call: 'guards.answer',
    input: ({ id, keep }: Answer) => ({ id, answer: keep ? 'keep' : 'remove' }),
    tell: (_, { keep }) => (keep ? 'The items will be kept.' : 'The items will be removed, through the store.'),
  }),
];

interface Answer extends Id {
  readonly keep?: true;
  readonly remove?: true;
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

/** What the service says of the versions that are concerned, a line each. */
function thereLines({ theirs, base }: ConflictThere): readonly string[] {
  return Object.entries({ theirs, base }).flatMap(([word, told]) => {
    if (told === null) return [];
    const { number, who, at, summary } = told;
    const version = number === null ? null : `version ${number}`;
    return [[word, version, who, at === null ? null : localTime(at), summary].filter(part => part !== null).join('  ')];
  });
}
