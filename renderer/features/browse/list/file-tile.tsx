import type { FileRow } from '../../../../shared/features/browse/file-row-model.ts';
import { syncBadgeText } from '../../../../shared/features/browse/badges-text.ts';
import { formatBytes } from '../../../../shared/text/format.ts';
import { words } from '../../../../shared/text/words.ts';
import { HiddenText } from '../../../components/feedback/hidden-text.tsx';
import { SyncGlyph } from '../../../components/feedback/sync-glyph.tsx';
import { CutName } from '../../../components/items/cut-name.tsx';
import { ItemIcon } from '../../../components/items/item-icon.tsx';
import { usePercent } from './file-cells.tsx';
import styles from './file-tile.module.css';

/** What a tile shows of a file or folder. */
export function fileTile(row: FileRow) {
  return <FileTile row={row} />;
}

function FileTile({ row }: { readonly row: FileRow }) {
  const { badge, kind, name, note, serviceName, sizeBytes } = row;
  const done = usePercent(row.id);
  const { label } = syncBadgeText(badge, { note, serviceName, percent: done });
  return (
    <div className={styles['tile']}>
      <span className={styles['picture']}>
        <ItemIcon kind={kind} name={name} size={56} />
      </span>
      <span className={styles['name']}>
        <CutName name={name} />
      </span>
      <HiddenText>{kind === 'folder' ? words.files.folder : words.files.file}</HiddenText>
      <span className={styles['facts']} title={label}>
        <SyncGlyph badge={badge} percent={done} />
        <HiddenText>{label}</HiddenText>
        {sizeBytes === null ? null : formatBytes(sizeBytes)}
      </span>
    </div>
  );
}
