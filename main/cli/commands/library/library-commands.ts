import { Option } from 'commander';
import { z } from 'zod';

import { keptRow, type KeptRow, libraryCalls } from '../../../../shared/features/library/contract.ts';
import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import type { PlaceHead } from '../../../../shared/features/browse/folder-model.ts';
import type { FolderPlace } from '../../../../shared/features/browse/place-model.ts';
import { browseTexts } from '../../../../shared/features/browse/text.ts';
import {
  copyTexts,
  keptTexts,
  letGoLine,
  libraryCommandTexts as texts,
  libraryTexts,
} from '../../../../shared/features/library/text.ts';
import { isUuid } from '../../../../shared/ids.ts';
import { faultLine } from '../../../../shared/text/faults.ts';
import { formatBytes } from '../../../../shared/text/format.ts';
import { idsOf, placeAt, WHAT } from '../../input/named-things.ts';
import { fileLines } from '../../output/plain-text.ts';
import { listOf, publicFields } from '../../output/public-json.ts';
import { type Asking, commandGroup, type Row, row } from '../../runner/command-row.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT } from '../../runner/exit-codes.ts';
import { getRow, publicLeft } from '../files/get-command.ts';
import { folderShape, listPlace, publicFolder } from '../files/list-commands.ts';
import { manageRows } from './library-manage.ts';
import { publishRows } from './library-publish.ts';

interface Paths {
  readonly path: readonly string[];
}

/** The library of the organization, and copies of what is in it. */
export const libraryRows: readonly Row[] = [
  commandGroup('library', texts.summary, texts.group),
  row('library list [path]', {
    help: texts.list,
    arguments: [texts.folder],
    json: publicFolder,
    run: async ({ client }, { path }: { readonly path?: string }) => listPlace(client, await folderAt(client, path)),
    shape: folderShape,
    lines: ({ rows }) => fileLines(rows),
    tell: ({ head, rows }) => remarks(head, rows.length),
    exit: ({ head }) => (head.standing === 'ready' ? EXIT.ok : EXIT.error),
  }),
  row('library kept', {
    help: texts.kept,
    json: listOf('files', publicFields(keptRow, 'id name state note version sizeBytes sha256 at')),
    call: 'library.kept',
    shape: files => ({ files }),
    lines: files => files.map(keptLine),
    tell: files => (files.length === 0 ? texts.keptNothing : null),
  }),
  row('library keep <path...>', {
    help: texts.keep,
    arguments: [texts.what],
    json: z.object({ files: z.number(), left: publicLeft }),
    run: async ({ client }, { path }: Paths) =>
      client.call('library.keep', { ids: await thingsAt(client, path), wait: true }),
    tell: ({ files, left }) => [keptTexts.wanted(files), ...left.map(copyTexts.left)],
    exit: ({ left }) => (left.length > 0 ? EXIT.attention : EXIT.ok),
  }),
  row('library free <path...>', {
    help: texts.free,
    arguments: [texts.what],
    json: publicFields(libraryCalls['library.letGo'].output, 'files sizeBytes stored left'),
    run: async ({ client }, { path }: Paths) => client.call('library.letGo', { ids: await thingsAt(client, path) }),
    tell: letGoLine,
    exit: ({ left }) => (left > 0 ? EXIT.attention : EXIT.ok),
  }),
  getRow('library get <path...>', { help: texts.get, arguments: [texts.file] }, (client, _, paths) =>
    filesAt(client, paths),
  ),
  copyRow('library copy <path...>', texts.file, ({ client }, paths) => filesAt(client, paths)),
  ...publishRows(filesAt),
  ...manageRows,
  copyRow('files copy <path...>', WHAT, ({ client, context }, paths) => idsOf(client, context, paths)),
];

type Finder = (asking: Asking, paths: readonly string[]) => Promise<string[]>;

/** Files of one's own that are copies of others. */
function copyRow(words: string, what: string, find: Finder): Row {
  return row(words, {
    help: texts.copy,
    arguments: [what],
    options: [new Option('--to <folder>', texts.copyTo).makeOptionMandatory()],
    json: z.object({
      copied: z.array(z.object({ id: z.string(), copy: z.string(), name: z.string() })),
      left: publicLeft,
    }),
    run: async (asking, { path, to }: Paths & { readonly to: string }) => {
      const ids = await find(asking, path);
      const { client, context } = asking;
      return client.call('files.copy', { ids, to: await placeAt(client, context, to) });
    },
    shape: ({ done, left }) => ({ copied: done, left }),
    lines: ({ done }) => done.map(({ name }) => name),
    tell: ({ done, left }, { to }) => [copyTexts.done(done.length, to), ...left.map(copyTexts.left)],
    exit: ({ left }) => (left.length > 0 ? EXIT.attention : EXIT.ok),
  });
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

function keptLine({ id, name, state, sizeBytes }: KeptRow): string {
  const size = sizeBytes === null ? '' : `, ${formatBytes(sizeBytes)}`;
  return `${id}  ${name}  (${texts.states[state]}${size})`;
}
