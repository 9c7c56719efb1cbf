import { useEffect, useRef } from 'react';

import { enterTexts } from '../../../../shared/features/set-up/window-text.ts';
import { FaultNotice } from '../../../components/feedback/fault-notice.tsx';
import { useSignIn } from '../stores/sign-in.ts';
import styles from './sign-in-problem.module.css';

/** What stopped a sign-in for another reason than what was typed. */
export function SignInProblemNotice() {
  const problem = useSignIn(state => state.problem);
  const problems = useSignIn(state => state.problems);
  const notice = useRef<HTMLDivElement>(null);
  const isFault = problem?.name === 'fault';
  useEffect(() => {
    if (isFault) notice.current?.focus();
  }, [isFault, problems]);
  if (problem?.name !== 'fault') return null;
  return (
    <div ref={notice} tabIndex={-1} className={styles['problem']}>
      <FaultNotice fault={problem.fault} saidTitle={enterTexts.serviceSaid} />
    </div>
  );
}

/** Puts the focus into the field that the problem is about, for every new problem; a screen reader says why. */
export function useFocusOnProblem(): React.RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const problems = useSignIn(state => state.problems);
  useEffect(() => {
    if (problems > 0) place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);
  return place;
}
