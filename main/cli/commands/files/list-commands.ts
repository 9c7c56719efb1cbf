import type { Command } from 'commander';

import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import type { PlaceHead } from '../../../../shared/features/browse/folder-model.ts';
import type { FolderPlace } from '../../../../shared/features/browse/place-model.ts';
import { browseTexts } from '../../../../shared/features/browse/text.ts';
import { faultLine } from '../../../../shared/text/faults.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { everything } from '../../output/all-rows.ts';
import { filesShape, removedShape } from '../../output/json-shapes.ts';
import { fileLines, storedLines } from '../../output/plain-text.ts';
import { EXIT } from '../../runner/exit-codes.ts';

interface ListOptions {
  readonly id?: string;
  readonly archived?: true;
  readonly loose?: true;
  readonly json?: true;
}

/** `files list`. */
export function addFilesCommands(program: Command, context: CommandContext): Command {
  const files = program
    .command('files')
    .summary('list what is in the knowledge base')
    .description('What is in the knowledge base, mirrored or not. What was listed before is shown offline, too.');
  files
    .command('list')
    .summary('list a folder')
    .description(
      'Lists a folder: names joined by / from the top (a / in a name is \\/). Without one, the folders at the top.',
    )
    .argument('[path]', "such as 'Knowledge Base/Plates'")
    .option('--id <id>', 'the folder with this id of the service, instead of a path')
    .option('--archived', 'the folders in the archive')
    .option('--loose', 'files in no folder that you can read')
    .option('--json', 'print one JSON object')
    .action((path: string | undefined, options: ListOptions) =>
      context.ask(async ({ client }) => {
        const place = await placeOf(client, path, options);
        await client.call('files.check', { place, now: false, folders: false, wait: true });
        const { head, rows } = await everything(client, place);
        if (options.json) context.printJson(filesShape(head, rows));
        else context.printLines(fileLines(rows));
        for (const line of remarks(head)) context.tell(line);
        return head.standing === 'ready' || head.standing === 'archived' ? EXIT.ok : EXIT.error;
      }),
    );
  return files;
}

/** `removed list`, `removed restore`. */
export function addRemovedCommands(program: Command, context: CommandContext): void {
  const removed = program
    .command('removed')
    .summary('list what was removed, and bring it back')
    .description('Folders in the service’s archive, and files in this computer’s store, with their way back.');
  removed
    .command('list')
    .description('Lists archived folders, then what is in the store, oldest first.')
    .option('--json', 'print one JSON object')
    .action((options: { readonly json?: true }) =>
      context.ask(async ({ client }) => {
        const place = { list: 'archived' } as const;
        await client.call('files.check', { place, now: false, folders: false, wait: true });
        const { head, rows } = await everything(client, place);
        const stored = await client.call('store.list', null);
        if (options.json) context.printJson(removedShape(rows, stored));
        else context.printLines([...fileLines(rows), ...storedLines(stored)]);
        for (const line of remarks(head)) context.tell(line);
      }),
    );
  removed
    .command('restore')
    .description('Brings an archived folder back with everything in it, or a file of the store beside where it was.')
    .argument('<id>', 'as listed by: benchtop removed list')
    .option('--json', 'print one JSON object')
    .action((id: string, { json }: { readonly json?: true }) =>
      context.ask(async ({ client }) => {
        const { rows } = await everything(client, { list: 'archived' });
        const folder = rows.find(row => row.id === id.toLowerCase());
        if (folder === undefined) {
          const { path, older } = await client.call('store.restore', { id });
          if (json) context.printJson({ v: 1, kind: 'file', id, path, older });
          else context.printLines([path]);
          context.tell(browseTexts.broughtBack(path, older));
        } else {
          await client.call('files.restoreFolder', { id: folder.id });
          if (json) context.printJson({ v: 1, kind: 'folder', id: folder.id, name: folder.name });
          context.tell(browseTexts.restored(folder.name));
        }
      }),
    );
}

async function placeOf(
  client: EngineClient,
  path: string | undefined,
  { id, archived, loose }: ListOptions,
): Promise<FolderPlace> {
  if (archived) return { list: 'archived' };
  if (loose) return { list: 'loose' };
  return client.call('files.locate', { path: id ?? path ?? '' });
}

/** What has to be known about a list that is not whole, or not fresh. */
function remarks({ standing, got, of, fault, checkedAt, isIncomplete }: PlaceHead): readonly string[] {
  const about = {
    ready: null,
    unvisited: browseTexts.unvisited,
    partial: browseTexts.partial(got ?? 0, of),
    hidden: browseTexts.hidden,
    closed: `${browseTexts.closed}.`,
    gone: `${browseTexts.gone}.`,
    archived: browseTexts.archivedBanner,
  }[standing];
  const old = standing === 'ready' && fault !== null ? `${browseTexts.old} (${checkedAt ?? ''})` : null;
  const why = fault === null || standing === 'archived' || standing === 'gone' ? null : faultLine(fault);
  return [about, old, why, isIncomplete ? browseTexts.incomplete : null].flatMap(line => line ?? []);
}
