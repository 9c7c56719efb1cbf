import { Eye, Lock } from 'lucide-react';

import type { PlaceHead } from '../../../shared/features/browse/folder-model.ts';
import type { MirrorInfo } from '../../../shared/features/mirrors/model.ts';
import { browseTexts } from '../../../shared/features/browse/text.ts';
import { inWindow } from '../../../shared/text/window-advice.ts';
import { libraryTexts } from '../../../shared/features/library/text.ts';
import { words } from '../../../shared/text/words.ts';
import { dropTexts } from '../../../shared/features/drops/text.ts';
import type { DropJob } from '../../../shared/features/drops/model.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { Button } from '../../components/controls/button.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { forgetNotBroughtBack, restoreFolder, useBroughtBack } from '../trash/stores/removed-files.ts';
import { checkPlace, type FolderState, readShownFolders } from './stores/files.ts';
import layout from '../../components/layout/layout.module.css';
import styles from './files-view.module.css';
import type { Shown } from './place-labels.ts';
import readOnlyLineStyles from './read-only-line.module.css';
import waitingLineStyles from './read-only-line.module.css';
import { dismissJob, useDropJobs } from '../drops/stores/drop-jobs.ts';
import { giveUp, sendAgain, useOutgoing } from './stores/outgoing.ts';

/** What concerns the whole place on show, above its list. */
export function PlaceNotices({ shown, state }: { readonly shown: Shown; readonly state: FolderState }) {
  return (
    <>
      {shown.mirror === null ? null : <MirrorNotice mirror={shown.mirror} />}
      {shown.mirror?.mode === 'download' ? <ReadOnlyLine /> : null}
      {'library' in shown.place && shown.place.library === null && isShown(state) ? <LibraryLine /> : null}
      <WaitingLine />
      <ReadingNotice state={state} />
      {state.view === null ? null : <HeadNotices shown={shown} head={state.view.head} />}
      <NotBroughtBack />
    </>
  );
}

function isShown({ view }: FolderState): boolean {
  return view !== null && view.all > 0;
}

/** What can be done with what others published. */
function LibraryLine() {
  return (
    <div className={styles['notice']}>
      <Notice tone="rest">
        <span>{libraryTexts.readOnly}</span>
      </Notice>
    </div>
  );
}

