import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';

import type { FileRow } from '../../../../shared/features/browse/file-row-model.ts';
import { browseTexts } from '../../../../shared/features/browse/text.ts';
import { words } from '../../../../shared/text/words.ts';
import { acting } from '../../../../shared/features/edit/text.ts';
import type { Choosing } from '../../../components/list/line-grid-events.ts';
import type { GridColumn, GridSorting } from '../../../components/list/line-grid-head.tsx';
import { type GridLook, LineGrid } from '../../../components/list/line-grid.tsx';
import { TileGrid } from '../../../components/list/tile-grid.tsx';
import { useFilesLook } from '../stores/view.ts';
import { type FileColumnName, tellCrowded, useHiddenColumns } from '../stores/columns.ts';
import { filterBy, findLine, type FolderScan, rowsBetween, showLines, sortBy, useListing } from '../stores/files.ts';
import { useDetails } from '../../details/stores/details.ts';
import { openFolder } from '../../../state/navigation.ts';
import { openPreview } from '../../preview/stores/preview.ts';
import { useStepping } from '../stores/stepping.ts';
import { chosenOf, clearSelection, selectLines, useLedTo, useSelection } from '../stores/selection.ts';
import { ArchivedLine, SelectedLine } from '../selected-line.tsx';
import { fileCell, fileHint } from './file-cells.tsx';
import { fileTile, tileHint } from './file-tile.tsx';
import { opensOf } from '../actions/opens.ts';
import { type Shown, placeLabel } from '../place-labels.ts';
import { RowMenu } from './row-menu.tsx';
import { Button } from '../../../components/controls/button.tsx';
import { isPossible } from '../actions/actions.ts';
import styles from './count-bar.module.css';
import { chosenIn, runAction, type Scene } from '../actions/run-action.ts';
import layout from '../../../components/layout/layout.module.css';

/** The folder that was left by going up, to come back to its line. */
let leftFolder: string | null = null;

/** A folder's contents. Only the lines in sight are in the page, however many there are. */
export function FileTable({ shown, view }: { readonly shown: Shown; readonly view: FolderScan }) {
  const { key, place } = shown;
  const sorting = useListing(state => state.sorting);
  const selection = useChosen(key);
  const chosen = useMemo(() => chosenOf(view.known, selection), [view, selection]);
  const steppedAt = useStepping(stepped => (stepped.key === key ? stepped.at : -1));
  const box = useFocusAfterOpening();
  const startAt = useStart(shown, box);
  const columns = useColumns(shown, box);
  useEffect(() => () => void (leftFolder = ownId(shown)), [shown]);
  const scene = { shown, view };
  const choose = useCallback((choosing: Choosing) => void chooseLines(shown, choosing), [shown]);
  const look = useFilesLook(state => state.look);
  const lines = {
    ref: box,
    label: words.files.list(placeLabel(shown, view)),
    count: view.folders + view.files,
    lineAt: (at: number) => view.rows.get(at),
    loading: browseTexts.loadingRow,
    chosen: selection.ids,
    onChoose: choose,
    onOpen: (row: FileRow) => open(shown, row),
    find: (prefix: string, after: number) => findHere(view, prefix, after) ?? findLine(place, { prefix, after }),
    onLook: useLook(key, view, selection.ids),
    moved: { order: view.order, by: view.shift },
    startAt: steppedAt === -1 ? startAt : steppedAt,
  };
  return (
    <RowMenu scene={scene}>
      {look === 'tiles' ? (
        <TileGrid {...lines} order={`${sorting.column} ${sorting.direction}`} tile={fileTile} hint={tileHint} />
      ) : (
        <LineGrid {...lines} columns={columns} sorting={sorting} onSort={sort} cell={fileCell} hint={fileHint} />
      )}
      <Footer scene={scene} chosen={chosen} />
    </RowMenu>
  );
}

/** The engine sorts by what it knows of all lines; who can reach them is asked for line by line. */
function sort({ column, direction }: GridSorting<FileColumnName>): void {
  if (column !== 'access') sortBy({ column, direction });
}

