import { KeyRound, Loader } from 'lucide-react';
import { useEffect } from 'react';

import type { Session } from '../../../shared/model/records.ts';
import { enterTexts } from '../../../shared/text/enter.ts';
import { words } from '../../../shared/text/words.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { useMirrors } from '../../stores/mirrors.ts';
import { openFiles } from '../../stores/navigation.ts';
import { useSession } from '../../stores/session.ts';
import { type SetUpStep, startOver, useSetUp, useSetUpState } from '../../stores/set-up.ts';
import { startSignIn, useSignIn } from '../../stores/sign-in.ts';
import { useSyncStatus } from '../../stores/sync.ts';
import { ComputerStep } from './computer-step.tsx';
import { FoldersStep } from './folders-step.tsx';
import { IdentityStep } from './identity-step.tsx';
import { PlaceStep } from './place-step.tsx';
import { ReviewStep } from './review-step.tsx';
import { ServiceStep } from './service-step.tsx';

/**
 * Whether there is something to do before there are files to show. Folders that exist are shown whoever is signed in:
 * they are on this computer.
 */
export function useMustStart(): boolean {
  const mirrors = useMirrors(state => state.value);
  const session = useSession(state => state.value);
  const isDone = useSetUpState(state => state.value?.isDone ?? false);
  if (mirrors === null || session === null) return true;
  if (mirrors.length > 0) return false;
  return session.name !== 'ready' || !isDone;
}

/** Everything from nothing to the first folder, one question at a time. */
export function StartView() {
  const session = useSession(state => state.value);
  const mirrors = useMirrors(state => state.value);
  if (session === null || mirrors === null) return <EmptyState icon={Loader} title={words.connection.connecting} />;
  if (session.name === 'checking') return <EmptyState icon={KeyRound} title={words.start.checking} />;
  return session.name === 'ready' ? <AfterSignIn hasMirrors={mirrors.length > 0} /> : <SignIn session={session} />;
}

function SignIn({ session }: { readonly session: Session }) {
  const found = useSignIn(state => state.found);
  const known = useSyncStatus(state => state.value?.service ?? null);
  const isAgain = useMirrors(state => (state.value?.length ?? 0) > 0);
  useEffect(() => startSignIn(known), [known]);
  const step = isAgain ? null : 1;
  if (found === null) return <ServiceStep step={step} />;
  const { identity } = enterTexts;
  if (session.name === 'access-ended')
    return <IdentityStep step={step} title={identity.ended} about={identity.endedAbout} />;
  if (isAgain) return <IdentityStep step={step} title={identity.again} about={identity.againAbout} />;
  return <IdentityStep step={step} title={identity.title} />;
}

function AfterSignIn({ hasMirrors }: { readonly hasMirrors: boolean }) {
  const step = useSetUp(state => state.step);
  const signedIn = useSignIn(state => state.signedIn);
  const isAgain = hasMirrors && signedIn !== null;
  useEffect(() => {
    // Who only had to sign in again is done.
    if (isAgain) openFiles();
    else startOver(hasMirrors ? 'place' : 'computer');
  }, [isAgain, hasMirrors]);
  return isAgain ? null : <Step step={step} />;
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
  }
}
