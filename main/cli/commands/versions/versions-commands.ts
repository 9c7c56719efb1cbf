import { resolve } from 'node:path';

import type { Command } from 'commander';

import type { Versions } from '../../../../shared/diff/comparison.ts';
import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import type { MergeSides, VersionPlace, VersionRow } from '../../../../shared/features/versions/model.ts';
import { formatBytes } from '../../../../shared/text/format.ts';
import { mergeTexts } from '../../../../shared/features/versions/waiting-merges-text.ts';
import { historyWords } from '../../../../shared/features/versions/command-text.ts';
import { readAtMost } from '../../../node/files/read-at-most.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { targetOf } from '../files/get-command.ts';
import { copyNamed } from '../chat/chat-copies.ts';
import { find, WHAT } from '../../input/named-things.ts';
import { VersionsOf, WHICH } from '../../input/which-version.ts';

/** More does not travel in one question. */
const MOST_SAVED_BYTES = 4_000_000;

interface Format {
  readonly json?: true;
}

/** `versions list`, `get`, `restore`, `diff`, `save`, `send`, `drop`. */
export function addVersionsCommands(program: Command, context: CommandContext): void {
  const versions = program
    .command('versions')
    .summary('list, compare, restore and merge the versions of a file')
    .description('The versions of a file. Whatever is done makes new versions at most; none is ever removed.');
  versions
    .command('list')
    .description('Lists the versions, newest first. What the service does not have yet stands first.')
    .argument('<path>', WHAT)
    .option('--json', 'print one JSON object')
    .action((path: string, { json }: Format) =>
      context.ask(async ({ client }) => {
        const found = await versionsAt(client, context, path);
        const rows = await found.all();
        const { name, head, trouble } = found.first;
        if (json) context.printJson({ v: 1, file: name, head, versions: rows.map(rowShape), trouble });
        else context.printLines(rows.map(rowLine));
        if (trouble !== null) context.tell(trouble);
      }),
    );
  addTaking(versions, context);
  addDiff(versions, context);
  addMerging(versions, context);
}

function addTaking(versions: Command, context: CommandContext): void {
  versions
    .command('get')
    .description('Saves a copy of one version and prints its path. Nothing is replaced.')
    .argument('<path>', WHAT)
    .argument('<version>', WHICH)
    .option('--to <place>', 'a folder that exists, or its new name', '.')
    .option('--json', 'print one JSON object')
    .action((path: string, name: string, { to, json }: Format & { readonly to: string }) =>
      context.ask(async ({ client }) => {
        const found = await versionsAt(client, context, path);
        const version = await found.named(name);
        const saved = await client.call('versions.downloadTo', { id: found.id, version, ...targetOf(context, to) });
        if (json) context.printJson({ v: 1, path: saved.path, sizeBytes: saved.sizeBytes, version: saved.version });
        else context.printLines([saved.path]);
      }),
    );
  versions
    .command('restore')
    .description('Makes a new version with the content of an older one, and prints its id. Nothing is removed.')
    .argument('<path>', WHAT)
    .argument('<version>', WHICH)
    .action((path: string, name: string) =>
      context.ask(async ({ client }) => {
        const found = await versionsAt(client, context, path);
        const wish = { id: found.id, version: await found.named(name), head: found.head() };
        const { version } = await client.call('versions.restore', wish);
        context.printLines([version]);
        context.tell(historyWords.restored(found.first.name));
      }),
    );
}

interface DiffOptions extends Format {
  readonly base?: string;
  readonly lines?: true;
  readonly key?: string;
}

function addDiff(versions: Command, context: CommandContext): void {
  versions
    .command('diff')
    .summary('compare two versions')
    .description(
      'Compares two versions: tables and the sheets of workbooks by cell, JSON by its tree, texts and the text of documents and ' +
        'PDFs by line; of everything else size and hash. Without versions: what is not sent yet, ' +
        'or else the version before, with the current one. A conflict is compared with what both were made from.',
    )
    .argument('<path>', `${WHAT}; or 'conflict:' and the id of a conflict, 'copy:' and that of a working copy`)
    .argument('[one]', WHICH)
    .argument('[other]', WHICH, 'current')
    .option('--base <version>', 'what both were made from: tells who changed what')
    .option('--lines', 'compare a table by its lines')
    .option('--key <columns>', 'the columns that tell the rows of a table apart, with commas between')
    .option('--json', 'print one JSON object')
    .action((path: string, one: string | undefined, other: string, options: DiffOptions) =>
      context.ask(async ({ client }) => {
        const { sides, versions: given } = await versionsToCompare(client, context, { path, one, other, options });
        const key = options.key?.split(',').map(name => name.trim()) ?? null;
        // Only this command compares, and every other one would wait for what it takes.
        const { differenceLines, differencesShape, differencesOf } = await import('./version-differences.ts');
        const compared = await differencesOf(sides, given, { by: options.lines ? 'lines' : 'best', key });
        if (options.json) context.printJson(differencesShape(compared));
        else context.printLines(differenceLines(compared));
      }),
    );
}

