import { MOST_ROWS } from '../../shared/contract/browse.ts';
import type { EngineClient } from '../../shared/engine-client.ts';
import type { FileRow } from '../../shared/model/file-row.ts';
import type { PlaceHead } from '../../shared/model/folder-window.ts';
import type { FolderPlace } from '../../shared/model/place.ts';

/** All rows of a place by name, as many at a time as one answer holds. */
export async function everything(
  client: EngineClient,
  place: FolderPlace,
): Promise<{ head: PlaceHead; rows: readonly FileRow[] }> {
  const rows: FileRow[] = [];
  const sorting = { column: 'name', direction: 'ascending' } as const;
  for (;;) {
    const question = { place, sorting, filter: '', from: rows.length, count: MOST_ROWS, anchor: null, chosen: [] };
    const answer = await client.call('files.window', question);
    rows.push(...answer.rows);
    if (answer.rows.length < MOST_ROWS) return { head: answer.head, rows };
  }
}
