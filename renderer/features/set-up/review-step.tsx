import { useEffect } from 'react';

import { enterTexts } from '../../../shared/features/set-up/window-text.ts';
import { shown } from '../../../shared/text/shown-name.ts';
import { Button } from '../../components/controls/button.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { Focused } from '../../components/overlay/focused.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { useReadFirst } from '../../components/overlay/use-reread.ts';
import { begin, comparePlans } from './stores/folder-choice.ts';
import { openFiles } from '../../state/navigation.ts';
import { goToStep, MODES, useSetUp } from './stores/set-up.ts';
import { Comparison } from './comparison.tsx';
import styles from './review-step.module.css';
import { StepFrame } from './step-frame.tsx';
import { sumOf } from './sums.ts';

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
  const start = (): void => void begin().then(isDone => (isDone ? openFiles() : undefined));
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
    <StepFrame step={4} title={texts.title} onBack={() => goToStep('folders')} next={next}>
      {keeps ? null : <p>{texts.browse}</p>}
      {all.map(({ planned, found }) =>
        found === null ? (
          <p className={styles['quiet']} key={planned.id}>
            {texts.comparing(shown(planned.name))}
          </p>
        ) : null,
      )}
      {keeps && isCompared ? (
        <>
          <ul className={styles['sums']}>
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
        <Notice tone="alert" title={texts.failed(shown(failed))}>
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
            <strong>{shown(planned.name)}</strong>
            <span className={styles['path']}>{planned.local}</span>
            <span className={styles['quiet']}>{found?.exists === true ? texts.isThere : texts.willBeMade}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
