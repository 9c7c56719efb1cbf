import { Argument, Option } from 'commander';
import { z } from 'zod';

import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import { itemAbout, itemDetails, pendingDescription } from '../../../../shared/features/details/model.ts';
import { detailsTexts } from '../../../../shared/features/details/text.ts';
import { dropPlan, dropReport } from '../../../../shared/features/drops/model.ts';
import {
  olderWeight,
  relocated,
  type Relocated,
  removedThings,
  weight,
  type Weight,
} from '../../../../shared/features/edit/model.ts';
import { doneTexts, fileCommandTexts, questionTexts } from '../../../../shared/features/edit/text.ts';
import { nowTexts } from '../../../../shared/features/status/command-text.ts';
import { findNamed, idsOf, placeAt, WHAT } from '../../input/named-things.ts';
import { publicFields } from '../../output/public-json.ts';
import { type Asking, type Row, row } from '../../runner/command-row.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT, type ExitCode } from '../../runner/exit-codes.ts';
import { filesGetRow, publicLeft } from './get-command.ts';
import { moveRow } from './move-command.ts';
import { putAll } from './put-files.ts';
import { waitingRow } from './waiting-command.ts';

interface Paths {
  readonly path: readonly string[];
}

interface InFolder {
  readonly folder: string;
  readonly name: string;
}

/** Where something is afterwards. */
const placed = {
  json: publicFields(relocated, 'name path', { sent: relocated.shape.isSent }),
  shape: (made: Relocated) => ({ ...made, sent: made.isSent }),
  lines: ({ path }: Relocated) => [path],
};
const someLeft = ({ left }: { readonly left: readonly unknown[] }): ExitCode =>
  left.length > 0 ? EXIT.attention : EXIT.ok;

const PLACING: readonly Row[] = [
  row('files new-folder <folder> <name>', {
    help: 'Makes a folder in another one, and prints its path.',
    arguments: [WHAT],
    ...placed,
    run: async ({ client, context }, { folder, name }: InFolder) =>
      client.call('files.newFolder', { place: await placeAt(client, context, folder), name }),
  }),
  row('files new <folder> <name>', {
    help: 'Makes a file of a text in a folder, and prints its path. The text is read from standard input.',
    arguments: [WHAT, 'without an ending it becomes a Markdown file (.md)'],
    options: [['--text <text>', 'in place of standard input']],
    ...placed,
    run: async ({ client, context }, { folder, name, text }: InFolder & { readonly text?: string }) => {
      const place = await placeAt(client, context, folder);
      return client.call('files.newNote', { place, name, text: text ?? (await context.place().caller.readInput()) });
    },
  }),
  row('files rename <path> <name>', {
    help: 'Gives a file or folder another name. Nothing is replaced.',
    arguments: [WHAT],
    json: placed.json,
    run: async ({ client, context }, { path, name }: { readonly path: string; readonly name: string }) => {
      const named = await findNamed(client, context, path);
      return { ...(await client.call('files.rename', { id: named.id, name })), before: named.name };
    },
    shape: placed.shape,
    lines: placed.lines,
    tell: ({ before, name }) => doneTexts.renamed(before, name),
  }),
  moveRow,
];

const publicWeight = publicFields(
  weight,
  'files folders sizeBytes unsent onlyThere unseenFolders holdSeconds isAsked',
  {
    older: publicFields(olderWeight, 'kept keptBytes lost lostBytes unknownFiles keepsNone'),
  },
);
const removal = removedThings.partial().shape;

