import { resolve } from 'node:path';

import { Argument, Option } from 'commander';
import { z } from 'zod';

import type { Versions } from '../../../../shared/diff/comparison.ts';
import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import { savedCopy } from '../../../../shared/features/edit/save-copy-model.ts';
import { diffHelp, historyWords } from '../../../../shared/features/versions/command-text.ts';
import {
  type MergeSides,
  type SavedMerge,
  type VersionPlace,
  versionRow,
  type VersionRow,
} from '../../../../shared/features/versions/model.ts';
import { mergeTexts } from '../../../../shared/features/versions/waiting-merges-text.ts';
import { formatBytes } from '../../../../shared/text/format.ts';
import { readAtMost } from '../../../node/files/read-at-most.ts';
import { findNamed, WHAT } from '../../input/named-things.ts';
import { VersionsOf, WHICH } from '../../input/which-version.ts';
import { visibleInTerminal } from '../../output/harmless-text.ts';
import { madeHere, publicFields } from '../../output/public-json.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { type Asking, commandGroup, type Row, row } from '../../runner/command-row.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT, type ExitCode } from '../../runner/exit-codes.ts';
import { copyNamed } from '../chat/chat-copies.ts';
import { targetOf } from '../files/get-command.ts';

/** More does not travel in one question. */
const MOST_SAVED_BYTES = 4_000_000;

interface Path {
  readonly path: string;
}

interface OneVersion extends Path {
  readonly version: string;
}

const publicRow = publicFields(
  versionRow,
  { version: versionRow.shape.ref },
  'kind number at sizeBytes who summary source extraction base isCurrent isHere',
);
const both = <T extends z.ZodType>(value: T) => z.object({ one: value, other: value });

/** What two versions differ in, as `differencesShape` puts it together: which of the later fields there are tells `kind`. */
const publicDifferences = z.object({
  file: z.string(),
  one: z.string(),
  other: z.string(),
  base: z.string().nullable(),
  sizeBytes: both(z.number()),
  sha256: both(z.string()),
  kind: z.enum(['same', 'facts', 'parts', 'lines', 'table']),
  ...Object.fromEntries(
    ['why', 'planes', 'of', 'parts', 'noTable', 'key', 'isReordered', 'changes', 'tree'].map(name => [name, madeHere]),
  ),
});