function Footer({
  scene,
  chosen,
}: {
  readonly scene: { shown: Shown; view: FolderScan };
  readonly chosen: readonly FileRow[];
}) {
  const { place } = scene.shown;
  const isSaidBeside = useDetails(state => state.isOpen);
  if ('list' in place && place.list === 'archived') return <ArchivedLine rows={chosen} />;
  if (chosen.length > 1) return <CountBar rows={chosen} scene={scene} />;
  return isSaidBeside ? null : <SelectedLine row={chosen[0]} />;
}

/** Finds a row among those that were read, if all were; null: some were not, and the engine must be asked. */
function findHere({ rows, folders, files }: FolderScan, prefix: string, after: number): number | null {
  const count = folders + files;
  if (rows.size < count) return null;
  const sought = prefix.toLowerCase();
  for (let step = 0; step < count; step += 1) {
    const at = (after + step) % count;
    if (rows.get(at)?.name.toLowerCase().startsWith(sought) === true) return at;
  }
  return null;
}

function open(shown: Shown, row: FileRow): void {
  const place = opensOf(shown.place, row);
  if (place !== null) openFolder(place);
  else openPreview({ id: row.id, name: row.name, version: null });
}

/** Lines that are not read yet are read first: what is chosen is known, however far it reaches. */
async function chooseLines({ key, place }: Shown, choosing: Choosing): Promise<void> {
  if (choosing.how === 'none') return selectLines(key, []);
  if ('id' in choosing) {
    const ids = new Set(choosing.how === 'only' ? [] : useSelection.getState().ids);
    if (!ids.delete(choosing.id)) ids.add(choosing.id);
    return selectLines(key, ids);
  }
  const [from, to] = choosing.how === 'all' ? [0, Infinity] : [choosing.from, choosing.to + 1];
  const rows = await rowsBetween(place, from, to);
  selectLines(
    key,
    rows.map(({ id }) => id),
  );
}

/** Tells the store which lines are in sight and which one to hold on to: the first in sight, once the top was left. */
function useLook(key: string, { rows }: FolderScan, chosen: ReadonlySet<string>): (look: GridLook) => void {
  return useCallback(
    ({ first, last, top }: GridLook) => {
      const held = top === 0 ? undefined : rows.get(top);
      const anchor = held === undefined ? null : { id: held.id, at: top };
      showLines(key, { first, last, anchor, chosen: [...chosen].slice(0, 500) });
    },
    [key, rows, chosen],
  );
}

/** What is chosen in this folder; in one that was just opened, nothing. */
function useChosen(key: string) {
  const selection = useSelection();
  const isHere = selection.key === key;
  useEffect(() => {
    if (!isHere) selectLines(key, []);
  }, [isHere, key]);
  return useMemo(() => (isHere ? selection : { key, ids: new Set<string>() }), [isHere, selection, key]);
}

/**
 * The line of the folder that was left by going up, or that something else leads to; it is chosen, and has the focus. -1:
 * there is none.
 */
