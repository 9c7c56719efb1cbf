import { z } from 'zod';

import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import { type FileRow, fileRow, folderInside } from '../../../../shared/features/browse/file-row-model.ts';
import { type PlaceHead, placeHead } from '../../../../shared/features/browse/folder-model.ts';
import type { FolderPlace } from '../../../../shared/features/browse/place-model.ts';
import { browseTexts } from '../../../../shared/features/browse/text.ts';
import { faultLine } from '../../../../shared/text/faults.ts';
import { readAllRows } from '../../output/all-rows.ts';
import { fileLines, storedLines } from '../../output/plain-text.ts';
import { publicFields } from '../../output/public-json.ts';
import { type Asking, commandGroup, type Row, row } from '../../runner/command-row.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { publicStored } from './trash-commands.ts';

interface Listing {
  readonly path?: string;
  readonly id?: string;
  readonly archived?: true;
  readonly loose?: true;
}

/** A folder and all that is in it, for scripts. */
export const publicFolder = publicFields(
  placeHead,
  { path: z.array(z.string()) },
  'standing got of checkedAt',
  { incomplete: placeHead.shape.isIncomplete },
  {
    items: z.array(
      publicFields(fileRow, 'id kind name', { state: fileRow.shape.badge }, 'note extraction sizeBytes modifiedAt', {
        inside: publicFields(folderInside, 'files sizeBytes changedAt', {
          whole: folderInside.shape.isWhole,
        }).optional(),
      }),
    ),
  },
);

/** A listed folder by the names that scripts know. */
export function folderShape({ head, rows }: { readonly head: PlaceHead; readonly rows: readonly FileRow[] }): object {
  return {
    ...head,
    path: head.trail.map(({ name }) => name),
    incomplete: head.isIncomplete,
    items: rows.map(({ inside, ...each }) => ({
      ...each,
      state: each.badge,
      ...(inside === undefined ? {} : { inside: { ...inside, whole: inside.isWhole } }),
    })),
  };
}

/** What is in the knowledge base. */
export const listRows: readonly Row[] = [
  commandGroup(
    'files',
    'list what is in the knowledge base',
    'What is in the knowledge base, mirrored or not. What was listed before is shown offline, too.',
  ),
  row('files list [path]', {
    summary: 'list a folder',
    help: 'Lists a folder: names joined by / from the top (a / in a name is \\/). Without one, the folders at the top. Of a folder it tells the files in it, however deep, as far as they were listed (“+”: there may be more).',
    arguments: ["such as 'Knowledge Base/Plates'"],
    options: [
      ['--id <id>', 'the folder with this id of the service, instead of a path'],
      ['--archived', 'the folders in the archive'],
      ['--loose', 'files in no folder that you can read'],
    ],
    json: publicFolder,
    run: async ({ client }, wanted: Listing) => listPlace(client, await placeOf(client, wanted)),
    shape: folderShape,
    lines: ({ rows }) => fileLines(rows),
    tell: ({ head }) => remarks(head),
    exit: ({ head }) => (head.standing === 'ready' || head.standing === 'archived' ? EXIT.ok : EXIT.error),
  }),
];

/** What was removed, and its way back. */
export const removedRows: readonly Row[] = [
  commandGroup(
    'removed',
    'list what was removed, and bring it back',
    'Folders in the service’s archive, and files in this computer’s store, with their way back.',
  ),
  row('removed list', {
    help: 'Lists archived folders, then what is in the store, oldest first.',
    json: z.object({
      folders: z.array(publicFields(fileRow, 'id name', { archivedAt: fileRow.shape.modifiedAt })),
      files: z.array(publicStored),
    }),
    run: async ({ client }) => {
      const archived = await listPlace(client, { list: 'archived' });
      return { ...archived, files: await client.call('store.list', null) };
    },
    shape: ({ rows, files }) => ({ folders: rows.map(each => ({ ...each, archivedAt: each.modifiedAt })), files }),
    lines: ({ rows, files }) => [...fileLines(rows), ...storedLines(files)],
    tell: ({ head }) => remarks(head),
  }),
  row('removed restore <id>', {
    help: 'Brings an archived folder back with everything in it, or a file of the store beside where it was.',
    arguments: ['as listed by: benchtop removed list'],
    json: z.object({
      kind: z.enum(['file', 'folder']),
      id: z.string(),
      path: z.string().optional(),
      older: z.number().optional(),
      name: z.string().optional(),
    }),
    run: restore,
    lines: ({ path }) => (path === undefined ? [] : [path]),
    tell: ({ said }) => said,
  }),
];

async function restore({ client }: Asking, { id }: { readonly id: string }) {
  const { rows } = await readAllRows(client, { list: 'archived' });
  const folder = rows.find(each => each.id === id.toLowerCase());
  if (folder === undefined) {
    const { path, older } = await client.call('store.restore', { id });
    return { kind: 'file', id, path, older, said: browseTexts.broughtBack(path, older) };
  }
  await client.call('files.restoreFolder', { id: folder.id });
  return { kind: 'folder', id: folder.id, name: folder.name, said: browseTexts.restored(folder.name) };
}

/** A place as the service has it now, or as it was listed last. */
export async function listPlace(client: EngineClient, place: FolderPlace) {
  await client.call('files.check', { place, now: false, folders: false, wait: true });
  return readAllRows(client, place);
}

async function placeOf(client: EngineClient, { path, id, archived, loose }: Listing): Promise<FolderPlace> {
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
