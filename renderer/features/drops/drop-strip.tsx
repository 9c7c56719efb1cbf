import { ProgressBar } from 'react-aria-components';

import { dropTexts } from '../../../shared/features/drops/text.ts';
import { formatBytes, percent } from '../../../shared/text/format.ts';
import { Button } from '../../components/controls/button.tsx';
import { ProgressRing } from '../../components/feedback/progress-ring.tsx';
import { type Dropping, stop, useDropping } from './stores/dropping.ts';
import { DropQuestion } from './drop-question.tsx';
import styles from '../edit/outcome-strip.module.css';

/** Adding files, from the question to its end. */
export function DropStrip() {
  const { dropping, queued } = useDropping();
  if (dropping === null) return null;
  if (dropping.name === 'asking') return <DropQuestion {...dropping} />;
  return (
    <aside className={styles['strip']} aria-label={dropTexts.region}>
      {dropping.name === 'planning' ? <p className={styles['words']}>{dropTexts.reading}</p> : <Adding {...dropping} />}
      {queued === 0 ? null : <p className={styles['words']}>{dropTexts.queued(queued)}</p>}
      <Button look="quiet" onPress={stop}>
        {dropTexts.cancel}
      </Button>
    </aside>
  );
}

function Adding({ folder, doneFiles, files, doneBytes, sizeBytes }: Extract<Dropping, { name: 'adding' }>) {
  const done = percent(doneBytes, sizeBytes);
  return (
    <ProgressBar className={styles['progress'] ?? ''} value={done} aria-label={dropTexts.overlay(folder)}>
      <ProgressRing direction="down" percent={done} />
      <span>{`${dropTexts.adding(doneFiles, files)} · ${formatBytes(doneBytes)} / ${formatBytes(sizeBytes)}`}</span>
    </ProgressBar>
  );
}
