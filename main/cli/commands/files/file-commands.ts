import { Argument, type Command } from 'commander';

import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import type { Relocated, Weight } from '../../../../shared/features/edit/model.ts';
import { doneTexts, fileCommandTexts, questionTexts } from '../../../../shared/features/edit/text.ts';
import { detailsTexts } from '../../../../shared/features/details/text.ts';
import { nowTexts } from '../../../../shared/features/status/command-text.ts';
import type { Desk } from '../../runner/command-context.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { addGetting } from './get-command.ts';
import { JSON_OPTION } from '../../output/json-option.ts';
import { addMoving, leftShape } from './move-command.ts';
import { find, idsOf, placeAt, WHAT } from '../../input/named-things.ts';
import { putAll } from './put-files.ts';
import { addWaiting } from './waiting-command.ts';

/** `files new-folder|rename|move|remove|take-out|put|get|waiting|answer|describe|note|details`. */
export function addFileCommands(program: Command, desk: Desk): void {
  const files = program.commands.find(command => command.name() === 'files') ?? program.command('files');
  if (files.description() === '') files.summary('do things with files and folders').description(fileCommandTexts.group);
  addPlacing(files, desk);
  addRemoving(files, desk);
  addPutting(files, desk);
  addGetting(files, desk);
  addWaiting(files, desk);
  addSaying(files, desk);
}