/** A mirror that has stopped says why, over every one of its folders. */
function MirrorNotice({ mirror }: { readonly mirror: MirrorInfo }) {
  if (mirror.state === 'active' || mirror.reason === null) return null;
  return (
    <div className={styles['notice']}>
      <Notice tone={mirror.state === 'halted' ? 'alert' : 'wait'}>
        <span>{inWindow(mirror.reason)}</span>
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

function HeadNotices({ shown, head }: { readonly shown: Shown; readonly head: PlaceHead }) {
  const again = () => void checkPlace(shown.place).catch(() => undefined);
  if (head.standing === 'archived') return <ArchivedNotice head={head} />;
  return (
    <>
      {head.isIncomplete ? (
        <div className={styles['notice']}>
          <Notice tone="rest">
            <span>{browseTexts.incomplete}</span>
          </Notice>
        </div>
      ) : null}
      {head.standing === 'partial' ? (
        <div className={styles['notice']}>
          <Notice tone="wait" title={browseTexts.partial(head.got ?? 0, head.of)}>
            <Button look="quiet" isDisabled={head.reading !== null} onPress={again}>
              {browseTexts.tryAgain}
            </Button>
          </Notice>
        </div>
      ) : null}
      <OldNotice head={head} again={again} />
    </>
  );
}

/** The list is from before, because the last listing broke off. Without a connection its time says enough. */
function OldNotice({ head, again }: { readonly head: PlaceHead; readonly again: () => void }) {
  const { standing, fault } = head;
  if (standing !== 'ready' || fault === null || fault.kind === 'offline') return null;
  return (
    <div className={styles['notice']}>
      <FaultNotice
        fault={fault}
        saidTitle={words.start.serviceSaid}
        again={{ label: browseTexts.tryAgain, onPress: again }}
      />
    </div>
  );
}

function ArchivedNotice({ head }: { readonly head: PlaceHead }) {
  const busy = useBroughtBack(state => state.busy);
  const { archived } = head;
  if (archived === null) return null;
  const isItself = 'base' in head.place && head.place.base === archived.id;
  return (
    <div className={styles['notice']}>
      <Notice tone="wait">
        <span>{isItself ? browseTexts.archivedBanner : browseTexts.archivedIn(archived.name)}</span>
        <Button look="quiet" isDisabled={busy !== null} onPress={() => void restoreFolder(archived.id, archived.name)}>
          {browseTexts.restoreHint(archived.name)}
        </Button>
      </Notice>
    </div>
  );
}

/** Why something could not be brought back. */
export function NotBroughtBack() {
  const { fault, name } = useBroughtBack();
  if (fault === null) return null;
  return (
    <div className={styles['notice']}>
      <div className={layout['stack']}>
        <p>{browseTexts.restoreRefused(name)}</p>
        <FaultNotice
          fault={fault}
          saidTitle={words.start.serviceSaid}
          again={{ label: words.connection.close, onPress: forgetNotBroughtBack }}
        />
      </div>
    </div>
  );
}

/** Over a folder in which nothing can be changed from here. */
function ReadOnlyLine() {
  return (
    <p className={readOnlyLineStyles['line']}>
      <Lock size={15} strokeWidth={1.75} aria-hidden="true" />
      <Eye size={15} strokeWidth={1.75} aria-hidden="true" />
      <span>
        <strong>{dropTexts.view}</strong> {dropTexts.viewOnly}
      </span>
    </p>
  );
}

/** Files that wait to be sent to folders that are not on this computer, and those that the service did not take. */
function WaitingLine() {
  const files = useOutgoing(state => state.waiting).filter(({ kind }) => kind === 'upload');
  const stuck = files.filter(({ isStuck }) => isStuck);
  const moving = files.length - stuck.length;
  const inParts = files.flatMap(({ id, name, versions }) => (versions === null ? [] : { id, name, versions }));
  const jobs = useDropJobs(state => state.jobs);
  return (
    <>
      {jobs.map(job => (
        <JobNotice key={job.id} job={job} />
      ))}
      {moving === 0 ? null : <p className={waitingLineStyles['line']}>{dropTexts.waiting(moving)}</p>}
      {inParts.map(({ id, name, versions }) => (
        <p key={id} className={waitingLineStyles['line']}>
          {`“${shownName(name)}”: ${dropTexts.versions(versions)}.`}
        </p>
      ))}
      {stuck.map(one => (
        <div key={one.id} className={waitingLineStyles['line']}>
          <Notice tone="alert">
            <span>{`${dropTexts.stuck(shownName(one.name), one.text ?? '')} ${dropTexts.keptHere}`}</span>
            <span className={waitingLineStyles['deeds']}>
              <Button look="quiet" onPress={() => sendAgain(one)}>
                {dropTexts.again}
              </Button>
              <Button look="quiet" onPress={() => giveUp(one)}>
                {dropTexts.toStore}
              </Button>
            </span>
          </Notice>
        </div>
      ))}
    </>
  );
}

/** Files of a job that are named; the others are counted. */
const NAMED = 5;

/** What became of an adding that no person was told of. */
function JobNotice({ job }: { readonly job: DropJob }) {
  const { state, folder, left, leftTotal } = job;
  const named = left.slice(0, NAMED);
  return (
    <div className={waitingLineStyles['line']}>
      <Notice tone={leftTotal === 0 ? 'wait' : 'alert'}>
        <span>{`${dropTexts[state === 'ended' ? 'ended' : 'interrupted'](shownName(folder))} ${dropTexts.outcome(job)}`}</span>
        {named.map(one => (
          <span key={one.path}>{shownName(dropTexts.left(one))}</span>
        ))}
        {leftTotal > named.length && named.length > 0 ? (
          <span>{dropTexts.moreLeft(leftTotal - named.length)}</span>
        ) : null}
        <span className={waitingLineStyles['deeds']}>
          <Button look="quiet" onPress={() => dismissJob(job)}>
            {dropTexts.seen}
          </Button>
        </span>
      </Notice>
    </div>
  );
}
