import { Ellipsis, type LucideIcon, SearchX, TextSearch } from 'lucide-react';
import type { ReactNode } from 'react';

import type { FileRow } from '../../../../shared/features/browse/file-row-model.ts';
import { accessText, accessTexts } from '../../../../shared/features/sharing/access-text.ts';
import { type BadgeText, extractionText, syncBadgeText } from '../../../../shared/features/browse/badges-text.ts';
import { insideException, insideTexts, isOfInside } from '../../../../shared/features/browse/inside-text.ts';
import { formatBytes, formatExact, formatExactBytes, formatMoment, percent } from '../../../../shared/text/format.ts';
import { words } from '../../../../shared/text/words.ts';
import { MINUTE } from '../../../../shared/units.ts';
import { classes } from '../../../components/classes.ts';
import { CutName } from '../../../components/items/cut-name.tsx';
import { HiddenText } from '../../../components/feedback/hidden-text.tsx';
import { ItemIcon } from '../../../components/items/item-icon.tsx';
import { SyncGlyph } from '../../../components/feedback/sync-glyph.tsx';
import { LineHint, WordedGlyph } from '../../../components/list/worded-glyph.tsx';
import { type FileColumnName, useHasColumn } from '../stores/columns.ts';
import { useNow } from '../../../state/clock.ts';
import { useTransfers } from '../../../state/sync.ts';
import { Thumbnail } from '../../preview/thumbnail/thumbnail.tsx';
import { isMirrored } from '../actions/actions.ts';
import { AccessSign, useReaders, useReadersMeaning } from './access-sign.tsx';
import { FolderFacts, sizeInside, wholeInside } from './folder-facts.tsx';
import layout from '../../../components/layout/layout.module.css';
import styles from './file-cells.module.css';

/** What a line of the list shows in a column. */
export function fileCell(row: FileRow, column: FileColumnName): ReactNode {
  switch (column) {
    case 'name':
      return <NameCell row={row} />;
    case 'sync':
      return <SyncCell row={row} />;
    case 'text':
      return <TextCell text={extractionText(row.extraction)} status={row.extraction ?? ''} />;
    case 'access':
      return <AccessCell id={row.id} />;
    case 'modified':
      return <ModifiedCell row={row} />;
    case 'size':
      return <SizeCell sizeBytes={row.sizeBytes ?? sizeInside(row)} />;
  }
}

function SizeCell({ sizeBytes }: { readonly sizeBytes: number | null }) {
  return sizeBytes === null ? null : <span title={formatExactBytes(sizeBytes)}>{formatBytes(sizeBytes)}</span>;
}

function NameCell({ row }: { readonly row: FileRow }) {
  return (
    <span className={styles['name']}>
      <span className={styles['picture']}>
        <Thumbnail row={row} isSmall>
          <ItemIcon kind={row.kind} name={row.name} />
        </Thumbnail>
      </span>
      <CutName name={row.name} />
      <HiddenText>{row.kind === 'folder' ? words.files.folder : words.files.file}</HiddenText>
      <Exception row={row} />
      {row.kind === 'folder' ? <FolderFacts row={row} /> : null}
    </span>
  );
}

/** What a person may have to do something about is said beside the name; all else is a sign. */
function Exception({ row }: { readonly row: FileRow }) {
  const tone = EXCEPTIONS[row.badge];
  if (tone === undefined) return null;
  const { label } = syncTextOf(row, null);
  const text = isOfInside(row) ? insideException(label) : label;
  return <span className={classes(styles['exception'], styles[tone])}>{text}</span>;
}

const EXCEPTIONS: { readonly [B in FileRow['badge']]?: 'wait' | 'alert' } = {
  conflict: 'wait',
  removing: 'wait',
  blocked: 'alert',
};

/** What the signs of a line of the list mean, in one hint. */
export function fileHint(row: FileRow): ReactNode {
  return <FileHint row={row} />;
}

function FileHint({ row }: { readonly row: FileRow }) {
  const done = usePercent(row.id);
  const readers = useReadersMeaning(row.id);
  const [hasSync, hasText, hasReaders] = [useHasColumn('sync'), useHasColumn('text'), useHasColumn('access')];
  const sync = hasSync && EXCEPTIONS[row.badge] === undefined ? syncTextOf(row, done).label : null;
  const text = hasText ? extractionText(row.extraction) : null;
  const said = [sync, text?.label ?? null, row.kind === 'file' || hasReaders ? null : readers];
  return <LineHint words={said.filter(each => each !== null)} />;
}

function syncTextOf(row: FileRow, done: number | null): BadgeText {
  const { badge, note, serviceName } = row;
  return syncBadgeText(badge, { note, serviceName, percent: done, mayKeep: isMirrored(row) });
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
  return (
    <WordedGlyph words={syncTextOf(row, done).label} isSaid={EXCEPTIONS[row.badge] !== undefined}>
      <SyncGlyph badge={row.badge} percent={done} />
    </WordedGlyph>
  );
}

/** What was read of its text; where there is nothing to read, nothing is shown. */
const TEXT_SIGNS: { readonly [status: string]: LucideIcon | null } = {
  done: TextSearch,
  failed: SearchX,
  deferred: null,
};

function TextCell({ text, status }: { readonly text: BadgeText | null; readonly status: string }) {
  if (text === null) return null;
  const Icon = Object.hasOwn(TEXT_SIGNS, status) ? TEXT_SIGNS[status] : Ellipsis;
  return (
    <WordedGlyph words={text.label}>
      <span className={classes(styles['textSign'], layout[status === 'failed' ? 'ink' : 'faintInk'])}>
        {Icon === null || Icon === undefined ? null : <Icon size={15} strokeWidth={1.75} aria-hidden="true" />}
      </span>
    </WordedGlyph>
  );
}

/** Empty until it is known. */
function AccessCell({ id }: { readonly id: string }) {
  const brief = useReaders(id);
  if (brief === undefined) return null;
  const text = brief === null ? { label: '–', meaning: accessTexts.unknown } : accessText(brief);
  return (
    <span className={styles['access']} title={text.meaning}>
      <AccessSign brief={brief} />
      <span aria-hidden={brief === null}>{text.label}</span>
      {brief === null ? <HiddenText>{text.meaning}</HiddenText> : null}
    </span>
  );
}

/** Of a folder the newest change of what is in it, which says more than its own. */
function ModifiedCell({ row }: { readonly row: FileRow }) {
  const nowMs = useNow(MINUTE);
  const newest = wholeInside(row)?.changedAt ?? null;
  const at = newest ?? row.modifiedAt;
  if (at === null) return null;
  const atMs = Date.parse(at);
  if (Number.isNaN(atMs)) return <span>{at.slice(0, 40)}</span>;
  return (
    <time dateTime={at} title={newest === null ? formatExact(atMs) : insideTexts.newest(formatExact(atMs))}>
      {formatMoment(atMs, nowMs)}
    </time>
  );
}
