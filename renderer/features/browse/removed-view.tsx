import { Loader, Trash2, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';

import type { StoredInfo } from '../../../shared/features/trash/model.ts';
import { browseTexts } from '../../../shared/features/browse/text.ts';
import { formatBytes, formatExact, formatMoment } from '../../../shared/text/format.ts';
import { storeReasons, storeTexts } from '../../../shared/features/trash/text.ts';
import { words } from '../../../shared/text/words.ts';
import { MINUTE } from '../../../shared/units.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { CutName } from '../../components/items/cut-name.tsx';
import { ItemIcon } from '../../components/items/item-icon.tsx';
import type { GridColumn, GridSorting } from '../../components/list/line-grid-head.tsx';
import type { Choosing } from '../../components/list/line-grid-events.ts';
import { LineGrid } from '../../components/list/line-grid.tsx';
import { useKeptFocus } from '../../components/overlay/restore-focus.ts';
import layout from '../../components/layout/layout.module.css';
import { ask } from '../../state/edit.ts';
import { restoreStored, stored as trash, useBroughtBack, watchStore } from '../trash/stores/removed-files.ts';
import { useNow } from '../../state/clock.ts';
import { useMirrors } from '../../state/mirrors.ts';
import { BroughtBack } from './place-notices.tsx';
import styles from './files-view.module.css';
import cells from './list/file-cells.module.css';
import heading from './heading/folder-heading.module.css';
import line from './selected-line.module.css';

type StoreColumn = 'name' | 'from' | 'why' | 'removed' | 'until' | 'size';

const COLUMNS: readonly GridColumn<StoreColumn>[] = [
  { id: 'name', label: words.files.columns.name, isRowHeader: true, width: 'minmax(8rem, 1.6fr)' },
  { id: 'from', label: browseTexts.storeFrom, isRowHeader: true, width: 'minmax(4rem, 0.8fr)' },
  { id: 'why', label: browseTexts.storeWhy, isRowHeader: false, width: 'minmax(7rem, 0.9fr)' },
  { id: 'removed', label: browseTexts.removedAt, isRowHeader: false, width: '6.5rem' },
  { id: 'until', label: browseTexts.keptUntil, isRowHeader: false, width: '6.5rem' },
  { id: 'size', label: words.files.columns.size, isRowHeader: false, width: '4.5rem', align: 'end' },
];

/** What was removed or replaced on this computer, and its way back. */
export function RemovedView() {
  useEffect(watchStore, []);
  const sheet = useRef<HTMLElement>(null);
  // What is brought back takes its line with it, and the button that was pressed.
  useKeptFocus(sheet);
  const { value: stored, fault } = trash.use();
  return (
    <section ref={sheet} className={styles['sheet']} aria-label={browseTexts.removed} data-region="list" tabIndex={-1}>
      <div className={heading['heading']}>
        <div className={heading['title']}>
          <h1>{browseTexts.removed}</h1>
          <span className={heading['summary']}>{stored === null ? '' : browseTexts.count(stored.length)}</span>
        </div>
      </div>
      <BroughtBack />
      {fault === null ? null : (
        <div className={styles['notice']}>
          <FaultNotice fault={fault} saidTitle={words.start.serviceSaid} />
        </div>
      )}
      {stored === null ? (
        fault === null ? (
          <div className={styles['reading']}>
            <EmptyState icon={Loader} title={browseTexts.readingStore} />
          </div>
        ) : null
      ) : stored.length === 0 ? (
        <EmptyState icon={Trash2} title={browseTexts.emptyRemoved}>
          <p>{browseTexts.emptyRemovedHint}</p>
        </EmptyState>
      ) : (
        <StoredList stored={stored} />
      )}
    </section>
  );
}

function StoredList({ stored }: { readonly stored: readonly StoredInfo[] }) {
  const [sorting, setSorting] = useState<GridSorting<StoreColumn>>({ column: 'removed', direction: 'descending' });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => sorted(stored, sorting), [stored, sorting]);
  const one = rows.find(({ id }) => chosen.has(id));
  return (
    <>
      <LineGrid
        label={words.files.list(browseTexts.removed)}
        columns={COLUMNS}
        sorting={sorting}
        onSort={setSorting}
        count={rows.length}
        lineAt={at => rows[at]}
        cell={storedCell}
        loading={browseTexts.loadingRow}
        chosen={chosen}
        onChoose={choosing => setChosen(new Set(idOf(choosing)))}
        onOpen={() => undefined}
        find={(prefix, after) => Promise.resolve(findIn(rows, prefix.toLowerCase(), after))}
        onLook={ignore}
        moved={STILL}
        startAt={-1}
      />
      {one === undefined ? null : <WayBack file={one} />}
    </>
  );
}

