import type { EngineClient } from '../../../shared/rpc/engine-client.ts';
import { MOST_ROWS } from '../../../shared/features/browse/contract.ts';
import { FaultError } from '../../../shared/fault.ts';
import { isUuid } from '../../../shared/ids.ts';
import type { FileRow } from '../../../shared/features/browse/file-row-model.ts';
import type { FolderPlace } from '../../../shared/features/browse/place-model.ts';
import { fileCommandTexts } from '../../../shared/features/edit/text.ts';
import { splitPath } from '../../items/remote-path.ts';
import { pathQuestion } from './typed-path.ts';
import type { CommandContext } from '../runner/command-context.ts';
import { Ending } from '../runner/ending.ts';
import { EXIT } from '../runner/exit-codes.ts';

/** How a file or folder is named on the command line. */
export const WHAT = 'a path in a mirrored folder, a path of the knowledge base, or an id';

/** A file or folder that was named. */
export interface Named {
  readonly id: string;
  readonly kind: 'file' | 'folder';
  readonly name: string;
}

/** Finds what was named: in the mirrored folders first, then by names from the top of the knowledge base. */
export async function findNamed(client: EngineClient, context: CommandContext, path: string): Promise<Named> {
  try {
    return await client.call('files.identify', pathQuestion(context, path, undefined));
  } catch (error) {
    const found = isBadRequest(error) && !path.startsWith('/') && !isUuid(path) ? await inBase(client, path) : null;
    if (found === null) throw error;
    return found;
  }
}

/** The ids of all that were named. */
export async function idsOf(
  client: EngineClient,
  context: CommandContext,
  paths: readonly string[],
): Promise<string[]> {
  return (await Promise.all(paths.map(path => findNamed(client, context, path)))).map(({ id }) => id);
}

/** The folder that was named, as a place. @throws Ending for a file. */
export async function placeAt(client: EngineClient, context: CommandContext, path: string): Promise<FolderPlace> {
  const { id, kind } = await findNamed(client, context, path);
  if (kind !== 'folder') throw new Ending(EXIT.error, fileCommandTexts.noFolder(path));
  return /^\d+$/.test(id) ? { mirror: '', folder: id } : { base: id };
}

async function inBase(client: EngineClient, path: string): Promise<Named | null> {
  const names = splitPath(path);
  const own = names.at(-1)?.normalize('NFC') ?? '';
  const above = names.slice(0, -1).map(name => name.replaceAll('/', '\\/'));
  const place = await client.call('files.locate', { path: above.join('/') }).catch(nullIfBad);
  if (place === null || own === '') return null;
  const rows = (await rowsIn(client, place, own)).filter(({ name }) => name.normalize('NFC') === own);
  if (rows.length > 1)
    throw new Ending(
      EXIT.error,
      fileCommandTexts.several(
        path,
        rows.map(({ id }) => id),
      ),
    );
  return rows[0] ?? null;
}

async function rowsIn(client: EngineClient, place: FolderPlace, name: string): Promise<readonly FileRow[]> {
  await client.call('files.check', { place, now: false, folders: false, wait: true });
  const sorting = { column: 'name', direction: 'ascending' } as const;
  const question = { place, sorting, filter: name, from: 0, count: MOST_ROWS, anchor: null, chosen: [] };
  return (await client.call('files.window', question)).rows;
}

/** Whether what was asked for cannot be, as far as is known. */
export function isBadRequest(error: unknown): boolean {
  return error instanceof FaultError && error.fault.kind === 'bad-request';
}

function nullIfBad(error: unknown): null {
  if (isBadRequest(error)) return null;
  throw error;
}