function useStart({ key, place }: Shown, box: RefObject<HTMLElement | null>): number {
  const [at, setAt] = useState(-1);
  const led = useLedTo(({ line }) => (line?.key === key ? line : null));
  useEffect(() => {
    if (led === null) return;
    let isLeft = false;
    void (async () => {
      const find = () => findLine(place, { id: led.id });
      let found = await find();
      if (found === null && !isLeft && useListing.getState().filter !== '') {
        filterBy('');
        found = await find();
      }
      if (isLeft) return;
      useLedTo.setState({ line: null });
      if (found === null) return;
      setAt(found);
      // One frame later the line is in the page, and what was in front has handed the focus back.
      requestAnimationFrame(() => requestAnimationFrame(() => box.current?.focus()));
    })();
    return () => void (isLeft = true);
    // Only when something leads here, not when the same place comes as another object.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [led]);
  useEffect(() => {
    const id = leftFolder;
    // What leads to another line of this folder, such as a search, goes before it.
    if (id === null || useLedTo.getState().line?.key === key) return;
    let isLeft = false;
    void findLine(place, { id }).then(found => {
      if (found === null || isLeft) return;
      setAt(found);
      selectLines(key, [id]);
    });
    return () => void (isLeft = true);
    // Only when the folder is opened, not when the same place comes as another object.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key]);
  return at;
}

function ownId({ place }: Shown): string | null {
  return 'mirror' in place ? place.folder : 'base' in place ? place.base : null;
}

/**
 * A list that takes the place of another also takes its focus: who opened a folder with the keyboard goes on in it.
 * Who is elsewhere, such as in the tree, stays there.
 */
function useFocusAfterOpening() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const active = document.activeElement;
    if (active !== null && active !== document.body) return;
    // One frame later the list knows its lines, and hands the focus on to the chosen or the first one.
    const frame = requestAnimationFrame(() => box.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return box;
}

const DEEDS = ['keep', 'free', 'copyTo', 'move', 'remove'] as const;

/** How much is chosen, and what can be done with all of it, below the list. */
function CountBar({ rows, scene }: { readonly rows: readonly FileRow[]; readonly scene: Scene }) {
  const sizeBytes = rows.reduce((sum, row) => sum + (row.sizeBytes ?? 0), 0);
  const chosen = chosenIn(scene);
  return (
    <div className={styles['bar']}>
      <strong>
        {acting.selected(
          rows.length,
          sizeBytes,
          rows.some(row => row.sizeBytes === null),
        )}
      </strong>
      <span className={layout['buttons']}>
        {DEEDS.filter(deed => isPossible(deed, chosen) && (deed !== 'copyTo' || chosen.list !== null)).map(deed => (
          <Button key={deed} look="quiet" onPress={() => runAction(deed, scene)}>
            {acting.actions[deed]}
          </Button>
        ))}
        <Button look="quiet" onPress={clearSelection}>
          {acting.clear}
        </Button>
      </span>
    </div>
  );
}

interface FileColumn extends GridColumn<FileColumnName> {
  /** The least room that it takes, in rem. */
  readonly least: number;
}

/** At the smallest window of 960 pixels all but the one that has to be asked for fit beside the tree. */
const COLUMNS: readonly FileColumn[] = [
  {
    id: 'name',
    label: words.files.columns.name,
    isRowHeader: true,
    width: 'minmax(12rem, 1fr)',
    least: 12,
    isSign: true,
  },
  { id: 'sync', label: words.files.columns.sync, isRowHeader: true, width: '4rem', least: 4, isSign: true },
  { id: 'text', label: words.files.columns.text, isRowHeader: true, width: '4rem', least: 4, isSign: true },
  {
    id: 'access',
    label: words.files.columns.access,
    isRowHeader: false,
    width: '8rem',
    least: 8,
    isSorted: false,
  },
  { id: 'modified', label: words.files.columns.modified, isRowHeader: false, width: '8rem', least: 8 },
  { id: 'size', label: words.files.columns.size, isRowHeader: false, width: '5.25rem', align: 'end', least: 5.25 },
];
/** Of an archived folder only its name and when it was put away are known. */
const ARCHIVE_COLUMNS: readonly FileColumn[] = [
  { id: 'name', label: words.files.columns.name, isRowHeader: true, width: 'minmax(10.5rem, 1fr)', least: 10.5 },
  { id: 'modified', label: browseTexts.archivedAt, isRowHeader: false, width: '9rem', least: 9 },
];

/** What has room first where not everything has. */
const FIRST: readonly FileColumnName[] = ['name', 'sync', 'access', 'modified', 'size', 'text'];

/** The columns that a person wants to see, of these as many as have room beside each other. */
function useColumns({ place }: Shown, box: RefObject<HTMLElement | null>): readonly GridColumn<FileColumnName>[] {
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
function fitting(columns: readonly FileColumn[], room: number): readonly FileColumn[] {
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
