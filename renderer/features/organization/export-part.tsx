import { useEffect, useState } from 'react';

import type { ExportJob, ExportProgress } from '../../../shared/features/organization/model.ts';
import { formatBytes, formatMoment } from '../../../shared/text/format.ts';
import { exportText } from '../../../shared/features/organization/text.ts';
import { organizationWindow as words } from '../../../shared/features/organization/window-text.ts';
import { MINUTE } from '../../../shared/units.ts';
import { Amount } from '../../components/feedback/progress-bar.tsx';
import { Button } from '../../components/controls/button.tsx';
import { PlaceQuestion } from '../../components/local-folder/place-question.tsx';
import { useNow } from '../../state/clock.ts';
import { checkPlace, usualDownloadPlace } from '../edit/stores/save-copy.ts';
import {
  downloadExport,
  exporting,
  startExport,
  stopDownload,
  useExportDownloads,
  watchExport,
} from './stores/exports.ts';
import { isOther } from '../../state/reading/section.ts';
import styles from './section/section.module.css';
import { Part, Standing, useReading } from './section/section-state.tsx';
import layout from '../../components/layout/layout.module.css';

/** Everything the organization has, as one file: begun, how far it is, downloaded. */
export function ExportPart() {
  useReading(exporting);
  useEffect(watchExport, []);
  const [isAsked, ask] = useState(false);
  const { value, changing } = exporting.use();
  const job = value?.job ?? null;
  const coming = useExportDownloads(state => state.value?.find(each => each.job === job?.id) ?? null);
  const isComing = coming !== null;
  return (
    <Part title={words.export} about={words.exportAbout}>
      <Standing of={exporting} isQuiet />
      {value === null ? null : (
        <ul className={styles['list']}>
          <li className={styles['line']}>
            {job === null ? <span>{words.exportNone}</span> : <Job job={job} />}
            <span className={styles['end']}>
              {job === null || job.isReady === false || isComing ? null : (
                <Button
                  // An unknown status does not say that the bundle is there.
                  look={job.isReady === true ? 'main' : 'plain'}
                  isDisabled={changing !== null}
                  onPress={() => ask(true)}
                >
                  {changing === 'get' ? words.exportGetting : job.isReady === true ? words.exportGet : words.exportTry}
                </Button>
              )}
              <Button isDisabled={isOther(changing, 'start')} onPress={() => void startExport()}>
                {job === null ? words.exportStart : words.exportAgain}
              </Button>
            </span>
          </li>
          {coming === null ? null : <Coming progress={coming} />}
        </ul>
      )}
      {isAsked ? (
        <PlaceQuestion
          title={words.exportGetTitle}
          about={words.exportGetAbout}
          usual={usualDownloadPlace}
          check={checkPlace}
          onYes={folder => void downloadExport(folder)}
          onClose={() => ask(false)}
        />
      ) : null}
    </Part>
  );
}

/** How far the download is; it goes on when the page is closed. */
function Coming({ progress: { job, doneBytes, sizeBytes } }: { readonly progress: ExportProgress }) {
  return (
    <li className={styles['line']}>
      <Amount
        label={words.exportGetting}
        done={doneBytes}
        all={sizeBytes}
        text={words.exportCame(doneBytes, sizeBytes)}
      />
      <span className={styles['end']}>
        <Button onPress={() => void stopDownload(job)}>{words.exportStop}</Button>
      </span>
    </li>
  );
}

function Job({ job: { status, isReady, createdAt, completedAt, sizeBytes } }: { readonly job: ExportJob }) {
  const nowMs = useNow(MINUTE);
  const moment = (time: string) => formatMoment(Date.parse(time), nowMs);
  const facts = [
    createdAt === null ? null : words.exportBegunAt(moment(createdAt)),
    completedAt === null ? null : words.exportEndedAt(moment(completedAt)),
    sizeBytes === null ? null : formatBytes(sizeBytes),
  ];
  return (
    <span className={styles['words']}>
      <strong>{exportText(status)}</strong>
      <span className={layout['soft']}>{facts.filter(fact => fact !== null).join(' · ')}</span>
      {isReady === null ? <span className={layout['soft']}>{words.exportUnsure}</span> : null}
    </span>
  );
}