/** What was in a mirrored folder goes back there; everything goes into any other. */
function WayBack({ file }: { readonly file: StoredInfo }) {
  const busy = useBroughtBack(state => state.busy);
  const hasHome = useMirrors(({ value }) => value?.some(({ id }) => id === file.mirror) ?? false);
  const name = nameOf(file.path);
  return (
    <div className={line['line']}>
      <p>
        <strong>{name}</strong>
        {` — ${reasonOf(file)}. ${hasHome ? browseTexts.restoreFile(folderOf(file.path)) : storeTexts.homeless}`}
      </p>
      <Button isDisabled={busy !== null} onPress={() => ask({ name: 'putBack', stored: { id: file.id, name } })}>
        {storeTexts.into}
      </Button>
      {hasHome ? (
        <Button isDisabled={busy !== null} onPress={() => void restoreStored(file.id, name)}>
          <Undo2 size={15} strokeWidth={1.75} aria-hidden="true" />
          {browseTexts.restore}
        </Button>
      ) : null}
    </div>
  );
}

const STILL = { order: '', by: 0 };

function ignore(): void {
  // All rows are here: which of them are in sight makes no difference.
}

function idOf(choosing: Choosing): readonly string[] {
  return 'id' in choosing ? [choosing.id] : [];
}

function storedCell(file: StoredInfo, column: StoreColumn): ReactNode {
  switch (column) {
    case 'name':
      return (
        <span className={cells['name']}>
          <ItemIcon kind="file" name={nameOf(file.path)} />
          <CutName name={nameOf(file.path)} />
        </span>
      );
    case 'from':
      return <Whole text={wasIn(file)} />;
    case 'why':
      return <Whole text={reasonOf(file)} />;
    case 'removed':
      return <Moment at={file.at} />;
    case 'until':
      return <Moment at={file.until} />;
    case 'size':
      return file.sizeBytes === null ? null : formatBytes(file.sizeBytes);
  }
}

/** A text that is told whole when its column is too narrow. */
function Whole({ text }: { readonly text: string }) {
  return (
    <span className={layout['oneLine']} title={text}>
      {text}
    </span>
  );
}

function Moment({ at }: { readonly at: string }) {
  const nowMs = useNow(MINUTE);
  const atMs = Date.parse(at);
  if (Number.isNaN(atMs)) return null;
  return (
    <time dateTime={at} title={formatExact(atMs)}>
      {formatMoment(atMs, nowMs)}
    </time>
  );
}

function reasonOf({ reason, older }: StoredInfo): string {
  const text = storeTexts.withOlder(storeReasons[reason] ?? reason, older);
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

function nameOf(path: string): string {
  return path === '' ? storeTexts.unnamed : (path.split('/').at(-1) ?? path);
}

/** The former folder of a file. It is not known for files that were in no folder of this computer. */
function wasIn({ mirror, path }: Pick<StoredInfo, 'mirror' | 'path'>): string {
  return mirror === '' ? storeTexts.elsewhere : folderOf(path);
}

function folderOf(path: string): string {
  const end = path.lastIndexOf('/');
  return end === -1 ? browseTexts.topFolder : path.slice(0, end);
}

function sorted(stored: readonly StoredInfo[], { column, direction }: GridSorting<StoreColumn>): readonly StoredInfo[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return stored.toSorted((one, other) => {
    const [left, right] = [valueOf(one, column), valueOf(other, column)];
    if (typeof left === 'string' && typeof right === 'string') return NAMES.compare(left, right) * sign;
    return (Number(left) - Number(right)) * sign;
  });
}

function valueOf({ mirror, path, reason, at, until, sizeBytes }: StoredInfo, column: StoreColumn): string | number {
  const values = {
    name: nameOf(path),
    from: wasIn({ mirror, path }),
    why: reason,
    removed: at,
    until,
    size: sizeBytes ?? 0,
  };
  return values[column];
}

const NAMES = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function findIn(rows: readonly StoredInfo[], prefix: string, after: number): number | null {
  const begins = ({ path }: StoredInfo): boolean => nameOf(path).toLowerCase().startsWith(prefix);
  const next = rows.findIndex((row, at) => at >= after && begins(row));
  const found = next === -1 ? rows.findIndex(begins) : next;
  return found === -1 ? null : found;
}
