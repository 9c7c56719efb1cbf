import { type ReactNode, useEffect, useRef } from 'react';

import { enterTexts } from '../../../../shared/features/set-up/window-text.ts';
import { Button } from '../../../components/controls/button.tsx';
import { enterGoesOn } from '../../../components/controls/enter-goes-on.ts';
import { useSetUp } from '../stores/set-up.ts';
import { classes } from '../../../components/classes.ts';
import layout from '../../../components/layout/layout.module.css';
import styles from './step-frame.module.css';

/** Every question from nothing to the first folder, in order. */
const STEPS = ['service', 'identity', 'computer', 'place', 'folders', 'review'] as const;
/** Those of a computer that is set up, to choose more folders. */
const CHOOSING: readonly StepName[] = ['place', 'folders', 'review'];
export type StepName = (typeof STEPS)[number];

/** One question of the first run. */
export interface StepFrameProps {
  /** Null where it is no question among others. */
  readonly step: StepName | null;
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
  // The last one starts the mirrors: an Enter too many must not.
  const enter = step === 'review' ? {} : { onKeyDownCapture: enterGoesOn };
  return (
    <div className={classes(layout['scrolls'], styles['frame'])} data-region="list" role="presentation" {...enter}>
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

function Progress({ step }: { readonly step: StepName }) {
  const isChoosing = useSetUp(state => state.isChoosing);
  const steps = isChoosing && CHOOSING.includes(step) ? CHOOSING : STEPS;
  const now = steps.indexOf(step) + 1;
  return (
    <div className={styles['progress']}>
      <span>{enterTexts.step(now, steps.length)}</span>
      <span className={styles['marks']} aria-hidden="true">
        {steps.map((name, at) => (
          <span className={at < now ? styles['past'] : styles['ahead']} key={name} />
        ))}
      </span>
    </div>
  );
}
