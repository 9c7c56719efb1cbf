import { ArchiveRestore } from 'lucide-react';

import type { FileRow } from '../../../shared/features/browse/file-row-model.ts';
import { browseTexts } from '../../../shared/features/browse/text.ts';
import { Button } from '../../components/controls/button.tsx';
import { restoreFolder, useBroughtBack } from '../trash/stores/removed-files.ts';
import styles from './selected-line.module.css';

/** What can be done with the archived folder that is chosen, below the list. */
export function ArchivedLine({ rows }: { readonly rows: readonly FileRow[] }) {
  const busy = useBroughtBack(state => state.busy);
  const [row] = rows;
  if (row === undefined || rows.length > 1) return null;
  return (
    <div className={styles['line']}>
      <p>{browseTexts.restoreHint(row.name)}</p>
      <Button isDisabled={busy !== null} onPress={() => void restoreFolder(row.id, row.name)}>
        <ArchiveRestore size={15} strokeWidth={1.75} aria-hidden="true" />
        {browseTexts.restore}
      </Button>
    </div>
  );
}
