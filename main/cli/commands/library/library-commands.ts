import type { Command } from 'commander';

import type { KeptRow } from '../../../../shared/features/library/contract.ts';
import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import { isUuid } from '../../../../shared/ids.ts';
import type { FolderPlace } from '../../../../shared/features/browse/place-model.ts';
import type { PlaceHead } from '../../../../shared/features/browse/folder-model.ts';
import { browseTexts } from '../../../../shared/features/browse/text.ts';
import { downloadToTexts } from '../../../../shared/features/edit/save-copy-text.ts';
import { faultLine } from '../../../../shared/text/faults.ts';
import { formatBytes } from '../../../../shared/text/format.ts';
import {
  copyTexts,
  keptTexts,
  letGoLine,
  libraryCommandTexts as texts,
  libraryTexts,
} from '../../../../shared/features/library/text.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { Ending } from '../../runner/ending.ts';
import { everything } from '../../output/all-rows.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { targetOf } from '../files/get-command.ts';
import { JSON_OPTION } from '../../output/json-option.ts';
import { filesShape } from '../../output/json-shapes.ts';
import { addManaging } from './library-manage.ts';
import { addPublishing } from './library-publish.ts';
import { idsOf, placeAt, WHAT } from '../../input/named-things.ts';
import { fileLines } from '../../output/plain-text.ts';

/** `library list|kept|keep|free|get|copy|publish|withdraw|new-folder|rename|remove`, `files copy`. */
export function addLibraryCommands(program: Command, context: CommandContext): void {
  const library = program.command('library').summary(texts.summary).description(texts.group);
  addListing(library, context);
  addKeeping(library, context);
  addTaking(library, context);
  addPublishing(library, context, filesAt);
  addManaging(library, context);
  const files = program.commands.find(command => command.name() === 'files');
  if (files !== undefined) addCopying(files, context, WHAT, (client, paths) => idsOf(client, context, paths));
}

function addListing(library: Command, context: CommandContext): void {
  library
    .command('list')
    .description(texts.list)
    .argument('[path]', texts.folder)
    .option(...JSON_OPTION)
    .action((path: string | undefined, { json }: { readonly json?: true }) =>
      context.ask(async ({ client }) => {
        const place = await folderAt(client, path);
        await client.call('files.check', { place, now: false, folders: false, wait: true });
        const { head, rows } = await everything(client, place);
        if (json) context.printJson(filesShape(head, rows));
        else context.printLines(fileLines(rows));
        for (const line of remarks(head, rows.length)) context.tell(line);
        return head.standing === 'ready' ? EXIT.ok : EXIT.error;
      }),
    );
  library
    .command('kept')
    .description(texts.kept)
    .option(...JSON_OPTION)
    .action(({ json }: { readonly json?: true }) =>
      context.ask(async ({ client }) => {
        const files = await client.call('library.kept', null);
        if (json) context.printJson({ v: 1, files: files.map(keptShape) });
        else context.printLines(files.map(keptLine));
        if (files.length === 0) context.tell(texts.keptNothing);
      }),
    );
}

function addKeeping(library: Command, context: CommandContext): void {
  library
    .command('keep')
    .description(texts.keep)
    .argument('<path...>', texts.what)
    .option(...JSON_OPTION)
    .action((paths: readonly string[], { json }: { readonly json?: true }) =>
      context.ask(async ({ client }) => {
        const { files, left } = await client.call('library.keep', { ids: await thingsAt(client, paths), wait: true });
        if (json) context.printJson({ v: 1, files, left: left.map(leftShape) });
        context.tell(keptTexts.wanted(files));
        for (const one of left) context.tell(copyTexts.left(one));
        return left.length > 0 ? EXIT.attention : EXIT.ok;
      }),
    );
  library
    .command('free')
    .description(texts.free)
    .argument('<path...>', texts.what)
    .option(...JSON_OPTION)
    .action((paths: readonly string[], { json }: { readonly json?: true }) =>
      context.ask(async ({ client }) => {
        const gone = await client.call('library.letGo', { ids: await thingsAt(client, paths) });
        if (json) context.printJson({ v: 1, ...gone });
        context.tell(letGoLine(gone));
        return gone.left > 0 ? EXIT.attention : EXIT.ok;
      }),
    );
}

