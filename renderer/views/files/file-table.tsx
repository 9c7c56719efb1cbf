import { ArrowDown, ArrowUp } from 'lucide-react';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { Column, type Key, Table, TableBody, TableHeader, TableLayout, Virtualizer } from 'react-aria-components';

import type { FolderView } from '../../../shared/model/file-row.ts';
import { words } from '../../../shared/text/words.ts';
import { openFolder } from '../../stores/navigation.ts';
import { chosenOf, select, useSelection } from '../../stores/selection.ts';
import { CountBar } from './count-bar.tsx';
import { FileLine } from './file-line.tsx';
import styles from './file-table.module.css';
import { type Shown, shownName } from './place.ts';
import { RowMenu } from './row-menu.tsx';
import { SelectedLine } from './selected-line.tsx';
import { type SortColumn, type Sorting, sortRows } from './sort-rows.ts';

interface ColumnSpec {
  readonly id: SortColumn;
  /** A row is called by its name, its sync state and what is known of its text. */
  readonly isRowHeader: boolean;
  readonly width: number | `${number}fr`;
  readonly minWidth: number;
  readonly maxWidth?: number;
}

/** In pixels. At the smallest window of 960 pixels all five fit beside the tree. */
const COLUMNS: readonly ColumnSpec[] = [
  { id: 'name', isRowHeader: true, width: '2.2fr', minWidth: 186 },
  { id: 'sync', isRowHeader: true, width: '1fr', minWidth: 162, maxWidth: 200 },
  { id: 'text', isRowHeader: true, width: '1.3fr', minWidth: 130, maxWidth: 176 },
  { id: 'modified', isRowHeader: false, width: 116, minWidth: 100 },
  { id: 'size', isRowHeader: false, width: 76, minWidth: 72 },
];

/** Heights in the page's own measure, so that larger text gets more room. */
const REM = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
const LAYOUT = { rowHeight: 2.25 * REM, headingHeight: 2 * REM };

/** The folder that was left by going up, to come back to its line. */
let leftFolder: string | null = null;

/** A folder's contents. Only the lines in sight are in the page, however many there are. */
export function FileTable({ shown, view }: { readonly shown: Shown; readonly view: FolderView }) {
  const [sorting, setSorting] = useState<Sorting>({ column: 'name', direction: 'ascending' });
  const rows = useMemo(() => sortRows(view.rows, sorting), [view.rows, sorting]);
  const selection = useChosen(shown.key, view);
  const chosen = useMemo(() => chosenOf(rows, selection), [rows, selection]);
  const table = useRef<HTMLTableElement & HTMLDivElement>(null);
  useFocusAfterOpening(table);
  useFocusOnLines(table);
  useEffect(() => () => void (leftFolder = view.folder), [view.folder]);
  const open = (key: Key) => {
    const row = view.rows.find(each => each.id === key);
    if (row?.kind === 'folder') openFolder({ mirror: view.mirror, folder: row.id });
  };
  const scene = { shown, view };
  return (
    <RowMenu scene={scene}>
      <Virtualizer layout={TableLayout} layoutOptions={LAYOUT}>
        <Table
          ref={table}
          className={styles['table'] ?? ''}
          aria-label={words.files.list(shownName(shown, { view, fault: null }))}
          selectionMode="multiple"
          selectionBehavior="replace"
          selectedKeys={selection.ids}
          onSelectionChange={keys =>
            select(shown.key, keys === 'all' ? rows.map(({ id }) => id) : [...keys].map(String))
          }
          onRowAction={open}
          sortDescriptor={sorting}
          onSortChange={({ column, direction }) => setSorting({ column: columnId(column), direction })}
        >
          <TableHeader columns={COLUMNS}>{column => <Heading spec={column} />}</TableHeader>
          <TableBody items={rows}>{row => <FileLine row={row} />}</TableBody>
        </Table>
      </Virtualizer>
      {chosen.length > 1 ? <CountBar rows={chosen} scene={scene} /> : <SelectedLine row={chosen[0]} />}
    </RowMenu>
  );
}

function Heading({ spec }: { readonly spec: ColumnSpec }) {
  return (
    <Column {...spec} className={styles['column'] ?? ''} allowsSorting>
      {({ sortDirection }) => (
        <span className={styles['columnLabel']} data-column={spec.id}>
          {words.files.columns[spec.id]}
          {sortDirection === undefined ? null : <SortArrow direction={sortDirection} />}
        </span>
      )}
    </Column>
  );
}

function SortArrow({ direction }: { readonly direction: 'ascending' | 'descending' }) {
  const Arrow = direction === 'ascending' ? ArrowUp : ArrowDown;
  return <Arrow size={12} strokeWidth={2} aria-hidden="true" />;
}

function columnId(key: Key): SortColumn {
  return COLUMNS.find(column => column.id === key)?.id ?? 'name';
}

/** What is chosen in this folder. In one that was just opened: the folder that was left by going up; else nothing. */
function useChosen(key: string, view: FolderView) {
  const selection = useSelection();
  const isHere = selection.key === key;
  const first = useMemo(
    () => ({ key, ids: new Set(view.rows.flatMap(({ id }) => (id === leftFolder ? [id] : []))) }),
    [key, view],
  );
  useEffect(() => {
    if (!isHere) select(key, first.ids);
  }, [isHere, key, first]);
  return isHere ? selection : first;
}

/**
 * A list that takes the place of another also takes its focus: who opened a folder with the keyboard goes on in it.
 * Who is elsewhere, such as in the tree, stays there.
 */
function useFocusAfterOpening(table: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const active = document.activeElement;
    if (active !== null && active !== document.body) return;
    // One frame later the list knows its lines, and hands the focus on to the chosen or the first one.
    const frame = requestAnimationFrame(() => table.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [table]);
}

/** A click means the line, not the cell it happened in: the keys then go up and down, Home and End to the ends of the list. */
function useFocusOnLines(table: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = table.current;
    const onClick = (event: MouseEvent) => {
      const row = event.target instanceof Element ? event.target.closest('[role="row"][data-key]') : null;
      if (row instanceof HTMLElement && row.contains(document.activeElement)) row.focus();
    };
    element?.addEventListener('click', onClick);
    return () => element?.removeEventListener('click', onClick);
  }, [table]);
}