const REMOVING: readonly Row[] = [
  row('files remove <path...>', {
    help: fileCommandTexts.remove,
    arguments: [WHAT],
    options: [['--yes', 'without it, only what would be removed is said']],
    json: z.object({
      wouldRemove: publicWeight.optional(),
      files: removal.files,
      folders: removal.folders,
      undo: removal.undo,
      left: publicLeft.optional(),
    }),
    run: remove,
    exit: code => code,
  }),
  row('files take-out <path...>', {
    help: 'Takes files out of their folder; at the service they stay, in no folder.',
    arguments: [WHAT],
    json: z.object({ takenOut: z.array(z.object({ id: z.string(), path: z.string() })), left: publicLeft }),
    run: async ({ client, context }, { path }: Paths) =>
      client.call('files.clearFolder', { ids: await idsOf(client, context, path) }),
    shape: ({ done, left }) => ({ takenOut: done, left }),
    tell: ({ done, left }) => [doneTexts.takenOut(done.length), ...left.map(doneTexts.left)],
    exit: someLeft,
  }),
];

async function remove(
  { client, context }: Asking,
  { path, yes, json }: Paths & { readonly yes?: true; readonly json?: true },
): Promise<ExitCode> {
  const ids = await idsOf(client, context, path);
  if (!yes) {
    const found = await client.call('files.weigh', { ids });
    if (json) context.printJson({ wouldRemove: found });
    for (const line of weightLines(found)) context.tell(line);
    context.tell(questionTexts.remove.losers(await readersOf(client, ids)));
    return EXIT.attention;
  }
  const removed = await client.call('files.remove', { ids });
  if (json) context.printJson(removed);
  context.tell(doneTexts.removed(removed.files, removed.folders));
  if (removed.undo.length > 0) context.tell(fileCommandTexts.undo(removed.undo));
  for (const one of removed.left) context.tell(doneTexts.left(one));
  return someLeft(removed);
}

function weightLines({ files, folders, unseenFolders, sizeBytes, onlyThere, ...more }: Weight): readonly string[] {
  const { holdSeconds, isAsked, older } = more;
  const { hold, asked, older: olderLines } = questionTexts.remove;
  return [
    fileCommandTexts.would(files, folders + unseenFolders, sizeBytes),
    ...(files - onlyThere > 0 ? [hold(holdSeconds)] : []),
    ...(isAsked ? [asked] : []),
    ...olderLines(older),
    ...(older.lost > 0 && !older.keepsNone ? [fileCommandTexts.olderAsked] : []),
  ];
}

/** Who can open the one thing that is named; null where several are, or it is not known. */
async function readersOf(client: EngineClient, [id, ...more]: readonly string[]): Promise<readonly string[] | null> {
  if (id === undefined || more.length > 0) return null;
  const answer = await client.call('files.readers', { id }).catch(() => null);
  return answer?.names ?? null;
}

const putRow: Row = row('files put <file...>', {
  help: fileCommandTexts.put,
  arguments: ['files and folders of this computer'],
  options: [['--to <folder>', 'the folder that they go into; without it your drafts at the service']],
  json: publicFields(dropReport, 'files sizeBytes', {
    renamed: z.array(publicFields(dropPlan.shape.renamed.element, 'from to')),
    left: z.array(publicFields(dropReport.shape.left.element, 'path text')),
  }),
  run: async ({ client, context }, { file, to }: { readonly file: readonly string[]; readonly to?: string }) => {
    const place =
      to === undefined ? { base: (await client.call('setUp.drafts', null)).id } : await placeAt(client, context, to);
    const { report, plan } = await putAll(client, place, { paths: file, folder: context.place().caller.folder });
    return { ...report, renamed: plan.renamed, folder: plan.folder };
  },
  tell: ({ files, sizeBytes, renamed, folder, left }) => [
    ...renamed.map(({ from, to }) => fileCommandTexts.renamed(from, to)),
    fileCommandTexts.added(files, sizeBytes, folder),
    ...left.map(doneTexts.left),
  ],
  exit: someLeft,
});

interface Describing extends Paths {
  readonly description?: string;
  readonly tag: string[];
  readonly untag: string[];
}