function addTaking(library: Command, context: CommandContext): void {
  library
    .command('get')
    .description(texts.get)
    .argument('<path...>', texts.file)
    .option('--to <place>', 'a folder that exists, or for one file its new name', '.')
    .option(...JSON_OPTION)
    .action((paths: readonly string[], { to, json }: { readonly to: string; readonly json?: true }) =>
      context.ask(async ({ client }) => {
        const ids = await filesAt(client, paths);
        const { saved, left } = await client.call('files.downloadTo', { ids, ...targetOf(context, to) });
        const shown = saved.map(({ id, path, sizeBytes, version }) => ({ id, path, sizeBytes, version }));
        if (json) context.printJson({ v: 1, saved: shown, left: left.map(leftShape) });
        else context.printLines(saved.map(({ path }) => path));
        for (const one of left) context.tell(downloadToTexts.left(one));
        return left.length > 0 ? EXIT.attention : EXIT.ok;
      }),
    );
  addCopying(library, context, texts.file, filesAt);
}

type Finder = (client: EngineClient, paths: readonly string[]) => Promise<string[]>;

function addCopying(group: Command, context: CommandContext, what: string, find: Finder): void {
  group
    .command('copy')
    .description(texts.copy)
    .argument('<path...>', what)
    .requiredOption('--to <folder>', texts.copyTo)
    .option(...JSON_OPTION)
    .action((paths: readonly string[], { to, json }: { readonly to: string; readonly json?: true }) =>
      context.ask(async ({ client }) => {
        const ids = await find(client, paths);
        const { done, left } = await client.call('files.copy', { ids, to: await placeAt(client, context, to) });
        if (json)
          context.printJson({
            v: 1,
            copied: done.map(({ id, copy, name }) => ({ id, copy, name })),
            left: left.map(leftShape),
          });
        else context.printLines(done.map(({ name }) => name));
        context.tell(copyTexts.done(done.length, to));
        for (const one of left) context.tell(copyTexts.left(one));
        return left.length > 0 ? EXIT.attention : EXIT.ok;
      }),
    );
}

/** Ids of files and folders of the library; an id is taken as it is. */
async function thingsAt(client: EngineClient, paths: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const path of paths) {
    const { id } = isUuid(path) ? { id: path } : await client.call('library.locate', { path });
    if (id === null) throw new Ending(EXIT.error, texts.notAll);
    ids.push(id);
  }
  return ids;
}

/** @throws Ending for a folder. */
async function filesAt(client: EngineClient, paths: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const path of paths) {
    if (isUuid(path)) {
      ids.push(path);
      continue;
    }
    const { id, kind } = await client.call('library.locate', { path });
    if (id === null || kind === 'folder') throw new Ending(EXIT.error, libraryTexts.isFolder(path));
    ids.push(id);
  }
  return ids;
}

async function folderAt(client: EngineClient, path: string | undefined): Promise<FolderPlace> {
  if (path === undefined) return { library: null };
  const { id, kind } = await client.call('library.locate', { path });
  if (kind === 'file') throw new Ending(EXIT.error, libraryTexts.isFile(path));
  return { library: id };
}

/** What has to be known about a list that is empty, not whole, or not fresh. */
function remarks({ place, standing, got, of, fault, checkedAt }: PlaceHead, count: number): readonly string[] {
  const isTop = 'library' in place && place.library === null;
  const empty = isTop ? libraryTexts.emptyTitle : libraryTexts.emptyFolder;
  const about = {
    ready: count === 0 ? empty : null,
    unvisited: isTop ? libraryTexts.unvisited : libraryTexts.unvisitedFolder,
    partial: browseTexts.partial(got ?? 0, of),
    hidden: null,
    closed: `${libraryTexts.closed}.`,
    gone: `${isTop ? libraryTexts.none : libraryTexts.noFolder}.`,
    archived: null,
  }[standing];
  const old = standing === 'ready' && fault !== null ? `${browseTexts.old} (${checkedAt ?? ''})` : null;
  const why = fault === null || standing === 'gone' ? null : faultLine(fault);
  return [about, old, why].flatMap(line => line ?? []);
}

/** A file of `library kept --json`. */
function keptShape({ id, name, state, note, version, sizeBytes, sha256, at }: KeptRow): object {
  return { id, name, state, note, version, sizeBytes, sha256, at };
}

function keptLine({ id, name, state, sizeBytes }: KeptRow): string {
  const size = sizeBytes === null ? '' : `, ${formatBytes(sizeBytes)}`;
  return `${id}  ${name}  (${texts.states[state]}${size})`;
}

function leftShape({ id, path, text }: { readonly id: string; readonly path: string; readonly text: string }): object {
  return { id, path, text };
}
