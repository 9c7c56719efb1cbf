import { Cell, Row } from 'react-aria-components';

import type { FileRow } from '../../../shared/model/file-row.ts';
import { type BadgeText, extractionText, syncBadgeText } from '../../../shared/text/badges.ts';
import { formatBytes, formatExact, formatExactBytes, formatMoment, percent } from '../../../shared/text/format.ts';
import { words } from '../../../shared/text/words.ts';
import { MINUTE } from '../../../shared/units.ts';
import { Chip } from '../../components/chip.tsx';
import { HiddenText } from '../../components/hidden-text.tsx';
import { ItemIcon } from '../../components/item-icon.tsx';
import { SyncGlyph } from '../../components/sync-glyph.tsx';
import { useNow } from '../../stores/clock.ts';
import { useTransfers } from '../../stores/sync.ts';
import styles from './file-line.module.css';

/** One line of the list. */
export function FileLine({ row }: { readonly row: FileRow }) {
  return (
    <Row id={row.id} className={styles['row'] ?? ''} textValue={row.name} data-badge={row.badge}>
      <Cell className={styles['name'] ?? ''}>
        <ItemIcon kind={row.kind} name={row.name} />
        <span className={styles['nameText']} title={row.name}>
          {row.name}
        </span>
        <HiddenText>{row.kind === 'folder' ? words.files.folder : words.files.file}</HiddenText>
      </Cell>
      <Cell className={styles['cell'] ?? ''}>
        <SyncCell row={row} />
      </Cell>
      <Cell className={styles['cell'] ?? ''}>
        <TextCell text={extractionText(row.extraction)} status={row.extraction} />
      </Cell>
      <Cell className={styles['cell'] ?? ''}>
        <ModifiedCell at={row.modifiedAt} />
      </Cell>
      <Cell className={styles['size'] ?? ''}>
        {row.sizeBytes === null ? null : (
          <span title={formatExactBytes(row.sizeBytes)}>{formatBytes(row.sizeBytes)}</span>
        )}
      </Cell>
    </Row>
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
  const text = syncBadgeText(row.badge, { note: row.note, serviceName: row.serviceName, percent: done });
  return (
    <span className={styles['badge']} title={text.meaning}>
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

function ModifiedCell({ at }: { readonly at: string | null }) {
  const nowMs = useNow(MINUTE);
  if (at === null) return null;
  const atMs = Date.parse(at);
  return (
    <time dateTime={at} title={formatExact(atMs)}>
      {formatMoment(atMs, nowMs)}
    </time>
  );
}
