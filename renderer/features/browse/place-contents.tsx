import { Archive, CloudOff, EyeOff, FolderOpen, FolderX, Loader, Lock, SearchX } from 'lucide-react';

import { browseTexts } from '../../../shared/features/browse/text.ts';
import { words } from '../../../shared/text/words.ts';
import { Button } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { checkPlace, type FolderScan, type FolderState, readShownFolders, useListing } from './stores/files.ts';
import { openFolder } from '../../state/navigation.ts';
import { FileTable } from './list/file-table.tsx';
import styles from './files-view.module.css';
import { LibraryEmpty } from '../library/library-empty.tsx';
import type { Shown } from './place-labels.ts';

/** The list of the place on show, or why there is none. */
export function PlaceContents({ shown, state }: { readonly shown: Shown; readonly state: FolderState }) {
  const { view, fault } = state;
  if (view === null) return fault === null ? <Reading /> : <Unread shown={shown} state={state} />;
  const isListed = view.folders + view.files > 0 || view.all > 0;
  if ('library' in shown.place && !isListed) {
    const isReading = view.head.standing === 'unvisited' && (view.head.reading !== null || view.head.fault === null);
    return isReading ? <Reading /> : <LibraryEmpty place={shown.place} view={view} />;
  }
  if (view.head.standing === 'hidden') return <Hidden />;
  if (view.head.standing === 'closed') return <Closed view={view} />;
  if (view.head.standing === 'gone') return <Gone view={view} />;
  if (view.folders + view.files > 0) return <FileTable key={shown.key} shown={shown} view={view} />;
  if (view.all > 0) return <NoMatch all={view.all} />;
  return view.head.standing === 'unvisited' ? <Unvisited shown={shown} view={view} /> : <Empty shown={shown} />;
}

function Reading() {
  return (
    <div className={styles['reading']}>
      <EmptyState icon={Loader} title={words.files.reading} />
    </div>
  );
}

/** A folder that could not be read at all. */
function Unread({ shown, state: { fault } }: { readonly shown: Shown; readonly state: FolderState }) {
  if (fault === null || fault.kind === 'offline') return <Reading />;
  const { place } = shown;
  return (
    <EmptyState icon={FolderX} title={fault.kind === 'gone' ? words.files.goneTitle : words.files.unreadTitle}>
      <FaultNotice
        fault={fault}
        saidTitle={words.start.serviceSaid}
        again={{ label: words.files.tryAgain, onPress: readShownFolders }}
      />
      {'mirror' in place && place.folder !== null ? (
        <Button onPress={() => openFolder({ mirror: place.mirror, folder: null })}>{words.files.toTop}</Button>
      ) : null}
    </EmptyState>
  );
}

/** Nothing was listed yet: it is being listed, or could not be. */
function Unvisited({ shown, view }: { readonly shown: Shown; readonly view: FolderScan }) {
  const { fault, reading } = view.head;
  if (reading !== null || fault === null) return <Reading />;
  const isOffline = fault.kind === 'offline';
  return (
    <EmptyState icon={isOffline ? CloudOff : FolderX} title={browseTexts.unvisited}>
      {isOffline ? <p>{browseTexts.unvisitedOffline}</p> : null}
      {isOffline ? (
        <Button onPress={() => void checkPlace(shown.place).catch(() => undefined)}>{browseTexts.tryAgain}</Button>
      ) : (
        <FaultNotice
          fault={fault}
          saidTitle={words.start.serviceSaid}
          again={{ label: browseTexts.tryAgain, onPress: () => void checkPlace(shown.place).catch(() => undefined) }}
        />
      )}
    </EmptyState>
  );
}

function Empty({ shown: { place, mirror } }: { readonly shown: Shown }) {
  if ('list' in place) {
    const isArchive = place.list === 'archived';
    return (
      <EmptyState
        icon={isArchive ? Archive : FolderOpen}
        title={isArchive ? browseTexts.emptyArchived : browseTexts.emptyLoose}
      >
        {isArchive ? <p>{browseTexts.emptyArchivedHint}</p> : null}
      </EmptyState>
    );
  }
  if (mirror === null) return <EmptyState icon={FolderOpen} title={browseTexts.emptyBase} />;
  return (
    <EmptyState icon={FolderOpen} title={words.files.empty}>
      <p>{mirror.mode === 'download' ? words.files.emptyHintDownload : words.files.emptyHint}</p>
    </EmptyState>
  );
}

function NoMatch({ all }: { readonly all: number }) {
  const filter = useListing(state => state.filter);
  return (
    <EmptyState icon={SearchX} title={browseTexts.noMatch(filter)}>
      <p>{browseTexts.noMatchHint(all)}</p>
    </EmptyState>
  );
}

function Hidden() {
  return (
    <EmptyState icon={EyeOff} title={browseTexts.hidden}>
      <p>{browseTexts.hiddenHint}</p>
    </EmptyState>
  );
}

function Closed({ view }: { readonly view: FolderScan }) {
  return (
    <EmptyState icon={Lock} title={browseTexts.closed}>
      <p>{browseTexts.closedHint}</p>
      <Above view={view} />
    </EmptyState>
  );
}

function Gone({ view }: { readonly view: FolderScan }) {
  return (
    <EmptyState icon={FolderX} title={browseTexts.gone}>
      <p>{browseTexts.goneHint}</p>
      <Above view={view} />
    </EmptyState>
  );
}

function Above({ view }: { readonly view: FolderScan }) {
  const above = view.head.trail.at(-2)?.place ?? null;
  return (
    <Button onPress={() => openFolder(above ?? { base: null })}>
      {above === null ? browseTexts.toTop : browseTexts.parent}
    </Button>
  );
}