function addPlacing(files: Command, desk: Desk): void {
  files
    .command('new-folder')
    .description('Makes a folder in another one, and prints its path.')
    .argument('<folder>', WHAT)
    .argument('<name>')
    .option(...JSON_OPTION)
    .action((folder: string, name: string, { json }: { readonly json?: true }) =>
      desk.ask(async ({ client }) => {
        const made = await client.call('files.newFolder', { place: await placeAt(client, desk, folder), name });
        if (json) desk.printJson(placedShape(made));
        else desk.printLines([made.path]);
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
      desk.ask(async ({ client }) => {
        const place = await placeAt(client, desk, folder);
        const said = text ?? (await desk.place().caller.readInput());
        const made = await client.call('files.newNote', { place, name, text: said });
        if (json) desk.printJson(placedShape(made));
        else desk.printLines([made.path]);
      }),
    );
  files
    .command('rename')
    .description('Gives a file or folder another name. Nothing is replaced.')
    .argument('<path>', WHAT)
    .argument('<name>')
    .option(...JSON_OPTION)
    .action((path: string, name: string, { json }: { readonly json?: true }) =>
      desk.ask(async ({ client }) => {
        const named = await find(client, desk, path);
        const done = await client.call('files.rename', { id: named.id, name });
        if (json) desk.printJson(placedShape(done));
        else desk.printLines([done.path]);
        desk.tell(doneTexts.renamed(named.name, done.name));
      }),
    );
  addMoving(files, desk);
}

function addRemoving(files: Command, desk: Desk): void {
  files
    .command('remove')
    .description(fileCommandTexts.remove)
    .argument('<path...>', WHAT)
    .option('--yes', 'without it, only what would be removed is said')
    .option(...JSON_OPTION)
    .action((paths: readonly string[], options: { yes?: true; json?: true }) =>
      desk.ask(async ({ client }) => {
        const ids = await idsOf(client, desk, paths);
        if (!options.yes) {
          const weight = await client.call('files.weigh', { ids });
          if (options.json) desk.printJson({ v: 1, wouldRemove: weightShape(weight) });
          desk.tell(fileCommandTexts.would(weight.files, weight.folders + weight.unseenFolders, weight.sizeBytes));
          if (weight.files - weight.onlyThere > 0) desk.tell(questionTexts.remove.hold(weight.holdSeconds));
          if (weight.isAsked) desk.tell(questionTexts.remove.asked);
          for (const line of questionTexts.remove.older(weight.older)) desk.tell(line);
          if (weight.older.lost > 0 && !weight.older.keepsNone) desk.tell(fileCommandTexts.olderAsked);
          desk.tell(questionTexts.remove.losers(await readersOf(client, ids)));
          return EXIT.attention;
        }
        const removed = await client.call('files.remove', { ids });
        const { undo, left } = removed;
        if (options.json)
          desk.printJson({ v: 1, files: removed.files, folders: removed.folders, undo, left: left.map(leftShape) });
        desk.tell(doneTexts.removed(removed.files, removed.folders));
        if (undo.length > 0) desk.tell(fileCommandTexts.undo(undo));
        for (const one of left) desk.tell(doneTexts.left(one));
        return left.length > 0 ? EXIT.attention : EXIT.ok;
      }),
    );
  files
    .command('take-out')
    .description('Takes files out of their folder; at the service they stay, in no folder.')
    .argument('<path...>', WHAT)
    .option(...JSON_OPTION)
    .action((paths: readonly string[], { json }: { readonly json?: true }) =>
      desk.ask(async ({ client }) => {
        const ids = await idsOf(client, desk, paths);
        const { done, left } = await client.call('files.clearFolder', { ids });
        if (json)
          desk.printJson({ v: 1, takenOut: done.map(({ id, path }) => ({ id, path })), left: left.map(leftShape) });
        desk.tell(doneTexts.takenOut(done.length));
        for (const one of left) desk.tell(doneTexts.left(one));
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

function addPutting(files: Command, desk: Desk): void {
  files
    .command('put')
    .description(fileCommandTexts.put)
    .argument('<file...>', 'files and folders of this computer')
    .option('--to <folder>', 'the folder that they go into; without it your drafts at the service')
    .option(...JSON_OPTION)
    .action((paths: readonly string[], options: { to?: string; json?: true }) =>
      desk.ask(async ({ client }) => {
        const place =
          options.to === undefined
            ? { base: (await client.call('setUp.drafts', null)).id }
            : await placeAt(client, desk, options.to);
        const { report, plan } = await putAll(client, place, { paths, folder: desk.place().caller.folder });
        const { files: count, sizeBytes, left } = report;
        if (options.json) desk.printJson({ v: 1, files: count, sizeBytes, renamed: plan.renamed, left });
        for (const { from, to } of plan.renamed) desk.tell(fileCommandTexts.renamed(from, to));
        desk.tell(fileCommandTexts.added(count, sizeBytes, plan.folder));
        for (const one of left) desk.tell(doneTexts.left(one));
        return left.length > 0 ? EXIT.attention : EXIT.ok;
      }),
    );
}

function addSaying(files: Command, desk: Desk): void {
  files
    .command('answer')
    .description(nowTexts.answer)
    .argument('<id>', 'as listed by: benchtop files waiting --json')
    .addArgument(new Argument('<answer>').choices(['again', 'store', 'mine', 'theirs']))
    .action((id: string, answer: Answer) => desk.ask(({ client }) => answerFor(client, desk, { id, answer })));
  files
    .command('describe')
    .description('Describes files and tags them. Offline it is remembered, and sent later.')
    .argument('<path...>', WHAT)
    .option('--description <text>', 'in place of the description that was last seen')
    .option('--tag <tag>', 'adds a tag; may be repeated', gather, [])
    .option('--untag <tag>', 'takes a tag away; may be repeated', gather, [])
    .action((paths: readonly string[], options: { description?: string; tag: string[]; untag: string[] }) =>
      desk.ask(async ({ client }) => {
        const ids = await idsOf(client, desk, paths);
        const description = options.description === undefined ? null : { to: options.description };
        const said = { ids, description, addTags: options.tag, removeTags: options.untag };
        const { files: count, waiting } = await client.call('files.describe', said);
        desk.tell(detailsTexts.saved(count, waiting));
      }),
    );
  files
    .command('note')
    .description('Says what changed: goes into the history with the next version of the file that is sent.')
    .argument('<path>', WHAT)
    .argument('[text]', 'without it, nothing is said')
    .action((path: string, text: string | undefined) =>
      desk.ask(async ({ client }) => {
        const { id } = await find(client, desk, path);
        await client.call('files.note', { id, note: text ?? null });
        desk.tell(text === undefined ? detailsTexts.noteGone : detailsTexts.noteSaved);
      }),
    );
  files
    .command('details')
    .description('Prints what is known of a file or folder, as one JSON object.')
    .argument('<path>', WHAT)
    .option('--ask', 'ask the service too: its versions, who can read it, what it is described as')
    .action((path: string, { ask }: { readonly ask?: true }) =>
      desk.ask(async ({ client }) => {
        const { id } = await find(client, desk, path);
        const known = await client.call('files.details', { id });
        desk.printJson({ v: 1, ...known, ...(ask ? { about: await client.call('files.about', { id }) } : {}) });
      }),
    );
}

type Answer = 'again' | 'store' | 'mine' | 'theirs';

async function answerFor(
  client: EngineClient,
  desk: Desk,
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
  desk.tell(nowTexts.answered);
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
