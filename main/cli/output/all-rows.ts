import { MOST_ROWS } from '../../../shared/features/browse/contract.ts';
import type { EngineClient } from '../../../shared/rpc/engine-client.ts';
import type { FileRow } from '../../../shared/features/browse/file-row-model.ts';
import type { PlaceHead } from '../../../shared/features/browse/folder-model.ts';
import type { FolderPlace } from '../../../shared/features/browse/place-model.ts';

/** All rows of a place by name, as many at a time as one answer holds. */
export async function readAllRows(
  client: EngineClient,
  place: FolderPlace,
): Promise<{ head: PlaceHead; rows: readonly FileRow[] }> {
  const rows: FileRow[] = [];
  const sorting = { column: 'name', direction: 'ascending' } as const;
  for (;;) {
    const question = { place, sorting, filter: '', from: rows.length, count: MOST_ROWS, anchor: null, chosen: [] };
    const answer = await client.call('files.window', question);
    for (const each of answer.rows) rows.push(each);
    if (answer.rows.length < MOST_ROWS) return { head: answer.head, rows };
  }
}
