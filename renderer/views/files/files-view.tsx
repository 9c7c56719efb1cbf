import { FolderOpen, FolderX, Loader } from 'lucide-react';
import { useEffect } from 'react';

import type { MirrorInfo } from '../../../shared/model/mirror.ts';
import { dropTexts } from '../../../shared/text/drops.ts';
import { words } from '../../../shared/text/words.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FaultNotice } from '../../components/fault-notice.tsx';
import { Notice } from '../../components/notice.tsx';
import { type FolderState, readShownFolders, watchFolder } from '../../stores/files.ts';
import { openFolder } from '../../stores/navigation.ts';
import { DropArea } from './drop-area.tsx';
import { FileTable } from './file-table.tsx';
import { FolderHeading } from './folder-heading.tsx';
import { FolderTree } from './folder-tree.tsx';
import styles from './files-view.module.css';
import { type Shown, shownName, useFolder, useShown } from './place.ts';
import { canChange } from './run-action.ts';
import { Toolbar } from './toolbar.tsx';

/** The mirrors as folders at the left, one folder's contents at the right. */
export function FilesView() {
  const shown = useShown();
  if (shown === null) return null;
  return (
    <div className={styles['files']}>
      <aside className={styles['tree']} aria-label={words.regions.folders} data-region="folders">
        <FolderTree shownKey={shown.key} />
      </aside>
      <FolderSheet shown={shown} />
    </div>
  );
}

function FolderSheet({ shown }: { readonly shown: Shown }) {
  const { mirror, folder } = shown.place;
  useEffect(() => watchFolder({ mirror, folder }), [mirror, folder]);
  const state = useFolder(shown.key);
  return (
    <section className={styles['sheet']} aria-label={shownName(shown, state)} data-region="list">
      <FolderHeading shown={shown} state={state} />
      {state.view === null ? null : <Toolbar scene={{ shown, view: state.view }} />}
      <MirrorNotice mirror={shown.mirror} />
      <ReadingNotice state={state} />
      <DropArea
        place={shown.place}
        folder={shownName(shown, state)}
        refusal={canChange(shown) ? null : dropTexts.readOnly}
      >
        <Contents shown={shown} state={state} />
      </DropArea>
    </section>
  );
}

/** A mirror that has stopped says why, over every one of its folders. */
function MirrorNotice({ mirror }: { readonly mirror: MirrorInfo }) {
  if (mirror.state === 'active' || mirror.reason === null) return null;
  return (
    <div className={styles['notice']}>
      <Notice tone={mirror.state === 'halted' ? 'alert' : 'wait'}>
        <span>{mirror.reason}</span>
      </Notice>
    </div>
  );
}

/** Reading failed, but there is something older to show. */
function ReadingNotice({ state: { view, fault } }: { readonly state: FolderState }) {
  if (view === null || fault === null || fault.kind === 'offline') return null;
  return (
    <div className={styles['notice']}>
      <FaultNotice
        fault={fault}
        saidTitle={words.start.serviceSaid}
        again={{ label: words.files.tryAgain, onPress: readShownFolders }}
      />
    </div>
  );
}

function Contents({ shown, state }: { readonly shown: Shown; readonly state: FolderState }) {
  const { view, fault } = state;
  if (view === null) return fault === null ? <Reading /> : <Unread shown={shown} state={state} />;
  if (view.rows.length > 0) return <FileTable key={shown.key} shown={shown} view={view} />;
  const hint = shown.mirror.mode === 'download' ? words.files.emptyHintDownload : words.files.emptyHint;
  return (
    <EmptyState icon={FolderOpen} title={words.files.empty}>
      <p>{hint}</p>
    </EmptyState>
  );
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
      {place.folder === null ? null : (
        <Button onPress={() => openFolder({ mirror: place.mirror, folder: null })}>{words.files.toTop}</Button>
      )}
    </EmptyState>
  );
}