/** What is done with the versions of a file. */
export const versionRows: readonly Row[] = [
  commandGroup(
    'versions',
    'list, compare, restore and merge the versions of a file',
    'The versions of a file. Whatever is done makes new versions at most; none is ever removed.',
  ),
  row('versions list <path>', {
    help: 'Lists the versions, newest first. What the service does not have yet stands first.',
    arguments: [WHAT],
    json: z.object({
      file: z.string(),
      head: z.string().nullable(),
      versions: z.array(publicRow),
      trouble: z.string().nullable(),
    }),
    run: async ({ client, context }, { path }: Path) => {
      const found = await versionsAt(client, context, path);
      return { ...found.first, versions: await found.all() };
    },
    shape: ({ name, head, versions, trouble }) => ({
      file: name,
      head,
      versions: versions.map(each => ({ ...each, version: each.ref })),
      trouble,
    }),
    lines: ({ versions }) => versions.map(rowLine),
    tell: ({ trouble }) => trouble,
  }),
  row('versions get <path> <version>', {
    help: 'Saves a copy of one version and prints its path. Nothing is replaced.',
    arguments: [WHAT, WHICH],
    options: [['--to <place>', 'a folder that exists, or its new name', '.']],
    json: publicFields(savedCopy, 'path sizeBytes version'),
    run: async ({ client, context }, { path, version: name, to }: OneVersion & { readonly to: string }) => {
      const found = await versionsAt(client, context, path);
      const version = await found.named(name);
      return client.call('versions.downloadTo', { id: found.id, version, ...targetOf(context, to) });
    },
    lines: ({ path }) => [path],
  }),
  row('versions restore <path> <version>', {
    help: 'Makes a new version with the content of an older one, and prints its id. Nothing is removed.',
    arguments: [WHAT, WHICH],
    run: async ({ client, context }, { path, version: name }: OneVersion) => {
      const found = await versionsAt(client, context, path);
      const wish = { id: found.id, version: await found.named(name), head: found.head() };
      return { ...(await client.call('versions.restore', wish)), name: found.first.name };
    },
    lines: ({ version }) => [version],
    tell: ({ name }) => historyWords.restored(name),
  }),
  row('versions diff <path> [one] [other]', {
    summary: 'compare two versions',
    help: diffHelp,
    arguments: [
      `${WHAT}; or 'conflict:' and the id of a conflict, 'copy:' and that of a working copy`,
      WHICH,
      new Argument('[other]', WHICH).default('current'),
    ],
    options: [
      ['--base <version>', 'what both were made from: tells who changed what'],
      ['--lines', 'compare a table by its lines'],
      ['--key <columns>', 'the columns that tell the rows of a table apart, with commas between'],
    ],
    json: publicDifferences,
    run: diff,
  }),
  row('versions save <path> <file>', {
    summary: 'save a file as a version on one that you name',
    help:
      'Saves the bytes of any file as a new version, if the version that they were made from is still the current one. ' +
      "If it is not, they wait as 'draft', and the exit code is 3.",
    arguments: [WHAT, 'a file on this computer'],
    options: [
      new Option('--on <version>', `the version it was made from: ${WHICH}`).makeOptionMandatory(),
      ['--note <words>', 'what changed, for the history'],
      ['--over-draft', 'it was made from the draft that waits, and takes its place'],
    ],
    run: save,
    lines: ({ saved }) => [savedAs(saved)],
    tell: ({ saved, name }) => (saved.is === 'saved' ? historyWords.saved(name) : historyWords.moved),
    exit: ({ saved }) => exitOf(saved),
  }),
  row('versions send <path>', {
    summary: 'send a merge that waits as a draft',
    help:
      'Sends a merge that waits, if the version that it was made on is still the current one. If it is not, it goes on ' +
      'waiting, and the exit code is 3.',
    arguments: [WHAT],
    run: async ({ client, context }, { path }: Path) =>
      client.call('versions.sendDraft', { id: (await findNamed(client, context, path)).id }),
    lines: saved => [savedAs(saved)],
    tell: (saved, { path }) => (saved.is === 'saved' ? mergeTexts.sent(path) : mergeTexts.stays(path)),
    exit: exitOf,
  }),
  row('versions drop <path>', {
    help: 'Forgets a merge that waits as a draft.',
    arguments: [WHAT],
    run: async ({ client, context }, { path }: Path) =>
      client.call('versions.dropDraft', { id: (await findNamed(client, context, path)).id }),
  }),
];

interface Diff extends Path {
  readonly one?: string;
  readonly other: string;
  readonly base?: string;
  readonly lines?: true;
  readonly key?: string;
  readonly json?: true;
}

async function diff({ client, context }: Asking, asked: Diff): Promise<void> {
  const { sides, versions: given } = await versionsToCompare(client, context, asked);
  const key = asked.key?.split(',').map(name => name.trim()) ?? null;
  // Only this command compares, and every other one would wait for what it takes.
  const { differenceLines, differencesShape, differencesOf } = await import('./version-differences.ts');
  const compared = await differencesOf(sides, given, { by: asked.lines ? 'lines' : 'best', key });
  if (asked.json) context.printJson(differencesShape(compared));
  else for (const line of differenceLines(compared)) context.place().caller.print(`${visibleInTerminal(line)}\n`);
}

