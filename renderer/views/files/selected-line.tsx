import type { FileRow } from '../../../shared/model/file-row.ts';
import { extractionText, syncBadgeText } from '../../../shared/text/badges.ts';
import { inWindow } from '../../../shared/text/in-window.ts';
import { shown } from '../../../shared/text/shown-name.ts';
import { SyncGlyph } from '../../components/sync-glyph.tsx';
import { isMirrored } from './actions.ts';
import { usePercent } from './file-cells.tsx';
import styles from './selected-line.module.css';

/** What the badges of the chosen line mean, in whole sentences, below the list. */
export function SelectedLine({ row }: { readonly row: FileRow | undefined }) {
  return row === undefined ? null : <Meaning row={row} />;
}

function Meaning({ row }: { readonly row: FileRow }) {
  const percent = usePercent(row.id);
  const sync = syncBadgeText(row.badge, {
    note: row.note,
    serviceName: row.serviceName,
    percent,
    mayKeep: isMirrored(row),
  });
  const text = extractionText(row.extraction);
  return (
    <div className={styles['line']}>
      <SyncGlyph badge={row.badge} percent={percent} />
      <p>
        <strong>{shown(row.name)}</strong>
        {` — ${sync.label}. ${inWindow(sync.meaning)}`}
        {text === null ? null : <span>{` ${text.label}: ${text.meaning}`}</span>}
      </p>
    </div>
  );
}