interface Asked {
  readonly path: string;
  readonly one: string | undefined;
  readonly other: string;
  readonly options: DiffOptions;
}

async function versionsToCompare(
  client: EngineClient,
  context: CommandContext,
  asked: Asked,
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
  { path, one, other, options }: Asked,
): Promise<MergeSides> {
  const found = await versionsAt(client, context, path);
  const { id } = found;
  const current = await found.named(other);
  const mine = one === undefined ? before(found.first.versions, current) : await found.named(one);
  if (mine === null) throw new Ending(EXIT.error, historyWords.onlyOne);
  const base = options.base === undefined ? null : { id, version: await found.named(options.base) };
  return { id, name: found.first.name, mine: { id, version: mine }, theirs: { id, version: current }, base };
}

/** What is compared with a version when nobody says: what is not sent, else the one before it. */
function before(rows: readonly VersionRow[], current: string): string | null {
  const unsent = rows.find(({ kind, ref }) => kind === 'local' && ref !== current);
  return unsent?.ref ?? rows[rows.findIndex(({ ref }) => ref === current) + 1]?.ref ?? null;
}

async function bytesOf(client: EngineClient, place: VersionPlace): Promise<Uint8Array> {
  return Buffer.from((await client.call('versions.bytes', place)).bytes, 'base64');
}

interface Saving {
  readonly on: string;
  readonly note?: string;
  readonly overDraft?: true;
}

function addMerging(versions: Command, context: CommandContext): void {
  versions
    .command('save')
    .summary('save a file as a version on one that you name')
    .description(
      'Saves the bytes of any file as a new version, if the version that they were made from is still the current one. ' +
        "If it is not, they wait as 'draft', and the exit code is 3.",
    )
    .argument('<path>', WHAT)
    .argument('<file>', 'a file on this computer')
    .requiredOption('--on <version>', `the version it was made from: ${WHICH}`)
    .option('--note <words>', 'what changed, for the history')
    .option('--over-draft', 'it was made from the draft that waits, and takes its place')
    .action((path: string, file: string, { on, note, overDraft }: Saving) =>
      context.ask(async ({ client }) => {
        const bytes = readAtMost(resolve(context.place().caller.folder, file), MOST_SAVED_BYTES);
        if (bytes === null) throw new Ending(EXIT.error, historyWords.tooLarge);
        const found = await versionsAt(client, context, path);
        const merge = { bytes: bytes.toString('base64'), note: note ?? null, overDraft: overDraft === true };
        const saved = await client.call('versions.save', { id: found.id, head: await found.named(on), ...merge });
        context.printLines([saved.is === 'saved' ? saved.version : 'draft']);
        context.tell(saved.is === 'saved' ? historyWords.saved(found.first.name) : historyWords.moved);
        return saved.is === 'saved' ? EXIT.ok : EXIT.attention;
      }),
    );
  versions
    .command('send')
    .summary('send a merge that waits as a draft')
    .description(
      'Sends a merge that waits, if the version that it was made on is still the current one. If it is not, it goes on ' +
        'waiting, and the exit code is 3.',
    )
    .argument('<path>', WHAT)
    .action((path: string) =>
      context.ask(async ({ client }) => {
        const { id } = await find(client, context, path);
        const saved = await client.call('versions.sendDraft', { id });
        context.printLines([saved.is === 'saved' ? saved.version : 'draft']);
        context.tell(saved.is === 'saved' ? mergeTexts.sent(path) : mergeTexts.stays(path));
        return saved.is === 'saved' ? EXIT.ok : EXIT.attention;
      }),
    );
  versions
    .command('drop')
    .description('Forgets a merge that waits as a draft.')
    .argument('<path>', WHAT)
    .action((path: string) =>
      context.ask(async ({ client }) => {
        const { id } = await find(client, context, path);
        await client.call('versions.dropDraft', { id });
      }),
    );
}

async function versionsAt(client: EngineClient, context: CommandContext, path: string): Promise<VersionsOf> {
  const { id } = await find(client, context, path);
  return VersionsOf.read(client, id);
}

function rowShape(row: VersionRow): object {
  const { ref, kind, number, at, sizeBytes, who, summary, source, extraction, base, isCurrent, isHere } = row;
  return { version: ref, kind, number, at, sizeBytes, who, summary, source, extraction, base, isCurrent, isHere };
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