async function versionsToCompare(
  client: EngineClient,
  context: CommandContext,
  asked: Diff,
): Promise<{ readonly sides: MergeSides; readonly versions: Versions }> {
  const { path } = asked;
  const [, kind, id = ''] = /^(conflict|copy):([0-9a-f-]+)$/i.exec(path) ?? [];
  const sides =
    kind === undefined
      ? await sidesAt(client, context, asked)
      : kind.toLowerCase() === 'copy'
        ? await sidesOfCopy(client, id)
        : await client.call('versions.ofConflict', { id });
  const base = sides.base === null ? null : await bytesOf(client, sides.base);
  const [mine, theirs] = [await bytesOf(client, sides.mine), await bytesOf(client, sides.theirs)];
  return { sides, versions: { name: sides.name, base, mine, theirs } };
}

/** From the original to what was changed in its copy. */
async function sidesOfCopy(client: EngineClient, id: string): Promise<MergeSides> {
  const { name, original, sides, text } = await copyNamed(client, id);
  if (sides === null) throw new Ending(EXIT.error, text);
  return { id: original, name, mine: sides.original, theirs: sides.copy, base: null };
}

async function sidesAt(
  client: EngineClient,
  context: CommandContext,
  { path, one, other, base: from }: Diff,
): Promise<MergeSides> {
  const found = await versionsAt(client, context, path);
  const { id } = found;
  const current = await found.named(other);
  const mine = one === undefined ? before(found.first.versions, current) : await found.named(one);
  if (mine === null) throw new Ending(EXIT.error, historyWords.onlyOne);
  const base = from === undefined ? null : { id, version: await found.named(from) };
  return { id, name: found.first.name, mine: { id, version: mine }, theirs: { id, version: current }, base };
}

/** What is compared with a version when none is named: what is not sent, else the one before it. */
function before(rows: readonly VersionRow[], current: string): string | null {
  const unsent = rows.find(({ kind, ref }) => kind === 'local' && ref !== current);
  return unsent?.ref ?? rows[rows.findIndex(({ ref }) => ref === current) + 1]?.ref ?? null;
}

async function bytesOf(client: EngineClient, place: VersionPlace): Promise<Uint8Array> {
  return Buffer.from((await client.call('versions.bytes', place)).bytes, 'base64');
}

interface Saving extends Path {
  readonly file: string;
  readonly on: string;
  readonly note?: string;
  readonly overDraft?: true;
}

async function save({ client, context }: Asking, { path, file, on, note, overDraft }: Saving) {
  const bytes = readAtMost(resolve(context.place().caller.folder, file), MOST_SAVED_BYTES);
  if (bytes === null) throw new Ending(EXIT.error, historyWords.tooLarge);
  const found = await versionsAt(client, context, path);
  const merge = { bytes: bytes.toString('base64'), note: note ?? null, overDraft: overDraft === true };
  const saved = await client.call('versions.save', { id: found.id, head: await found.named(on), ...merge });
  return { saved, name: found.first.name };
}

function savedAs(saved: SavedMerge): string {
  return saved.is === 'saved' ? saved.version : 'draft';
}

function exitOf({ is }: SavedMerge): ExitCode {
  return is === 'saved' ? EXIT.ok : EXIT.attention;
}

async function versionsAt(client: EngineClient, context: CommandContext, path: string): Promise<VersionsOf> {
  const { id } = await findNamed(client, context, path);
  return VersionsOf.read(client, id);
}

function rowLine({ ref, kind, number, at, sizeBytes, who, summary, isCurrent, isHere }: VersionRow): string {
  const parts = [
    kind === 'service' ? (number === null ? ref : `${number}`) : ref,
    at ?? '',
    sizeBytes === null ? '' : formatBytes(sizeBytes),
    who ?? '',
    ...(isCurrent ? [historyWords.current] : []),
    ...(isHere && kind === 'service' ? [historyWords.here] : []),
    ...(kind === 'local' ? [historyWords.unsent] : []),
    ...(kind === 'draft' ? [historyWords.draft] : []),
    ...(summary === null ? [] : [`“${summary}”`]),
  ];
  return parts.filter(part => part !== '').join('  ');
}
