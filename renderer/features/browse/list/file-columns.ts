import { type RefObject, useEffect, useMemo, useState } from 'react';

import { browseTexts } from '../../../../shared/features/browse/text.ts';
import { words } from '../../../../shared/text/words.ts';
import type { GridColumn } from '../../../components/list/line-grid-head.tsx';
import { type FileColumnName, tellCrowded, useHiddenColumns } from '../stores/columns.ts';
import type { Shown } from '../place-labels.ts';

interface FileColumn extends GridColumn<FileColumnName> {
  /** The least room that it takes, in rem. */
  readonly least: number;
}

/** At the smallest window of 960 pixels all but the one that has to be asked for fit beside the tree. */
const COLUMNS: readonly FileColumn[] = [
  { id: 'name', label: words.files.columns.name, isRowHeader: true, width: 'minmax(10.5rem, 1.6fr)', least: 10.5 },
  { id: 'sync', label: words.files.columns.sync, isRowHeader: true, width: '11.5rem', least: 11.5 },
  { id: 'text', label: words.files.columns.text, isRowHeader: true, width: 'minmax(8.125rem, 1fr)', least: 8.125 },
  {
    id: 'access',
    label: words.files.columns.access,
    isRowHeader: false,
    width: '8rem',
    least: 8,
    isSorted: false,
  },
  { id: 'modified', label: words.files.columns.modified, isRowHeader: false, width: '7.25rem', least: 7.25 },
  { id: 'size', label: words.files.columns.size, isRowHeader: false, width: '4.75rem', align: 'end', least: 4.75 },
];
/** Of an archived folder only its name and when it was put away are known. */
const ARCHIVE_COLUMNS: readonly FileColumn[] = [
  { id: 'name', label: words.files.columns.name, isRowHeader: true, width: 'minmax(10.5rem, 1fr)', least: 10.5 },
  { id: 'modified', label: browseTexts.archivedAt, isRowHeader: false, width: '9rem', least: 9 },
];

/** What has room first where not everything has. */
const FIRST: readonly FileColumnName[] = ['name', 'sync', 'access', 'modified', 'size', 'text'];

/** The columns that a person wants to see, of these as many as have room beside each other. */
export function useColumns(
  { place }: Shown,
  box: RefObject<HTMLElement | null>,
): readonly GridColumn<FileColumnName>[] {
  const hidden = useHiddenColumns(state => state.hidden);
  const isArchive = 'list' in place && place.list === 'archived';
  const room = useRoom(box);
  const wanted = useMemo(
    () => (isArchive ? ARCHIVE_COLUMNS : COLUMNS.filter(({ id }) => !hidden.has(id))),
    [hidden, isArchive],
  );
  const columns = useMemo(() => fitting(wanted, room), [wanted, room]);
  useEffect(() => tellCrowded(wanted.filter(each => !columns.includes(each)).map(({ id }) => id)), [wanted, columns]);
  return columns;
}

/** As many of them as fit into so many rem, the first ones first; the name always. */
export function fitting(columns: readonly FileColumn[], room: number): readonly FileColumn[] {
  let left = room;
  const kept = new Set<FileColumnName>();
  for (const name of FIRST) {
    const column = columns.find(({ id }) => id === name);
    if (column === undefined || (name !== 'name' && column.least > left)) continue;
    left -= column.least;
    kept.add(name);
  }
  return columns.filter(({ id }) => kept.has(id));
}

/** How wide a box is inside, in rem; without an end before it is known. Larger text leaves less of it. */
function useRoom(box: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(Infinity);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const look = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
      setRoom(element.clientWidth / rem);
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return room;
}
