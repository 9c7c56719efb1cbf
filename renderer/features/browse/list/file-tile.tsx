import type { FileRow } from '../../../../shared/features/browse/file-row-model.ts';
import { syncBadgeText } from '../../../../shared/features/browse/badges-text.ts';
import { insideFacts } from '../../../../shared/features/browse/inside-text.ts';
import { formatAgo, formatBytes, formatMoment } from '../../../../shared/text/format.ts';
import { words } from '../../../../shared/text/words.ts';
import { DAY, MINUTE } from '../../../../shared/units.ts';
import { HiddenText } from '../../../components/feedback/hidden-text.tsx';
import { SyncGlyph } from '../../../components/feedback/sync-glyph.tsx';
import { CutName } from '../../../components/items/cut-name.tsx';
import { ItemIcon } from '../../../components/items/item-icon.tsx';
import { LineHint, WordedGlyph } from '../../../components/list/worded-glyph.tsx';
import { useNow } from '../../../state/clock.ts';
import { Thumbnail } from '../../preview/thumbnail/thumbnail.tsx';
import { FolderReaders, useReadersMeaning } from './access-sign.tsx';
import { usePercent } from './file-cells.tsx';
import styles from './file-tile.module.css';
import { useInsideMeaning, wholeInside } from './folder-facts.tsx';

/** What a tile shows of a file or folder. */
export function fileTile(row: FileRow) {
  return <FileTile row={row} />;
}

function FileTile({ row }: { readonly row: FileRow }) {
  const { kind, name } = row;
  return (
    <div className={styles['tile']}>
      <span className={styles['picture']}>
        <Thumbnail row={row}>
          <ItemIcon kind={kind} name={name} size={56} />
        </Thumbnail>
      </span>
      <span className={styles['name']}>
        <CutName name={name} />
      </span>
      <HiddenText>{kind === 'folder' ? words.files.folder : words.files.file}</HiddenText>
      <span className={styles['lines']}>{kind === 'folder' ? <FolderLines row={row} /> : <FileLine row={row} />}</span>
    </div>
  );
}

function FileLine({ row }: { readonly row: FileRow }) {
  return (
    <span className={styles['facts']}>
      <Glyph row={row} />
      {row.sizeBytes === null ? null : formatBytes(row.sizeBytes)}
    </span>
  );
}

/** How much is in it; below how it is, when it changed last, and who can open it. */
function FolderLines({ row }: { readonly row: FileRow }) {
  const nowMs = useNow(MINUTE);
  const meaning = useInsideMeaning(row.inside);
  const changedAt = wholeInside(row)?.changedAt ?? null;
  return (
    <>
      {row.inside === undefined ? null : (
        <span className={styles['inside']} title={meaning ?? ''}>
          {insideFacts(row.inside).join(' · ')}
        </span>
      )}
      <span className={styles['facts']}>
        <Glyph row={row} />
        {changedAt === null ? null : <span title={meaning ?? ''}>{shortMoment(Date.parse(changedAt), nowMs)}</span>}
        <FolderReaders id={row.id} />
      </span>
    </>
  );
}

/** A tile has little room: how long ago within a week, then the day. */
function shortMoment(atMs: number, nowMs: number): string {
  return nowMs - atMs < 7 * DAY ? formatAgo(atMs, nowMs) : formatMoment(atMs, nowMs);
}

function Glyph({ row }: { readonly row: FileRow }) {
  const { label, done } = useSyncLabel(row);
  return (
    <WordedGlyph words={label}>
      <SyncGlyph badge={row.badge} percent={done} />
    </WordedGlyph>
  );
}

function useSyncLabel({ id, badge, note, serviceName }: FileRow) {
  const done = usePercent(id);
  return { label: syncBadgeText(badge, { note, serviceName, percent: done }).label, done };
}

/** What the signs of a tile mean, in one hint. */
export function tileHint(row: FileRow) {
  return <TileHint row={row} />;
}

function TileHint({ row }: { readonly row: FileRow }) {
  const { label } = useSyncLabel(row);
  const readers = useReadersMeaning(row.id);
  return <LineHint words={row.kind === 'file' || readers === null ? [label] : [label, readers]} />;
}
