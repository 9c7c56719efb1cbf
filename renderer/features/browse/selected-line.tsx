import type { FileRow } from '../../../shared/features/browse/file-row-model.ts';
import { extractionText, syncBadgeText } from '../../../shared/features/browse/badges-text.ts';
import { inWindow } from '../../../shared/text/window-advice.ts';
import { shown } from '../../../shared/text/shown-name.ts';
import { SyncGlyph } from '../../components/feedback/sync-glyph.tsx';
import { isMirrored } from './actions/actions.ts';
import { usePercent } from './list/file-cells.tsx';
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
