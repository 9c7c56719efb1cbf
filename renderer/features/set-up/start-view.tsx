import { KeyRound, Loader, Unplug } from 'lucide-react';
import { useEffect, useState } from 'react';

import type { Session } from '../../../shared/features/status/records-model.ts';
import { enterTexts } from '../../../shared/features/set-up/window-text.ts';
import { words } from '../../../shared/text/words.ts';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { useConnection } from '../../state/engine.ts';
import { useMirrors } from '../../state/mirrors.ts';
import { openFiles } from '../../state/navigation.ts';
import { useSession } from '../../state/session.ts';
import { type SetUp, type SetUpStep, startOver, useSetUp, useSetUpState } from './stores/set-up.ts';
import { knowService, startSignIn, useSignIn } from '../account/stores/sign-in.ts';
import { useSyncStatus } from '../../state/sync.ts';
import { ArrivingStep } from './steps/arriving-step.tsx';
import { ComputerStep } from './steps/computer-step.tsx';
import { FoldersStep } from './steps/folders-step.tsx';
import { IdentityStep } from './steps/identity-step.tsx';
import type { SignInReason } from '../account/sign-in/sign-in-reason.tsx';
import { Introduction } from './introduction.tsx';
import { PlaceStep } from './steps/place-step.tsx';
import { ReviewStep } from './steps/review-step.tsx';
import { ServiceStep } from './steps/service-step.tsx';
import styles from './introduction.module.css';

/**
 * Whether there is something to do before there are files to show. Folders that exist are shown in every account:
 * they are on this computer. Setting up is seen through to its end, also when one of several folders is there already.
 */
export function useMustStart(): boolean {
  const mirrors = useMirrors(state => state.value);
  const session = useSession(state => state.value);
  const isDone = useSetUpState(state => state.value?.isDone ?? false);
  const isUnderWay = useSetUp(isStarting);
  if (mirrors === null || session === null || isUnderWay) return true;
  if (mirrors.length > 0) return false;
  return session.name !== 'ready' || !isDone;
}

/** From the press of Start until its folder is opened. */
function isStarting({ busy, failed, step, isSheet }: SetUp): boolean {
  if (isSheet) return false;
  return busy === 'starting' || failed !== null || step === 'arriving';
}

/** What these steps are called: setting up, signing in again, choosing more; nothing of it before that is known. */
export function useStartTitle(): string {
  const session = useSession(state => state.value);
  const hasMirrors = useMirrors(state => (state.value === null ? null : state.value.length > 0));
  const isDone = useSetUpState(state => state.value?.isDone ?? null);
  const isUnderWay = useSetUp(isStarting);
  if (session === null || hasMirrors === null || isDone === null) return words.product;
  if (isUnderWay) return enterTexts.product;
  if (hasMirrors && session.name !== 'ready') return enterTexts.identity.title;
  return isDone && session.name === 'ready' ? enterTexts.browseOnly.choose : enterTexts.product;
}

/** Everything from nothing to the first folder, one question at a time. */
export function StartView() {
  const session = useSession(state => state.value);
  const mirrors = useMirrors(state => state.value);
  const setUp = useSetUpState(state => state.value);
  const isSignedOut = useConnection(state => state.connection.name === 'ended');
  // What was answered before must be known before the first question.
  if (session === null || mirrors === null || setUp === null)
    return isSignedOut ? (
      <EmptyState icon={Unplug} title={words.status.apart} />
    ) : (
      <EmptyState icon={Loader} title={words.connection.connecting} />
    );
  if (session.name === 'checking') return <EmptyState icon={KeyRound} title={words.start.checking} />;
  return session.name === 'ready' ? <AfterSignIn /> : <SignIn session={session} />;
}

function SignIn({ session }: { readonly session: Session }) {
  const found = useSignIn(state => state.found);
  const known = useSyncStatus(state => state.value?.service ?? null);
  const isAgain = useMirrors(state => (state.value?.length ?? 0) > 0);
  useEffect(startSignIn, []);
  useEffect(() => {
    if (known !== null) knowService(known);
  }, [known]);
  const step = isAgain ? null : found === null ? 'service' : 'identity';
  const reason = reasonOf(session, isAgain);
  const question =
    found === null ? <ServiceStep step={step} reason={reason} /> : <IdentityStep step={step} reason={reason} />;
  if (isAgain) return question;
  return (
    <div className={styles['entry']}>
      <Introduction />
      <div className={styles['question']}>{question}</div>
    </div>
  );
}

function reasonOf(session: Session, isAgain: boolean): SignInReason | null {
  const { identity } = enterTexts;
  if (session.name === 'access-ended')
    return { title: identity.ended, about: identity.endedAbout, said: session.messages };
  return isAgain ? { title: identity.again, about: identity.againAbout, said: [] } : null;
}

function AfterSignIn() {
  const step = useSetUp(state => state.step);
  const [isAgain] = useState(() => hasMirrors() && useSignIn.getState().signedIn !== null);
  useEffect(() => {
    useSignIn.setState({ signedIn: null });
    // Who only had to sign in again is done.
    if (isAgain) openFiles();
    else startOver(useSetUpState.getState().value?.isDone === true ? 'place' : 'computer');
  }, [isAgain]);
  return isAgain ? null : <Step step={step} />;
}

function hasMirrors(): boolean {
  return (useMirrors.getState().value?.length ?? 0) > 0;
}

function Step({ step }: { readonly step: SetUpStep }) {
  switch (step) {
    case 'computer':
      return <ComputerStep />;
    case 'place':
      return <PlaceStep />;
    case 'folders':
      return <FoldersStep />;
    case 'review':
      return <ReviewStep />;
    case 'arriving':
      return <ArrivingStep />;
  }
}
