import type { FileRow } from '../../../../shared/features/browse/file-row-model.ts';
import { insideCount, insideMeaning } from '../../../../shared/features/browse/inside-text.ts';
import { formatMoment, inOneLine } from '../../../../shared/text/format.ts';
import { MINUTE } from '../../../../shared/units.ts';
import { useNow } from '../../../state/clock.ts';
import { useHasColumn } from '../stores/columns.ts';
import { FolderReaders } from './access-sign.tsx';
import styles from './folder-facts.module.css';

/** What a folder's line says at the end of its name: how many files, and who can open it where no column says so. */
export function FolderFacts({ row: { id, inside } }: { readonly row: Pick<FileRow, 'id' | 'inside'> }) {
  const isInColumn = useHasColumn('access');
  return (
    <span className={styles['facts']}>
      {inside === undefined ? null : <FolderCount inside={inside} />}
      {isInColumn ? null : (
        <span className={styles['readers']}>
          <FolderReaders id={id} />
        </span>
      )}
    </span>
  );
}

function FolderCount({ inside }: { readonly inside: NonNullable<FileRow['inside']> }) {
  const meaning = useInsideMeaning(inside);
  return (
    <span className={styles['count']} title={meaning ?? ''}>
      {insideCount(inside)}
    </span>
  );
}

/** All that is known of what is in a folder, in a sentence; null: nothing is. */
export function useInsideMeaning(inside: FileRow['inside']): string | null {
  const nowMs = useNow(MINUTE);
  return inside === undefined ? null : insideMeaning(inside, at => inOneLine(formatMoment(Date.parse(at), nowMs)));
}

/** What is said of everything in a folder in the place of its own size and time; only where all of it was seen. */
export function wholeInside({ inside }: Pick<FileRow, 'inside'>): NonNullable<FileRow['inside']> | null {
  return inside?.isWhole === true ? inside : null;
}

/** How large everything in it is; null: it is not known, or there is nothing. */
export function sizeInside(row: Pick<FileRow, 'inside'>): number | null {
  const inside = wholeInside(row);
  return inside === null || inside.files === 0 ? null : inside.sizeBytes;
}
