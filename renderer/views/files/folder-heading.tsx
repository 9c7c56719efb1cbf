import { ArrowUp, RefreshCw } from 'lucide-react';

import type { FileRow } from '../../../shared/model/file-row.ts';
import { formatAgo, formatExact } from '../../../shared/text/format.ts';
import { words } from '../../../shared/text/words.ts';
import { SECOND } from '../../../shared/units.ts';
import { Button } from '../../components/button.tsx';
import { Chip } from '../../components/chip.tsx';
import { useNow } from '../../stores/clock.ts';
import type { FolderState } from '../../stores/files.ts';
import { openFolder } from '../../stores/navigation.ts';
import { checkNow } from '../../stores/sync.ts';
import styles from './folder-heading.module.css';
import { type Shown, shownName } from './place.ts';

/** The folder's name, what is in it, and when it was last compared with the service. */
export function FolderHeading({ shown, state }: { readonly shown: Shown; readonly state: FolderState }) {
  const { mirror, place } = shown;
  const mode = words.files.modes[mirror.mode];
  const parent = state.view?.breadcrumbs.at(-2)?.id ?? null;
  return (
    <div className={styles['heading']}>
      <Button
        look="icon"
        label={words.files.up}
        isDisabled={place.folder === null}
        onPress={() => openFolder({ mirror: mirror.id, folder: parent })}
      >
        <ArrowUp size={17} strokeWidth={1.75} aria-hidden="true" />
      </Button>
      <div className={styles['title']}>
        <h1>{shownName(shown, state)}</h1>
        {mode === null ? null : <Chip label={mode} />}
        <span className={styles['summary']}>{state.view === null ? '' : summary(state.view.rows)}</span>
      </div>
      {state.view === null ? null : <Checked at={state.view.checkedAt} />}
    </div>
  );
}

function Checked({ at }: { readonly at: string | null }) {
  const nowMs = useNow(SECOND);
  const atMs = at === null ? null : Date.parse(at);
  return (
    <div className={styles['checked']}>
      {atMs === null ? (
        <span>{words.files.neverChecked}</span>
      ) : (
        <time dateTime={at ?? ''} title={formatExact(atMs)}>
          {words.files.checked(formatAgo(atMs, nowMs))}
        </time>
      )}
      <span aria-hidden="true">·</span>
      <Button look="quiet" onPress={() => void checkNow()}>
        <RefreshCw size={13} strokeWidth={2} aria-hidden="true" />
        {words.files.checkNow}
      </Button>
    </div>
  );
}

function summary(rows: readonly FileRow[]): string {
  const folders = rows.filter(row => row.kind === 'folder').length;
  return words.files.summary(folders, rows.length - folders);
}