const about = publicFields(
  itemAbout,
  'description tags createdAt visibility isForEverybody',
  {
    versions: z
      .array(publicFields(itemAbout.shape.versions.unwrap().element, 'id number createdAt sizeBytes by summary'))
      .nullable(),
  },
  'readers',
);

const SAYING: readonly Row[] = [
  row('files answer <id> <answer>', {
    help: nowTexts.answer,
    arguments: [
      'as listed by: benchtop files waiting --json',
      new Argument('<answer>').choices(['again', 'store', 'mine', 'theirs']),
    ],
    run: answerFor,
    tell: () => nowTexts.answered,
  }),
  row('files describe <path...>', {
    help: 'Describes files and tags them. Offline it is remembered, and sent later.',
    arguments: [WHAT],
    options: [
      ['--description <text>', 'in place of the description that was last seen'],
      new Option('--tag <tag>', 'adds a tag; may be repeated').argParser(gather).default([]),
      new Option('--untag <tag>', 'takes a tag away; may be repeated').argParser(gather).default([]),
    ],
    run: async ({ client, context }, { path, description, tag, untag }: Describing) => {
      const to = description === undefined ? null : { to: description };
      const ids = await idsOf(client, context, path);
      return client.call('files.describe', { ids, description: to, addTags: tag, removeTags: untag });
    },
    tell: ({ files, waiting }) => detailsTexts.saved(files, waiting),
  }),
  row('files note <path> [text]', {
    help: 'Says what changed: goes into the history with the next version of the file that is sent.',
    arguments: [WHAT, 'without it, nothing is said'],
    run: async ({ client, context }, { path, text }: { readonly path: string; readonly text?: string }) => {
      const { id } = await findNamed(client, context, path);
      await client.call('files.note', { id, note: text ?? null });
    },
    tell: (_, { text }) => (text === undefined ? detailsTexts.noteGone : detailsTexts.noteSaved),
  }),
  row('files details <path>', {
    help: 'Prints what is known of a file or folder, as one JSON object.',
    arguments: [WHAT],
    options: [['--ask', 'ask the service too: its versions, who can read it, what it is described as']],
    printsJsonAlways: true,
    json: publicFields(
      itemDetails,
      'id kind name serviceName badge note extraction sizeBytes modifiedAt path servicePath serviceId version sha256',
      {
        described: publicFields(itemDetails.shape.described.unwrap(), 'description tags at').nullable(),
        pending: publicFields(pendingDescription, 'id description add remove text theirs isDisputed').nullable(),
      },
      'changeNote',
      { about: about.optional() },
    ),
    run: async ({ client, context }, { path, ask: asks }: { readonly path: string; readonly ask?: true }) => {
      const { id } = await findNamed(client, context, path);
      const known = await client.call('files.details', { id });
      return { ...known, ...(asks ? { about: await client.call('files.about', { id }) } : {}) };
    },
  }),
];

/** What is done with files and folders. */
export const fileRows: readonly Row[] = [...PLACING, ...REMOVING, putRow, filesGetRow, waitingRow, ...SAYING];

interface Answer {
  readonly id: string;
  readonly answer: 'again' | 'store' | 'mine' | 'theirs';
}

async function answerFor({ client }: Asking, { id: named, answer }: Answer): Promise<void> {
  const one = (await client.call('drops.waiting', null)).find(each => String(each.id) === named);
  if (one === undefined) throw new Ending(EXIT.error, nowTexts.nothingWaits(named));
  const { id, kind } = one;
  if (kind === 'upload' && (answer === 'again' || answer === 'store'))
    await client.call('drops.answer', { id, answer });
  else if (kind === 'describe' && answer !== 'store') await client.call('files.describeAnswer', { id, answer });
  else {
    const { file, description } = nowTexts.answers;
    throw new Ending(EXIT.usage, nowTexts.wrongAnswer(named, kind === 'upload' ? file : description));
  }
}

function gather(tag: string, tags: readonly string[]): string[] {
  return [...tags, tag];
}
