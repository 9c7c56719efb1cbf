import type { Output } from '../../../shared/contract.ts';
import type { FileRow } from '../../../shared/features/browse/file-row-model.ts';
import { MOST_ROWS } from '../../../shared/features/browse/contract.ts';
import type { Computer } from '../world/computer.ts';
import type { QuietLab } from './quiet-lab.ts';

/** What a window shows of a folder. */
export interface ShownFolder {
  /** By name, folders first; at most as many as one answer has. */
  readonly rows: readonly FileRow[];
  /** When it was last listed at the service, ISO 8601 UTC. */
  readonly checkedAt: string | null;
}

/** A folder of a mirror as the window's list has it. @param folder the id of its row; null: the mirror's own. */
export async function shownFolder(
  lab: Pick<QuietLab, 'call'>,
  computer: Computer,
  folder: string | null = null,
  mirror = 'm1',
): Promise<ShownFolder> {
  const { rows, head }: Output<'files.window'> = await lab.call(computer, 'files.window', {
    place: { mirror, folder },
    sorting: { column: 'name', direction: 'ascending' },
    filter: '',
    from: 0,
    count: MOST_ROWS,
    anchor: null,
    chosen: [],
  });
  return { rows, checkedAt: head.checkedAt };
}
