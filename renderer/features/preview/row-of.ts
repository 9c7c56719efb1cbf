import { useMemo } from 'react';

import type { FileRow } from '../../../shared/features/browse/file-row-model.ts';
import { useFolders } from '../browse/stores/files.ts';

/** The row, from the first list that has it; null: no list has it. */
export function useRow(id: string): FileRow | null {
  const folders = useFolders(state => state.folders);
  return useMemo(() => {
    for (const { view } of folders.values()) {
      const row = view?.known.get(id);
      if (row !== undefined) return row;
    }
    return null;
  }, [folders, id]);
}
