import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import type { FileRow } from '../../../../shared/features/browse/file-row-model.ts';
import { browseTexts } from '../../../../shared/features/browse/text.ts';
import { words } from '../../../../shared/text/words.ts';
import type { Choosing } from '../../../components/list/line-grid-events.ts';
import type { GridSorting } from '../../../components/list/line-grid-head.tsx';
import { type GridLook, LineGrid } from '../../../components/list/line-grid.tsx';
import type { FileColumnName } from '../stores/columns.ts';
import { findLine, type FolderLook, rowsBetween, showLines, sortBy, useListing } from '../stores/files.ts';
import { openFolder } from '../../../state/navigation.ts';
import { openPreview } from '../../preview/stores/preview.ts';
import { chosenOf, select, useSelection } from '../stores/selection.ts';
import { ArchivedLine } from '../archived-line.tsx';
import { CountBar } from './count-bar.tsx';
import { fileCell } from './file-cells.tsx';
import { useColumns } from './file-columns.ts';
import { opensOf } from '../actions/opens.ts';
import { type Shown, shownName } from '../place-labels.ts';
import { RowMenu } from './row-menu.tsx';
import { SelectedLine } from '../selected-line.tsx';

/** The folder that was left by going up, to come back to its line. */
let leftFolder: string | null = null;

/** A folder's contents. Only the lines in sight are in the page, however many there are. */
export function FileTable({ shown, view }: { readonly shown: Shown; readonly view: FolderLook }) {
  const { key, place } = shown;
  const sorting = useListing(state => state.sorting);
  const selection = useChosen(key);
  const chosen = useMemo(() => chosenOf(view.known, selection), [view, selection]);
  const startAt = useStart(shown);
  const box = useFocusAfterOpening();
  const columns = useColumns(shown, box);
  useEffect(() => () => void (leftFolder = ownId(shown)), [shown]);
  const scene = { shown, view };
  const choose = useCallback((choosing: Choosing) => void chooseLines(shown, choosing), [shown]);
  return (
    <RowMenu scene={scene}>
      <LineGrid
        ref={box}
        label={words.files.list(shownName(shown, view))}
        columns={columns}
        sorting={sorting}
        onSort={sort}
        count={view.folders + view.files}
        lineAt={at => view.rows.get(at)}
        cell={fileCell}
        loading={browseTexts.loadingRow}
        chosen={selection.ids}
        onChoose={choose}
        onOpen={row => open(shown, row)}
        find={(prefix, after) => findHere(view, prefix, after) ?? findLine(place, { prefix, after })}
        onLook={useLook(key, view, selection.ids)}
        moved={{ order: view.order, by: view.shift }}
        startAt={startAt}
      />
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
  readonly scene: { shown: Shown; view: FolderLook };
  readonly chosen: readonly FileRow[];
}) {
  const { place } = scene.shown;
  if ('list' in place && place.list === 'archived') return <ArchivedLine rows={chosen} />;
  return chosen.length > 1 ? <CountBar rows={chosen} scene={scene} /> : <SelectedLine row={chosen[0]} />;
}

/** Finds a row among those that were read, if all were; null: some were not, and the engine must be asked. */
function findHere({ rows, folders, files }: FolderLook, prefix: string, after: number): number | null {
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
  if (choosing.how === 'none') return select(key, []);
  if ('id' in choosing) {
    const ids = new Set(choosing.how === 'only' ? [] : useSelection.getState().ids);
    if (!ids.delete(choosing.id)) ids.add(choosing.id);
    return select(key, ids);
  }
  const [from, to] = choosing.how === 'all' ? [0, Infinity] : [choosing.from, choosing.to + 1];
  const rows = await rowsBetween(place, from, to);
  select(
    key,
    rows.map(({ id }) => id),
  );
}

/** Tells the store which lines are in sight and which one to hold on to: the first in sight, once the top was left. */
function useLook(key: string, { rows }: FolderLook, chosen: ReadonlySet<string>): (look: GridLook) => void {
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
    if (!isHere) select(key, []);
  }, [isHere, key]);
  return useMemo(() => (isHere ? selection : { key, ids: new Set<string>() }), [isHere, selection, key]);
}

/** The line of the folder that was left by going up; it is chosen, and has the focus. -1: there is none. */
function useStart({ key, place }: Shown): number {
  const [at, setAt] = useState(-1);
  useEffect(() => {
    const id = leftFolder;
    if (id === null) return;
    let isLeft = false;
    void findLine(place, { id }).then(found => {
      if (found === null || isLeft) return;
      setAt(found);
      select(key, [id]);
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
