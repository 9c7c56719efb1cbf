import type { Command } from 'commander';

import type { EngineClient } from '../../shared/engine-client.ts';
import type { LeftAlone, Weight } from '../../shared/model/acting.ts';
import type { WaitingThing } from '../../shared/model/drops.ts';
import type { FolderPlace } from '../../shared/model/place.ts';
import { doneTexts, fileCommandTexts, questionTexts } from '../../shared/text/acting.ts';
import { detailsTexts } from '../../shared/text/details.ts';
import { pathQuestion } from './asked-path.ts';
import type { Desk } from './desk.ts';
import { Ending } from './ending.ts';
import { EXIT } from './exit-codes.ts';
import { putAll } from './put-files.ts';

const WHAT = 'a path in a mirrored folder, or an id';
const JSON_OPTION = ['--json', 'print one JSON object'] as const;

/** `files new-folder|rename|move|remove|take-out|put|describe|note|details`. */
export function addFileCommands(program: Command, desk: Desk): void {
  const files = program.commands.find(command => command.name() === 'files') ?? program.command('files');
  if (files.description() === '') files.summary('do things with files and folders').description(fileCommandTexts.group);
  addPlacing(files, desk);
  addRemoving(files, desk);
  addPutting(files, desk);
  addSaying(files, desk);
}

interface Named {
  readonly id: string;
  readonly kind: 'file' | 'folder';
  readonly name: string;
}

function find(client: EngineClient, desk: Desk, path: string): Promise<Named> {
  return client.call('files.identify', pathQuestion(desk, path, undefined));
}

/** The folder that a path or an id stands for. @throws Ending for a file; FaultError when there is nothing. */
export async function placeAt(client: EngineClient, desk: Desk, path: string): Promise<FolderPlace> {
  const { id, kind } = await find(client, desk, path);
  if (kind !== 'folder') throw new Ending(EXIT.error, fileCommandTexts.noFolder(path));
  return /^\d+$/.test(id) ? { mirror: '', folder: id } : { base: id };
}

function addPlacing(files: Command, desk: Desk): void {
  files
    .command('new-folder')
    .description('Makes a folder in another one, and prints its path.')
    .argument('<folder>', WHAT)
    .argument('<name>')
    .action((folder: string, name: string) =>
      desk.ask(async ({ client }) => {
        const made = await client.call('files.newFolder', { place: await placeAt(client, desk, folder), name });
        desk.printLines([made.path]);
      }),
    );
  files
    .command('rename')
    .description('Gives a file or folder another name. Nothing is replaced.')
    .argument('<path>', WHAT)
    .argument('<name>')
    .action((path: string, name: string) =>
      desk.ask(async ({ client }) => {
        const named = await find(client, desk, path);
        const done = await client.call('files.rename', { id: named.id, name });
        desk.printLines([done.path]);
        desk.tell(doneTexts.renamed(named.name, done.name));
      }),
    );
  files
    .command('move')
    .description('Moves files and folders into another folder. Nothing is replaced.')
    .argument('<path...>', WHAT)
    .requiredOption('--to <folder>', 'the folder that they go into')
    .option('--wider', 'also when more people can read them there')
    .option(...JSON_OPTION)
    .action((paths: readonly string[], options: { to: string; wider?: true; json?: true }) =>
      desk.ask(async ({ client }) => {
        const ids = (await Promise.all(paths.map(path => find(client, desk, path)))).map(({ id }) => id);
        const to = await placeAt(client, desk, options.to);
        const { done, left } = await client.call('files.move', { ids, to, mayWiden: options.wider === true });
        if (options.json)
          desk.printJson({ v: 1, moved: done.map(({ id, path }) => ({ id, path })), left: left.map(leftShape) });
        else desk.printLines(done.map(({ path }) => path));
        for (const one of left) desk.tell(doneTexts.left(one));
        return left.length > 0 ? EXIT.attention : EXIT.ok;
      }),
    );
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
        const ids = (await Promise.all(paths.map(path => find(client, desk, path)))).map(({ id }) => id);
        if (!options.yes) {
          const weight = await client.call('files.weigh', { ids });
          if (options.json) desk.printJson({ v: 1, wouldRemove: weightShape(weight) });
          desk.tell(fileCommandTexts.would(weight.files, weight.folders + weight.unseenFolders, weight.sizeBytes));
          if (weight.files - weight.onlyThere > 0) desk.tell(questionTexts.remove.hold(weight.holdSeconds));
          if (weight.isAsked) desk.tell(questionTexts.remove.asked);
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
    .action((paths: readonly string[]) =>
      desk.ask(async ({ client }) => {
        const ids = (await Promise.all(paths.map(path => find(client, desk, path)))).map(({ id }) => id);
        const { done, left } = await client.call('files.clearFolder', { ids });
        desk.tell(doneTexts.takenOut(done.length));
        for (const one of left) desk.tell(doneTexts.left(one));
        return left.length > 0 ? EXIT.attention : EXIT.ok;
      }),
    );
}

function addPutting(files: Command, desk: Desk): void {
  files
    .command('put')
    .description(fileCommandTexts.put)
    .argument('<file...>', 'files and folders of this computer')
    .requiredOption('--to <folder>', 'the folder that they go into')
    .option(...JSON_OPTION)
    .action((paths: readonly string[], options: { to: string; json?: true }) =>
      desk.ask(async ({ client }) => {
        const place = await placeAt(client, desk, options.to);
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
    .command('waiting')
    .description('Lists what waits to be sent to the service, oldest first.')
    .option(...JSON_OPTION)
    .action((options: { json?: true }) =>
      desk.ask(async ({ client }) => {
        const waiting = await client.call('drops.waiting', null);
        if (options.json) desk.printJson({ v: 1, waiting: waiting.map(waitingShape) });
        else desk.printLines(waiting.map(({ name, kind, text }) => [kind, name, text ?? ''].join('  ').trim()));
        return waiting.some(({ isStuck }) => isStuck) ? EXIT.attention : EXIT.ok;
      }),
    );
  files
    .command('describe')
    .description('Describes files and tags them. Offline it is remembered, and sent later.')
    .argument('<path...>', WHAT)
    .option('--description <text>', 'in place of the description that was last seen')
    .option('--tag <tag>', 'adds a tag; may be repeated', gather, [])
    .option('--untag <tag>', 'takes a tag away; may be repeated', gather, [])
    .action((paths: readonly string[], options: { description?: string; tag: string[]; untag: string[] }) =>
      desk.ask(async ({ client }) => {
        const ids = (await Promise.all(paths.map(path => find(client, desk, path)))).map(({ id }) => id);
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
    .action((path: string) =>
      desk.ask(async ({ client }) => {
        const { id } = await find(client, desk, path);
        const known = await client.call('files.details', { id });
        desk.printJson({ v: 1, ...known });
      }),
    );
}

function gather(tag: string, tags: readonly string[]): string[] {
  return [...tags, tag];
}

function leftShape({ id, path, text }: LeftAlone): object {
  return { id, path, text };
}

function weightShape({ files, folders, sizeBytes, unsent, onlyThere, unseenFolders, holdSeconds, isAsked }: Weight) {
  return { files, folders, sizeBytes, unsent, onlyThere, unseenFolders, holdSeconds, isAsked };
}

function waitingShape({ id, kind, name, since, sizeBytes, text, isStuck }: WaitingThing): object {
  return { id, kind, name, since, sizeBytes, text, isStuck };
}
