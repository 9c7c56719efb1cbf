import { Argument, type Command } from 'commander';

import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import type { Relocated, Weight } from '../../../../shared/features/edit/model.ts';
import { doneTexts, fileCommandTexts, questionTexts } from '../../../../shared/features/edit/text.ts';
import { detailsTexts } from '../../../../shared/features/details/text.ts';
import { nowTexts } from '../../../../shared/features/status/command-text.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { addGetting } from './get-command.ts';
import { JSON_OPTION } from '../../output/json-option.ts';
import { addMoving, leftShape } from './move-command.ts';
import { find, idsOf, placeAt, WHAT } from '../../input/named-things.ts';
import { putAll } from './put-files.ts';
import { addWaiting } from './waiting-command.ts';

/** `files new-folder|rename|move|remove|take-out|put|get|waiting|answer|describe|note|details`. */
export function addFileCommands(program: Command, context: CommandContext): void {
  const files = program.commands.find(command => command.name() === 'files') ?? program.command('files');
  if (files.description() === '') files.summary('do things with files and folders').description(fileCommandTexts.group);
  addPlacing(files, context);
  addRemoving(files, context);
  addPutting(files, context);
  addGetting(files, context);
  addWaiting(files, context);
  addSaying(files, context);
}

function addPlacing(files: Command, context: CommandContext): void {
  files
    .command('new-folder')
    .description('Makes a folder in another one, and prints its path.')
    .argument('<folder>', WHAT)
    .argument('<name>')
    .option(...JSON_OPTION)
    .action((folder: string, name: string, { json }: { readonly json?: true }) =>
      context.ask(async ({ client }) => {
        const made = await client.call('files.newFolder', { place: await placeAt(client, context, folder), name });
        if (json) context.printJson(placedShape(made));
        else context.printLines([made.path]);
      }),
    );
  files
    .command('new')
    .description('Makes a file of a text in a folder, and prints its path. The text is read from standard input.')
    .argument('<folder>', WHAT)
    .argument('<name>', 'without an ending it becomes a Markdown file (.md)')
    .option('--text <text>', 'in place of standard input')
    .option(...JSON_OPTION)
    .action((folder: string, name: string, { json, text }: { readonly json?: true; readonly text?: string }) =>
      context.ask(async ({ client }) => {
        const place = await placeAt(client, context, folder);
        const said = text ?? (await context.place().caller.readInput());
        const made = await client.call('files.newNote', { place, name, text: said });
        if (json) context.printJson(placedShape(made));
        else context.printLines([made.path]);
      }),
    );
  files
    .command('rename')
    .description('Gives a file or folder another name. Nothing is replaced.')
    .argument('<path>', WHAT)
    .argument('<name>')
    .option(...JSON_OPTION)
    .action((path: string, name: string, { json }: { readonly json?: true }) =>
      context.ask(async ({ client }) => {
        const named = await find(client, context, path);
        const done = await client.call('files.rename', { id: named.id, name });
        if (json) context.printJson(placedShape(done));
        else context.printLines([done.path]);
        context.tell(doneTexts.renamed(named.name, done.name));
      }),
    );
  addMoving(files, context);
}

function addRemoving(files: Command, context: CommandContext): void {
  files
    .command('remove')
    .description(fileCommandTexts.remove)
    .argument('<path...>', WHAT)
    .option('--yes', 'without it, only what would be removed is said')
    .option(...JSON_OPTION)
    .action((paths: readonly string[], options: { yes?: true; json?: true }) =>
      context.ask(async ({ client }) => {
        const ids = await idsOf(client, context, paths);
        if (!options.yes) {
          const weight = await client.call('files.weigh', { ids });
          if (options.json) context.printJson({ v: 1, wouldRemove: weightShape(weight) });
          context.tell(fileCommandTexts.would(weight.files, weight.folders + weight.unseenFolders, weight.sizeBytes));
          if (weight.files - weight.onlyThere > 0) context.tell(questionTexts.remove.hold(weight.holdSeconds));
          if (weight.isAsked) context.tell(questionTexts.remove.asked);
          for (const line of questionTexts.remove.older(weight.older)) context.tell(line);
          if (weight.older.lost > 0 && !weight.older.keepsNone) context.tell(fileCommandTexts.olderAsked);
          context.tell(questionTexts.remove.losers(await readersOf(client, ids)));
          return EXIT.attention;
        }
        const removed = await client.call('files.remove', { ids });
        const { undo, left } = removed;
        if (options.json)
          context.printJson({ v: 1, files: removed.files, folders: removed.folders, undo, left: left.map(leftShape) });
        context.tell(doneTexts.removed(removed.files, removed.folders));
        if (undo.length > 0) context.tell(fileCommandTexts.undo(undo));
        for (const one of left) context.tell(doneTexts.left(one));
        return left.length > 0 ? EXIT.attention : EXIT.ok;
      }),
    );
  files
    .command('take-out')
    .description('Takes files out of their folder; at the service they stay, in no folder.')
    .argument('<path...>', WHAT)
    .option(...JSON_OPTION)
    .action((paths: readonly string[], { json }: { readonly json?: true }) =>
      context.ask(async ({ client }) => {
        const ids = await idsOf(client, context, paths);
        const { done, left } = await client.call('files.clearFolder', { ids });
        if (json)
          context.printJson({ v: 1, takenOut: done.map(({ id, path }) => ({ id, path })), left: left.map(leftShape) });
        context.tell(doneTexts.takenOut(done.length));
        for (const one of left) context.tell(doneTexts.left(one));
        return left.length > 0 ? EXIT.attention : EXIT.ok;
      }),
    );
}

