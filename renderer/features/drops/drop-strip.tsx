import { ProgressBar } from 'react-aria-components';

import { dropTexts } from '../../../shared/features/drops/text.ts';
import { formatBytes, percent } from '../../../shared/text/format.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { Button } from '../../components/controls/button.tsx';
import { ProgressRing } from '../../components/feedback/progress-ring.tsx';
import type { AddingProgress } from './stores/adding-run.ts';
import { answerDrop, type DropAsking, stopDropping, useDropping } from './stores/dropping.ts';
import { classes } from '../../components/classes.ts';
import layout from '../../components/layout/layout.module.css';
import styles from './drop-strip.module.css';
import { Notice } from '../../components/feedback/notice.tsx';
import { Question } from '../../components/overlay/question.tsx';

/** Adding files, from the question to its end. What is on its way goes on while another drop is asked about. */
export function DropStrip() {
  const { planning, asking, adding } = useDropping();
  return (
    <>
      {asking === null ? null : <DropQuestion key={asking.plan.ticket} {...asking} />}
      {planning === 0 && adding === null ? null : (
        <aside className={styles['strip']} aria-label={dropTexts.region} data-region="adding">
          {adding === null ? null : <Adding {...adding} />}
          {planning === 0 ? null : <p className={styles['words']}>{dropTexts.reading}</p>}
          <Button look="quiet" onPress={stopDropping}>
            {dropTexts.cancel}
          </Button>
        </aside>
      )}
    </>
  );
}

function Adding({ folder, doneFiles, files, doneBytes, sizeBytes }: AddingProgress) {
  const done = percent(doneBytes, sizeBytes);
  const label = folder === null ? dropTexts.region : dropTexts.overlay(folder);
  return (
    <ProgressBar className={styles['progress'] ?? ''} value={done} aria-label={label}>
      <ProgressRing direction="down" percent={done} />
      <span>{`${dropTexts.adding(doneFiles, files)} · ${formatBytes(doneBytes)} / ${formatBytes(sizeBytes)}`}</span>
    </ProgressBar>
  );
}

/** Names that are listed; the others are counted. */
const SHOWN = 5;

/** Says what adding will do, before it is done. */
function DropQuestion({ plan, wish, collection, isDrafts }: DropAsking) {
  const { folder, where, renamed, refused, roomBytes } = plan;
  return (
    <Question
      title={dropTexts.title(wish.files, formatBytes(wish.sizeBytes), folder)}
      fault={null}
      yes={dropTexts.yes(wish.files)}
      canAnswer={roomBytes === null}
      isBusy={false}
      isWide
      startsAtYes={roomBytes === null}
      onYes={() => answerDrop(true)}
      onClose={() => answerDrop(false)}
    >
      {roomBytes === null ? null : (
        <Notice tone="alert">
          <span>{dropTexts.noRoom(roomBytes, wish.sizeBytes)}</span>
        </Notice>
      )}
      {refused.map(one => (
        <Notice key={one.ending} tone="wait">
          <span>{dropTexts.refused(one)}</span>
        </Notice>
      ))}
      {isDrafts ? <p>{dropTexts.drafts.what(folder, wish.files)}</p> : null}
      <p>{`${dropTexts[where](wish.files)} ${dropTexts.nothingReplaced}`}</p>
      <ul className={classes(layout['scrolls'], layout['names'])}>
        {wish.tops.slice(0, SHOWN).map(({ name, kind }) => (
          <li key={name}>{shownName(kind === 'folder' ? dropTexts.folder(name, inside(collection, name)) : name)}</li>
        ))}
        {wish.tops.length > SHOWN ? <li>{dropTexts.more(wish.tops.length - SHOWN)}</li> : null}
      </ul>
      {renamed.length === 0 ? null : (
        <ul className={styles['facts']}>
          {renamed.slice(0, SHOWN).map(one => (
            <li key={one.from}>{shownName(dropTexts.renamed(one))}</li>
          ))}
          {renamed.length > SHOWN ? <li>{dropTexts.moreRenamed(renamed.length - SHOWN)}</li> : null}
        </ul>
      )}
    </Question>
  );
}

function inside({ files }: DropAsking['collection'], top: string): number {
  return files.filter(({ path }) => path[0] === top).length;
}
