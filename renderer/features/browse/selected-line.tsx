import { ArchiveRestore, Undo2 } from 'lucide-react';

import type { FileRow } from '../../../shared/features/browse/file-row-model.ts';
import { activityWords } from '../../../shared/features/activity/text.ts';
import { accessText } from '../../../shared/features/sharing/access-text.ts';
import { extractionText, syncBadgeText } from '../../../shared/features/browse/badges-text.ts';
import { isOfInside } from '../../../shared/features/browse/inside-text.ts';
import { inWindow } from '../../../shared/text/window-advice.ts';
import { feedbackTexts } from '../../../shared/text/feedback.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { browseTexts } from '../../../shared/features/browse/text.ts';
import { SyncGlyph } from '../../components/feedback/sync-glyph.tsx';
import { isMirrored } from './actions/actions.ts';
import { usePercent } from './list/file-cells.tsx';
import { useInsideMeaning } from './list/folder-facts.tsx';
import { takeBack } from '../activity/stores/waiting.ts';
import { useAccess } from './stores/access.ts';
import { goTo } from '../../state/navigation.ts';
import styles from './selected-line.module.css';
import { Button } from '../../components/controls/button.tsx';
import { restoreFolder, useBroughtBack } from '../trash/stores/removed-files.ts';

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
  const inside = useInsideMeaning(row.inside);
  const readers = useAccess(({ known }) => known.get(row.id)?.brief ?? null);
  return (
    <div className={styles['line']}>
      <SyncGlyph badge={row.badge} percent={percent} />
      <p>
        <strong>{shownName(row.name)}</strong>
        {` — ${sync.label}. ${inWindow(sync.meaning)}`}
        {text === null ? null : <span>{` ${text.label}: ${text.meaning}`}</span>}
        {inside === null ? null : <span>{` ${inside}`}</span>}
        {row.kind === 'file' || readers === null ? null : <span>{` ${accessText(readers).meaning}`}</span>}
      </p>
      {isMirrored(row) && (row.badge === 'blocked' || row.badge === 'conflict') ? (
        <Button onPress={() => goTo({ screen: 'attention' })}>{activityWords.toAttention}</Button>
      ) : null}
      {row.badge === 'removing' && !isOfInside(row) ? (
        <Button onPress={() => void takeBack(row.id)}>
          <Undo2 size={15} strokeWidth={1.75} aria-hidden="true" />
          {feedbackTexts.undo}
        </Button>
      ) : null}
    </div>
  );
}

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
