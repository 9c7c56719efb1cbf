import type { Command } from 'commander';

import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import { libraryCommandTexts as texts, libraryTexts } from '../../../../shared/features/library/text.ts';
import type { CommandContext } from '../../runner/command-context.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { JSON_OPTION } from '../../output/json-option.ts';

/** `library new-folder|rename|remove`: for those who manage the library. */
export function addManaging(library: Command, context: CommandContext): void {
  library
    .command('new-folder')
    .description(texts.newFolder)
    .argument('<name>', texts.newName)
    .option('--in <folder>', texts.folder)
    .option(...JSON_OPTION)
    .action((name: string, options: { readonly in?: string; readonly json?: true }) =>
      context.ask(async ({ client }) => {
        const parent = options.in === undefined ? null : (await folderAt(client, options.in)).id;
        const made = await client.call('library.newFolder', { parent, name });
        if (options.json) context.printJson({ v: 1, id: made.id, name: made.name });
        context.tell(libraryTexts.folderMade(made.name));
      }),
    );
  library
    .command('rename')
    .description(texts.rename)
    .argument('<folder>', texts.folder)
    .argument('<name>', texts.newName)
    .option(...JSON_OPTION)
    .action((path: string, wanted: string, { json }: { readonly json?: true }) =>
      context.ask(async ({ client }) => {
        const folder = await ownFolderAt(client, path);
        const { name } = await client.call('library.renameFolder', { id: folder.id, name: wanted });
        if (json) context.printJson({ v: 1, id: folder.id, name });
        context.tell(libraryTexts.folderRenamed(folder.name, name));
      }),
    );
  library
    .command('remove')
    .description(texts.remove)
    .argument('<folder>', texts.folder)
    .option('--yes', 'without it, only what would happen is said')
    .option(...JSON_OPTION)
    .action((path: string, { yes, json }: { readonly yes?: true; readonly json?: true }) =>
      context.ask(async ({ client }) => {
        const { id, name } = await ownFolderAt(client, path);
        if (yes) await client.call('library.removeFolder', { id });
        if (json) context.printJson({ v: 1, id, name, removed: yes === true });
        context.tell(
          yes ? libraryTexts.folderRemoved(name) : `${libraryTexts.removeTitle(name)} ${libraryTexts.removeBody}`,
        );
        return yes ? EXIT.ok : EXIT.attention;
      }),
    );
}

async function folderAt(client: EngineClient, path: string): Promise<{ id: string | null; name: string }> {
  const { id, kind, name } = await client.call('library.locate', { path });
  if (kind === 'file') throw new Ending(EXIT.error, libraryTexts.isFile(path));
  return { id, name };
}

async function ownFolderAt(client: EngineClient, path: string): Promise<{ id: string; name: string }> {
  const { id, name } = await folderAt(client, path);
  if (id === null) throw new Ending(EXIT.error, texts.notTop);
  return { id, name };
}
