import { type ReactNode, useEffect } from 'react';

import { words } from '../../../shared/text/words.ts';
import { DropArea } from '../../components/controls/drop-area.tsx';
import { watchFolder } from './stores/files.ts';
import { selectLines, useSelection } from './stores/selection.ts';
import { openFolder, placeKey, placeOf } from '../../state/navigation.ts';
import { useDropHere } from './drop-here.ts';
import { folderUnder } from './list/folder-under.ts';
import { dragWithin } from './list/drag-within.ts';
import styles from './files-view.module.css';
import { FolderHeading } from './heading/folder-heading.tsx';
import { FolderTree } from './tree/folder-tree.tsx';
import { PlaceContents } from './place-contents.tsx';
import { PlaceNotices } from './place-notices.tsx';
import { type Shown, placeLabel, useFolder, useShown, useStanding } from './place-labels.ts';
import { RemovedView } from './removed-view.tsx';
import { Toolbar } from './toolbar.tsx';

/** All places as a tree at the left, one place's contents at the right. */
export function FilesView() {
  const shown = useShown();
  if (shown === null) return null;
  const isStore = 'list' in shown.place && shown.place.list === 'removed';
  return (
    <Dropped shown={shown}>
      <div className={styles['files']} role="presentation" {...dragWithin(shown)}>
        <aside className={styles['tree']} aria-label={words.regions.folders} data-region="folders">
          <FolderTree shownKey={shown.key} />
        </aside>
        {isStore ? <RemovedView /> : <FolderSheet shown={shown} />}
      </div>
    </Dropped>
  );
}

/**
 * A drop goes to the folder under the pointer, in the tree and in the list; beside all lines to the folder on show. The
 * same is behind "Add" for who uses no mouse.
 */
function Dropped({ shown, children }: { readonly shown: Shown; readonly children: ReactNode }) {
  const here = useDropHere(shown);
  return (
    <DropArea {...here} spotOf={element => folderUnder(element, shown)}>
      {children}
    </DropArea>
  );
}

function FolderSheet({ shown }: { readonly shown: Shown }) {
  const { key } = shown;
  useEffect(() => watchFolder(placeOf(key)), [key]);
  // Also where there is no list: what is beside it is about the folder on show.
  useEffect(() => (useSelection.getState().key === key ? undefined : selectLines(key, [])), [key]);
  const state = useFolder(key);
  const standing = useStanding(state.view);
  const name = placeLabel(shown, standing);
  useRealPlace(key, state.view?.head.place);
  const isWorkplace = !('list' in shown.place) || shown.place.list === 'loose';
  const hasTools = isWorkplace && state.view?.head.standing === 'ready';
  return (
    <section className={styles['sheet']} aria-label={name} data-region="list">
      <FolderHeading shown={shown} standing={standing} />
      {state.view === null || !hasTools ? null : <Toolbar scene={{ shown, view: state.view }} />}
      <PlaceNotices shown={shown} state={state} />
      <PlaceContents shown={shown} state={state} />
    </section>
  );
}

/** A folder of the service that is mirrored is shown as the mirror's. */
function useRealPlace(key: string, place: Parameters<typeof placeKey>[0] | undefined): void {
  useEffect(() => {
    if (place !== undefined && placeKey(place) !== key) openFolder(place);
  }, [key, place]);
}
