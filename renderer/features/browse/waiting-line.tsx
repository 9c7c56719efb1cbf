import type { DropJob } from '../../../shared/features/drops/model.ts';
import { dropTexts } from '../../../shared/features/drops/text.ts';
import { shown } from '../../../shared/text/shown-name.ts';
import { Button } from '../../components/controls/button.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { dismiss, useDropJobs } from '../drops/stores/drop-jobs.ts';
import { giveUp, sendAgain, useOutgoing } from './stores/outgoing.ts';
import styles from './read-only-line.module.css';

/** Files that wait to be sent to folders that are not on this computer, and those that the service did not take. */
export function WaitingLine() {
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
      {moving === 0 ? null : <p className={styles['line']}>{dropTexts.waiting(moving)}</p>}
      {inParts.map(({ id, name, versions }) => (
        <p key={id} className={styles['line']}>
          {`“${shown(name)}”: ${dropTexts.versions(versions)}.`}
        </p>
      ))}
      {stuck.map(one => (
        <div key={one.id} className={styles['line']}>
          <Notice tone="alert">
            <span>{`${dropTexts.stuck(shown(one.name), one.text ?? '')} ${dropTexts.keptHere}`}</span>
            <span className={styles['deeds']}>
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
    <div className={styles['line']}>
      <Notice tone={leftTotal === 0 ? 'wait' : 'alert'}>
        <span>{`${dropTexts[state === 'ended' ? 'ended' : 'interrupted'](shown(folder))} ${dropTexts.outcome(job)}`}</span>
        {named.map(one => (
          <span key={one.path}>{shown(dropTexts.left(one))}</span>
        ))}
        {leftTotal > named.length && named.length > 0 ? (
          <span>{dropTexts.moreLeft(leftTotal - named.length)}</span>
        ) : null}
        <span className={styles['deeds']}>
          <Button look="quiet" onPress={() => dismiss(job)}>
            {dropTexts.seen}
          </Button>
        </span>
      </Notice>
    </div>
  );
}
