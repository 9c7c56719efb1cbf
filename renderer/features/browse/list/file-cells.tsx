import { type ReactNode, useEffect } from 'react';

import type { FileRow } from '../../../../shared/features/browse/file-row-model.ts';
import { accessText, accessTexts } from '../../../../shared/features/sharing/access-text.ts';
import { type BadgeText, extractionText, syncBadgeText } from '../../../../shared/features/browse/badges-text.ts';
import { formatBytes, formatExact, formatExactBytes, formatMoment, percent } from '../../../../shared/text/format.ts';
import { shown } from '../../../../shared/text/shown-name.ts';
import { words } from '../../../../shared/text/words.ts';
import { MINUTE } from '../../../../shared/units.ts';
import { Chip } from '../../../components/items/chip.tsx';
import { HiddenText } from '../../../components/feedback/hidden-text.tsx';
import { ItemIcon } from '../../../components/items/item-icon.tsx';
import { SyncGlyph } from '../../../components/feedback/sync-glyph.tsx';
import { useAccess, watchAccess } from '../stores/access.ts';
import type { FileColumnName } from '../stores/columns.ts';
import { useNow } from '../../../state/clock.ts';
import { useTransfers } from '../../../state/sync.ts';
import { isMirrored } from '../actions/actions.ts';
import styles from './file-cells.module.css';

/** What a line of the list shows in a column. */
export function fileCell(row: FileRow, column: FileColumnName): ReactNode {
  switch (column) {
    case 'name':
      return <NameCell row={row} />;
    case 'sync':
      return <SyncCell row={row} />;
    case 'text':
      return <TextCell text={extractionText(row.extraction)} status={row.extraction} />;
    case 'access':
      return <AccessCell id={row.id} />;
    case 'modified':
      return <ModifiedCell at={row.modifiedAt} />;
    case 'size':
      return row.sizeBytes === null ? null : (
        <span title={formatExactBytes(row.sizeBytes)}>{formatBytes(row.sizeBytes)}</span>
      );
  }
}

function NameCell({ row }: { readonly row: FileRow }) {
  return (
    <span className={styles['name']}>
      <ItemIcon kind={row.kind} name={row.name} />
      <bdi className={styles['nameText']} title={shown(row.name)}>
        {shown(row.name)}
      </bdi>
      <HiddenText>{row.kind === 'folder' ? words.files.folder : words.files.file}</HiddenText>
    </span>
  );
}

/** Whole percent of a row's transfer, if one is under way. */
export function usePercent(id: string): number | null {
  return useTransfers(({ value }) => {
    const transfer = value?.find(each => each.item === id);
    return transfer === undefined ? null : percent(transfer.doneBytes, transfer.sizeBytes);
  });
}

function SyncCell({ row }: { readonly row: FileRow }) {
  const done = usePercent(row.id);
  const text = syncBadgeText(row.badge, {
    note: row.note,
    serviceName: row.serviceName,
    percent: done,
    mayKeep: isMirrored(row),
  });
  return (
    <span className={styles['badge']} title={text.meaning} data-badge={row.badge}>
      <SyncGlyph badge={row.badge} percent={done} />
      <span className={styles['label']}>{text.label}</span>
    </span>
  );
}

function TextCell({ text, status }: { readonly text: BadgeText | null; readonly status: string | null }) {
  if (text === null) return null;
  const tone = status === 'failed' ? 'alert' : status === 'done' ? 'rest' : 'soft';
  return (
    <span className={styles['badge']} title={text.meaning}>
      <Chip label={text.label} tone={tone} />
    </span>
  );
}

/** Empty until it is known. */
function AccessCell({ id }: { readonly id: string }) {
  useEffect(() => watchAccess(id), [id]);
  const brief = useAccess(state => state.known.get(id)?.brief);
  if (brief === undefined) return null;
  const text = brief === null ? { label: '–', meaning: accessTexts.unknown } : accessText(brief);
  return (
    <span title={text.meaning}>
      <span aria-hidden={brief === null}>{text.label}</span>
      {brief === null ? <HiddenText>{text.meaning}</HiddenText> : null}
    </span>
  );
}

function ModifiedCell({ at }: { readonly at: string | null }) {
  const nowMs = useNow(MINUTE);
  if (at === null) return null;
  const atMs = Date.parse(at);
  if (Number.isNaN(atMs)) return <span>{at.slice(0, 40)}</span>;
  return (
    <time dateTime={at} title={formatExact(atMs)}>
      {formatMoment(atMs, nowMs)}
    </time>
  );
}
