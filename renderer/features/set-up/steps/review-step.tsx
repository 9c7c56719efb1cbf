import { useEffect } from 'react';

import { enterTexts } from '../../../../shared/features/set-up/window-text.ts';
import { shownName } from '../../../../shared/text/shown-name.ts';
import { COMPARED } from '../../../../shared/features/set-up/compare-text.ts';
import { formatBytes } from '../../../../shared/text/format.ts';
import { Button } from '../../../components/controls/button.tsx';
import { FaultNotice } from '../../../components/feedback/fault-notice.tsx';
import { Focused } from '../../../components/overlay/focused.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { useReadFirst } from '../../../components/overlay/use-reread.ts';
import { beginKeeping, comparePlans } from '../stores/folder-choice.ts';
import { openFiles } from '../../../state/navigation.ts';
import { goToStep, MODES, useSetUp } from '../stores/set-up.ts';
import styles from './review-step.module.css';
import { StepFrame } from './step-frame.tsx';
import { sumOf } from './sums.ts';
import { classes } from '../../../components/classes.ts';
import comparisonStyles from './comparison.module.css';
import layout from '../../../components/layout/layout.module.css';

const texts = enterTexts.review;

/** Says truthfully what will happen, before the first byte moves. */
export function ReviewStep() {
  const { keeps, previews, busy, kind, checked, claimed } = useSetUp();
  const isRead = useReadFirst(claimed.size > 0 ? claimed : null);
  useEffect(() => {
    const known = [...useSetUp.getState().previews.values()];
    // Plans whose comparison broke off are compared again.
    if (keeps && (known.length === 0 || known.some(({ found }) => found === null))) void comparePlans();
  }, [keeps]);
  const all = keeps ? [...previews.values()] : [];
  const isCompared = !keeps || (all.length > 0 && all.every(({ found }) => found !== null));
  const start = (): void => void beginKeeping().then(isDone => (isDone && !keeps ? openFiles() : undefined));
  const next = (
    <Button look="main" isDisabled={!isCompared || busy !== null || !isRead} onPress={start}>
      {busy === 'starting' ? texts.starting : texts.start}
    </Button>
  );
  const sum = sumOf(
    all.flatMap(({ found }) => (found === null ? [] : [found])),
    MODES[kind ?? 'own'],
  );
  const free = checked?.freeBytes ?? null;
  return (
    <StepFrame step="review" title={texts.title} onBack={() => goToStep('folders')} next={next}>
      {keeps ? null : <p>{texts.browse}</p>}
      {all.map(({ planned, found }) =>
        found === null ? (
          <p className={layout['faint']} key={planned.id}>
            {texts.comparing(shownName(planned.name))}
          </p>
        ) : null,
      )}
      {keeps && isCompared ? (
        <>
          <ul className={layout['sums']}>
            {sum.sentences.map(sentence => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          {free !== null && sum.downBytes > free ? (
            <Notice tone="wait">
              <span>{texts.noRoom(sum.downBytes, free)}</span>
            </Notice>
          ) : null}
          <Where />
          <Comparison />
        </>
      ) : null}
      <Stopped isCompared={isCompared} />
    </StepFrame>
  );
}

/** What stopped comparing, or starting. */
function Stopped({ isCompared }: { readonly isCompared: boolean }) {
  const { fault, failed } = useSetUp();
  if (fault === null) return null;
  const again = { label: enterTexts.tryAgain, onPress: () => void comparePlans() };
  return (
    <Focused>
      {failed === null ? null : (
        <Notice tone="alert" title={texts.failed(shownName(failed))}>
          <span>{texts.failedAbout}</span>
        </Notice>
      )}
      <FaultNotice fault={fault} saidTitle={enterTexts.serviceSaid} {...(isCompared ? {} : { again })} />
    </Focused>
  );
}

/** Each chosen folder and where it will be. */
function Where() {
  const previews = useSetUp(state => state.previews);
  return (
    <div>
      <h3>{texts.where}</h3>
      <ul className={styles['places']}>
        {[...previews.values()].map(({ planned, found }) => (
          <li key={planned.id}>
            <strong>{shownName(planned.name)}</strong>
            <span className={styles['path']}>{planned.local}</span>
            <span className={layout['faint']}>{found?.exists === true ? texts.isThere : texts.willBeMade}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** More lines are a list to scroll through, not to read. */
const MOST_LINES = 200;

/** The files that are on both sides, or only here: those that something is decided about. */
function Comparison() {
  const previews = useSetUp(state => state.previews);
  const all = [...previews.values()].flatMap(({ planned, found }) =>
    (found?.rows ?? [])
      .filter(({ how }) => how !== 'only-there')
      .map(row => ({ ...row, folder: planned.name, key: `${planned.id} ${row.path}` })),
  );
  const counted = [...previews.values()].reduce(
    (sum, { found }) =>
      sum +
      (found === null
        ? 0
        : found.counts.alike.files +
          found.counts.different.files +
          found.counts['only-here'].files +
          found.counts['left-out'].files),
    0,
  );
  if (all.length === 0) return null;
  const lines = all.slice(0, MOST_LINES);
  return (
    <div>
      <h3 id="comparison">{texts.table}</h3>
      <div
        className={classes(layout['scrolls'], comparisonStyles['scroll'])}
        tabIndex={0}
        role="region"
        aria-labelledby="comparison"
      >
        <table className={comparisonStyles['table']}>
          <thead>
            <tr>
              <th scope="col">{texts.columns.file}</th>
              <th scope="col">{texts.columns.how}</th>
              <th scope="col">{texts.columns.here}</th>
              <th scope="col">{texts.columns.there}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ key, folder, path, how, hereBytes, thereBytes }) => (
              <tr key={key}>
                <th scope="row">{`${shownName(folder)} / ${shownName(path)}`}</th>
                <td title={COMPARED[how].after}>{COMPARED[how].label}</td>
                <td>{hereBytes === null ? '–' : formatBytes(hereBytes)}</td>
                <td>{thereBytes === null ? '–' : formatBytes(thereBytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {counted > lines.length ? <p className={layout['faint']}>{texts.more(counted - lines.length)}</p> : null}
    </div>
  );
}
