import { z } from 'zod';

import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import { libraryCommandTexts as texts, libraryTexts } from '../../../../shared/features/library/text.ts';
import { type Row, row } from '../../runner/command-row.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';

const aFolder = z.object({ id: z.string(), name: z.string() });

interface Folder {
  readonly folder: string;
}

/** What those do who manage the library. */
export const manageRows: readonly Row[] = [
  row('library new-folder <name>', {
    help: texts.newFolder,
    arguments: [texts.newName],
    options: [['--in <folder>', texts.folder]],
    json: aFolder,
    run: async ({ client }, { name, in: above }: { readonly name: string; readonly in?: string }) => {
      const parent = above === undefined ? null : (await folderAt(client, above)).id;
      return client.call('library.newFolder', { parent, name });
    },
    tell: ({ name }) => libraryTexts.folderMade(name),
  }),
  row('library rename <folder> <name>', {
    help: texts.rename,
    arguments: [texts.folder, texts.newName],
    json: aFolder,
    run: async ({ client }, { folder: path, name: wanted }: Folder & { readonly name: string }) => {
      const { id, name: before } = await ownFolderAt(client, path);
      return { id, before, ...(await client.call('library.renameFolder', { id, name: wanted })) };
    },
    tell: ({ before, name }) => libraryTexts.folderRenamed(before, name),
  }),
  row('library remove <folder>', {
    help: texts.remove,
    arguments: [texts.folder],
    options: [['--yes', 'without it, only what would happen is said']],
    json: aFolder.extend({ removed: z.boolean() }),
    run: async ({ client }, { folder: path, yes }: Folder & { readonly yes?: true }) => {
      const { id, name } = await ownFolderAt(client, path);
      if (yes) await client.call('library.removeFolder', { id });
      return { id, name, removed: yes === true };
    },
    tell: ({ name, removed }) =>
      removed ? libraryTexts.folderRemoved(name) : `${libraryTexts.removeTitle(name)} ${libraryTexts.removeBody}`,
    exit: ({ removed }) => (removed ? EXIT.ok : EXIT.attention),
  }),
];

/** A folder of the library; without an id its top. @throws Ending for a file. */
export async function folderAt(client: EngineClient, path: string): Promise<{ id: string | null; name: string }> {
  const { id, kind, name } = await client.call('library.locate', { path });
  if (kind === 'file') throw new Ending(EXIT.error, libraryTexts.isFile(path));
  return { id, name };
}

async function ownFolderAt(client: EngineClient, path: string): Promise<{ id: string; name: string }> {
  const { id, name } = await folderAt(client, path);
  if (id === null) throw new Ending(EXIT.error, texts.notTop);
  return { id, name };
}