/** Who can open the one thing that is named; null where several are, or nobody says. */
async function readersOf(client: EngineClient, [id, ...more]: readonly string[]): Promise<readonly string[] | null> {
  if (id === undefined || more.length > 0) return null;
  const answer = await client.call('files.readers', { id }).catch(() => null);
  return answer?.names ?? null;
}

function addPutting(files: Command, context: CommandContext): void {
  files
    .command('put')
    .description(fileCommandTexts.put)
    .argument('<file...>', 'files and folders of this computer')
    .option('--to <folder>', 'the folder that they go into; without it your drafts at the service')
    .option(...JSON_OPTION)
    .action((paths: readonly string[], options: { to?: string; json?: true }) =>
      context.ask(async ({ client }) => {
        const place =
          options.to === undefined
            ? { base: (await client.call('setUp.drafts', null)).id }
            : await placeAt(client, context, options.to);
        const { report, plan } = await putAll(client, place, { paths, folder: context.place().caller.folder });
        const { files: count, sizeBytes, left } = report;
        if (options.json) context.printJson({ v: 1, files: count, sizeBytes, renamed: plan.renamed, left });
        for (const { from, to } of plan.renamed) context.tell(fileCommandTexts.renamed(from, to));
        context.tell(fileCommandTexts.added(count, sizeBytes, plan.folder));
        for (const one of left) context.tell(doneTexts.left(one));
        return left.length > 0 ? EXIT.attention : EXIT.ok;
      }),
    );
}

function addSaying(files: Command, context: CommandContext): void {
  files
    .command('answer')
    .description(nowTexts.answer)
    .argument('<id>', 'as listed by: benchtop files waiting --json')
    .addArgument(new Argument('<answer>').choices(['again', 'store', 'mine', 'theirs']))
    .action((id: string, answer: Answer) => context.ask(({ client }) => answerFor(client, context, { id, answer })));
  files
    .command('describe')
    .description('Describes files and tags them. Offline it is remembered, and sent later.')
    .argument('<path...>', WHAT)
    .option('--description <text>', 'in place of the description that was last seen')
    .option('--tag <tag>', 'adds a tag; may be repeated', gather, [])
    .option('--untag <tag>', 'takes a tag away; may be repeated', gather, [])
    .action((paths: readonly string[], options: { description?: string; tag: string[]; untag: string[] }) =>
      context.ask(async ({ client }) => {
        const ids = await idsOf(client, context, paths);
        const description = options.description === undefined ? null : { to: options.description };
        const said = { ids, description, addTags: options.tag, removeTags: options.untag };
        const { files: count, waiting } = await client.call('files.describe', said);
        context.tell(detailsTexts.saved(count, waiting));
      }),
    );
  files
    .command('note')
    .description('Says what changed: goes into the history with the next version of the file that is sent.')
    .argument('<path>', WHAT)
    .argument('[text]', 'without it, nothing is said')
    .action((path: string, text: string | undefined) =>
      context.ask(async ({ client }) => {
        const { id } = await find(client, context, path);
        await client.call('files.note', { id, note: text ?? null });
        context.tell(text === undefined ? detailsTexts.noteGone : detailsTexts.noteSaved);
      }),
    );
  files
    .command('details')
    .description('Prints what is known of a file or folder, as one JSON object.')
    .argument('<path>', WHAT)
    .option('--ask', 'ask the service too: its versions, who can read it, what it is described as')
    .action((path: string, { ask }: { readonly ask?: true }) =>
      context.ask(async ({ client }) => {
        const { id } = await find(client, context, path);
        const known = await client.call('files.details', { id });
        context.printJson({ v: 1, ...known, ...(ask ? { about: await client.call('files.about', { id }) } : {}) });
      }),
    );
}

type Answer = 'again' | 'store' | 'mine' | 'theirs';

async function answerFor(
  client: EngineClient,
  context: CommandContext,
  { id: named, answer }: { readonly id: string; readonly answer: Answer },
): Promise<void> {
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
  context.tell(nowTexts.answered);
}

function gather(tag: string, tags: readonly string[]): string[] {
  return [...tags, tag];
}

function placedShape({ name, path, isSent }: Relocated): object {
  return { v: 1, name, path, sent: isSent };
}

function weightShape({ files, folders, sizeBytes, unsent, onlyThere, unseenFolders, older, ...rest }: Weight) {
  const { kept, keptBytes, lost, lostBytes, unknownFiles, keepsNone } = older;
  const versions = { kept, keptBytes, lost, lostBytes, unknownFiles, keepsNone };
  const { holdSeconds, isAsked } = rest;
  return { files, folders, sizeBytes, unsent, onlyThere, unseenFolders, holdSeconds, isAsked, older: versions };
}
