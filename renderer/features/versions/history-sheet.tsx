import { useState } from 'react';

import type { VersionRow } from '../../../shared/features/versions/model.ts';
import { versionWindowWords as words } from '../../../shared/features/versions/window-text.ts';
import { words as general } from '../../../shared/text/words.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import type { AskedAbout } from './version-line.tsx';
import {
  closeHistory,
  compareRows,
  downloadVersion,
  dropDraft,
  readMore,
  restore,
  useVersions,
} from './stores/history.ts';
import { VersionLine } from './version-line.tsx';
import styles from './history.module.css';
import { PlaceQuestion } from '../../components/local-folder/place-question.tsx';
import { checkPlace, usualDownloadPlace } from '../edit/stores/save-copy.ts';
import { Question } from '../../components/overlay/question.tsx';

/** All versions of a file, newest first, and what can be done with each. Nothing here removes one. */
export function HistorySheet() {
  const { name, rows, fault, trouble, readOnly, isBusy, hasMore, picked } = useVersions();
  const [asked, ask] = useState<AskedAbout | null>(null);
  const [one, other] = picked;
  const compare = () => (one === undefined || other === undefined ? undefined : compareRows(one, other));
  return (
    <Dialog
      title={words.title(name)}
      size="large"
      isOpen
      onClose={closeHistory}
      buttons={
        <>
          <Button isFirst onPress={closeHistory}>
            {words.close}
          </Button>
          <Button look="main" isDisabled={other === undefined} onPress={compare}>
            {words.compare}
          </Button>
        </>
      }
    >
      {fault === null ? null : <FaultNotice fault={fault} saidTitle={general.start.serviceSaid} />}
      {trouble === null ? null : <Notice tone="wait">{trouble}</Notice>}
      {readOnly === null ? null : <Notice tone="rest">{readOnly}</Notice>}
      <Rows rows={rows} isFailed={fault !== null} onAsk={ask} />
      {hasMore ? (
        <Button look="quiet" isDisabled={isBusy} onPress={() => void readMore()}>
          {words.more}
        </Button>
      ) : null}
      {asked?.what === 'restore' ? <RestoreQuestion row={asked.row} onClose={() => ask(null)} /> : null}
      {asked?.what === 'drop' ? <DropQuestion onClose={() => ask(null)} /> : null}
      {asked?.what === 'download' ? <DownloadVersionQuestion row={asked.row} onClose={() => ask(null)} /> : null}
    </Dialog>
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

/** Asks before a new version is made of an older one. */
function RestoreQuestion({ row, onClose }: { readonly row: VersionRow; readonly onClose: () => void }) {
  const { isBusy, fault, rows } = useVersions();
  const isHere = rows?.some(each => each.isHere) === true;
  const onYes = async () => {
    if (await restore(row.ref)) onClose();
  };
  return (
    <Question
      title={words.restoring.title(words.label(row))}
      fault={fault}
      yes={words.restoring.yes}
      canAnswer
      isBusy={isBusy}
      onYes={() => void onYes()}
      onClose={onClose}
    >
      <p>{words.restoring.text}</p>
      {isHere ? <p>{words.restoring.here}</p> : null}
    </Question>
  );
}
