import { type ReactNode, useEffect, useRef } from 'react';

import { enterTexts } from '../../../shared/features/set-up/window-text.ts';
import { Button } from '../../components/controls/button.tsx';
import styles from './step-frame.module.css';

/** How many steps there are. */
const STEPS = 4;

/** One question of the first run. */
export interface StepFrameProps {
  /** 1 to 4; null where signing in is all there is to do. */
  readonly step: number | null;
  readonly title: string;
  readonly about?: string;
  readonly onBack?: () => void;
  /** Where back is something else than a step. */
  readonly backLabel?: string;
  /** The button that goes on, where no form has its own. */
  readonly next?: ReactNode;
  readonly children: ReactNode;
}

/** A step with its place among the others. Its heading has the focus when it comes, so that it is read out. */
export function StepFrame({ step, title, about, onBack, backLabel = enterTexts.back, next, children }: StepFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    document.title = `${title} – ${enterTexts.product}`;
  }, [title]);
  return (
    <div className={styles['frame']} data-region="list">
      <section className={styles['sheet']} aria-label={title}>
        {step === null ? null : <Progress step={step} />}
        <h2 className={styles['title']} ref={heading} tabIndex={-1} data-region-start>
          {title}
        </h2>
        {about === undefined ? null : <p className={styles['about']}>{about}</p>}
        <div className={styles['body']}>{children}</div>
        {onBack === undefined && next === undefined ? null : (
          <div className={styles['buttons']}>
            {onBack === undefined ? <span /> : <Button onPress={onBack}>{backLabel}</Button>}
            {next}
          </div>
        )}
      </section>
    </div>
  );
}

function Progress({ step }: { readonly step: number }) {
  return (
    <div className={styles['progress']}>
      <span>{enterTexts.step(step, STEPS)}</span>
      <span className={styles['marks']} aria-hidden="true">
        {Array.from({ length: STEPS }, (_, at) => (
          <span className={at < step ? styles['past'] : styles['ahead']} key={at} />
        ))}
      </span>
    </div>
  );
}
