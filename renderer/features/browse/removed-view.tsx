import { Loader, Trash2, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';

import type { StoredInfo } from '../../../shared/features/trash/model.ts';
import { browseTexts } from '../../../shared/features/browse/text.ts';
import { acting } from '../../../shared/features/edit/text.ts';
import { formatBytes, formatExact, formatMoment } from '../../../shared/text/format.ts';
import { formerFolder, storedName, wasIn, whyStored } from '../../../shared/features/trash/stored-text.ts';
import { storeTexts } from '../../../shared/features/trash/text.ts';
import { words } from '../../../shared/text/words.ts';
import { MINUTE } from '../../../shared/units.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { CutName } from '../../components/items/cut-name.tsx';
import { ItemIcon } from '../../components/items/item-icon.tsx';
import type { GridColumn, GridSorting } from '../../components/list/line-grid-head.tsx';
import { LineGrid } from '../../components/list/line-grid.tsx';
import { useKeptFocus } from '../../components/overlay/restore-focus.ts';
import layout from '../../components/layout/layout.module.css';
import { toggleDetails, useDetails } from '../details/stores/details.ts';
import {
  chooseStored,
  stored as trash,
  useChosenStored,
  useWaysBack,
  watchStore,
} from '../trash/stores/removed-files.ts';
import { useNow } from '../../state/clock.ts';
import { placeKey } from '../../state/navigation.ts';
import { selectLines } from './stores/selection.ts';
import { NotBroughtBack } from './place-notices.tsx';
import styles from './files-view.module.css';
import cells from './list/file-cells.module.css';
import heading from './heading/folder-heading.module.css';
import line from './selected-line.module.css';

type StoreColumn = 'name' | 'from' | 'why' | 'removed' | 'until' | 'size';

const COLUMNS: readonly GridColumn<StoreColumn>[] = [
  { id: 'name', label: words.files.columns.name, isRowHeader: true, width: 'minmax(8rem, 1.6fr)' },
  { id: 'from', label: browseTexts.storeFrom, isRowHeader: true, width: 'minmax(4rem, 0.8fr)' },
  { id: 'why', label: browseTexts.storeWhy, isRowHeader: false, width: 'minmax(6.5rem, 0.9fr)' },
  { id: 'removed', label: browseTexts.removedAt, isRowHeader: false, width: '6.5rem' },
  { id: 'until', label: browseTexts.keptUntil, isRowHeader: false, width: '6.5rem' },
  { id: 'size', label: words.files.columns.size, isRowHeader: false, width: '4.5rem', align: 'end' },
];

/** What is not said in Details, which take the room of the others. */
const BESIDE_DETAILS = COLUMNS.filter(({ id }) => id === 'name' || id === 'from' || id === 'removed');

/** What was removed or replaced on this computer, and its way back. */
export function RemovedView() {
  useEffect(watchStore, []);
  useEffect(chooseHere, []);
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
      <NotBroughtBack />
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
  const rows = useMemo(() => sorted(stored, sorting), [stored, sorting]);
  const one = useChosenStored();
  const isSaidBeside = useDetails(state => state.isOpen);
  const chosen = useMemo(() => new Set(one === null ? [] : [one.id]), [one]);
  return (
    <>
      <LineGrid
        label={words.files.list(browseTexts.removed)}
        columns={isSaidBeside ? BESIDE_DETAILS : COLUMNS}
        sorting={sorting}
        onSort={setSorting}
        count={rows.length}
        lineAt={at => rows[at]}
        cell={storedCell}
        loading={browseTexts.loadingRow}
        chosen={chosen}
        onChoose={choosing => chooseStored('id' in choosing ? choosing.id : null)}
        onOpen={isSaidBeside ? ignore : toggleDetails}
        find={(prefix, after) => Promise.resolve(findIn(rows, prefix.toLowerCase(), after))}
        onLook={ignore}
        moved={STILL}
        startAt={-1}
      />
      {one === null || isSaidBeside ? null : <WayBack file={one} />}
    </>
  );
}

function WayBack({ file }: { readonly file: StoredInfo }) {
  const { isBusy, putInto, putBack } = useWaysBack(file);
  return (
    <div className={line['line']}>
      <p>
        <strong>{storedName(file)}</strong>
        {` — ${whyStored(file)}. ${putBack === null ? storeTexts.homeless : browseTexts.restoreFile(formerFolder(file.path))}`}
      </p>
      <Button look="quiet" onPress={toggleDetails}>
        {acting.actions.details}
      </Button>
      <Button isDisabled={isBusy} onPress={putInto}>
        {storeTexts.into}
      </Button>
      {putBack === null ? null : (
        <Button isDisabled={isBusy} onPress={putBack}>
          <Undo2 size={15} strokeWidth={1.75} aria-hidden="true" />
          {browseTexts.restore}
        </Button>
      )}
    </div>
  );
}

const STILL = { order: '', by: 0 };

function ignore(): void {
  // All rows are here: which of them are in sight makes no difference.
}

/** Nothing is chosen in any folder while this list is on show, and nothing here once it is left. */
function chooseHere(): () => void {
  selectLines(placeKey({ list: 'removed' }), []);
  return () => chooseStored(null);
}

function storedCell(file: StoredInfo, column: StoreColumn): ReactNode {
  switch (column) {
    case 'name':
      return (
        <span className={cells['name']}>
          <ItemIcon kind="file" name={storedName(file)} />
          <CutName name={storedName(file)} />
        </span>
      );
    case 'from':
      return <Whole text={wasIn(file)} />;
    case 'why':
      return <Whole text={whyStored(file)} />;
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
    name: storedName({ path }),
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
  const begins = (file: StoredInfo): boolean => storedName(file).toLowerCase().startsWith(prefix);
  const next = rows.findIndex((row, at) => at >= after && begins(row));
  const found = next === -1 ? rows.findIndex(begins) : next;
  return found === -1 ? null : found;
}
