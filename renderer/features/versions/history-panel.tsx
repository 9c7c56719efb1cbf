import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import type { VersionRow } from '../../../shared/features/versions/model.ts';
import { versionWindowWords as words } from '../../../shared/features/versions/window-text.ts';
import { words as general } from '../../../shared/text/words.ts';
import { classes } from '../../components/classes.ts';
import { Button } from '../../components/controls/button.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { Hint } from '../../components/feedback/hint.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import motion from '../../components/layout/motion.module.css';
import { useGivenFocus } from '../../components/layout/use-given-focus.ts';
import { PlaceQuestion } from '../../components/local-folder/place-question.tsx';
import { Question } from '../../components/overlay/question.tsx';
import { useKeptFocus } from '../../components/overlay/restore-focus.ts';
import { useFolders } from '../browse/stores/files.ts';
import { chosenOf, useSelection } from '../browse/stores/selection.ts';
import { checkPlace, usualDownloadPlace } from '../edit/stores/save-copy.ts';
import { formatRoute, useNavigation } from '../../state/navigation.ts';
import { onEscape } from './on-escape.ts';
import { RestoreQuestion } from './restore-question.tsx';
import {
  closeHistory,
  compareRows,
  downloadVersion,
  dropDraft,
  openHistory,
  readMore,
  stepBack,
  useVersions,
} from './stores/history.ts';
import { type AskedAbout, VersionLine } from './version-line.tsx';
import styles from './history.module.css';
import layout from '../../components/layout/layout.module.css';
import panel from './versions-panel.module.css';

/** All versions of a file beside what is on show, newest first, and what can be done with each. Nothing here removes one. */
export function HistoryPanel() {
  const isOpen = useVersions(state => state.id !== null);
  return isOpen ? <OpenHistory /> : null;
}

function OpenHistory() {
  const { name, rows, fault, trouble, readOnly, isBusy, hasMore } = useVersions();
  const [asked, ask] = useState<AskedAbout | null>(null);
  const box = useRef<HTMLElement>(null);
  useGivenFocus(box);
  useKeptFocus(box);
  useFollowing();
  return (
    // Escape puts it away from wherever in it one is.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      ref={box}
      className={classes(layout['pane'], panel['beside'], motion['panel'])}
      aria-label={words.title(name)}
      data-region="versions"
      tabIndex={-1}
      onKeyDown={onEscape(stepBack)}
    >
      <header className={panel['head']}>
        <h2>{words.title(name)}</h2>
        <Hint text={words.close}>
          <Button look="icon" label={words.close} onPress={closeHistory}>
            <X size={16} strokeWidth={1.75} aria-hidden="true" />
          </Button>
        </Hint>
      </header>
      <div className={classes(layout['scrolls'], panel['body'])}>
        {fault === null ? null : <FaultNotice fault={fault} saidTitle={general.start.serviceSaid} />}
        {trouble === null ? null : <Notice tone="wait">{trouble}</Notice>}
        {readOnly === null ? null : <Notice tone="rest">{readOnly}</Notice>}
        <Rows rows={rows} isFailed={fault !== null} onAsk={ask} />
        {hasMore ? (
          <Button look="quiet" isDisabled={isBusy} onPress={() => void readMore()}>
            {words.more}
          </Button>
        ) : null}
      </div>
      {(rows?.length ?? 0) > 1 ? <Compare /> : null}
      {asked?.what === 'restore' ? <RestoreQuestion row={asked.row} onClose={() => ask(null)} /> : null}
      {asked?.what === 'drop' ? <DropQuestion onClose={() => ask(null)} /> : null}
      {asked?.what === 'download' ? <DownloadVersionQuestion row={asked.row} onClose={() => ask(null)} /> : null}
    </aside>
  );
}

/** The panel goes on to another file with the list beside it, and goes with that list or where no one file is chosen. */
function useFollowing(): void {
  const selection = useSelection();
  const view = useFolders(state => state.folders.get(selection.key)?.view ?? null);
  const rows = view === null ? [] : chosenOf(view.known, selection);
  const only = rows.length === 1 ? rows[0] : undefined;
  const chosen = only?.kind === 'file' ? only.id : null;
  const first = useRef(chosen);
  const route = useNavigation(state => formatRoute(state.route));
  const from = useRef(route);
  useEffect(() => (route === from.current ? undefined : closeHistory()), [route]);
  useEffect(() => {
    if (first.current === chosen) return;
    first.current = chosen;
    if (only === undefined || chosen === null) closeHistory();
    else void openHistory(chosen, only.name);
    // Only when another one is chosen, not when the row comes as another object.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [chosen]);
}

function Compare() {
  const [one, other] = useVersions(state => state.picked);
  const compare = () => (one === undefined || other === undefined ? undefined : compareRows(one, other));
  return (
    <div className={panel['foot']}>
      <Button look="main" isDisabled={other === undefined} onPress={compare}>
        {words.compare}
      </Button>
    </div>
  );
}
function Rows(props: {
  readonly rows: readonly VersionRow[] | null;
  readonly isFailed: boolean;
  readonly onAsk: (asked: AskedAbout) => void;
}) {
  const { rows, isFailed, onAsk } = props;
  if (rows === null) return isFailed ? null : <p>{words.reading}</p>;
  if (rows.length === 0) return <p>{words.none}</p>;
  return (
    <>
      <p>{rows.length === 1 ? words.only : words.compareHint}</p>
      <ol className={styles['list']}>
        {rows.map(row => (
          <VersionLine row={row} canCompare={rows.length > 1} onAsk={onAsk} key={row.ref} />
        ))}
      </ol>
    </>
  );
}

/** Asks where the copy of a version goes. */
function DownloadVersionQuestion({ row, onClose }: { readonly row: VersionRow; readonly onClose: () => void }) {
  const name = useVersions(state => state.name);
  return (
    <PlaceQuestion
      title={words.downloading.title(words.label(row), name)}
      about={words.downloading.about}
      usual={usualDownloadPlace}
      check={checkPlace}
      onYes={folder => void downloadVersion(row.ref, folder)}
      onClose={onClose}
    />
  );
}

/** Asks before a merge that is nowhere else is forgotten. */
function DropQuestion({ onClose }: { readonly onClose: () => void }) {
  const { isBusy, fault, name } = useVersions();
  const onYes = async () => {
    if (await dropDraft()) onClose();
  };
  return (
    <Question
      title={words.dropping.title(name)}
      fault={fault}
      yes={words.dropping.yes}
      canAnswer
      isBusy={isBusy}
      isDangerous
      onYes={() => void onYes()}
      onClose={onClose}
    >
      <p>{words.dropping.text}</p>
    </Question>
  );
}
