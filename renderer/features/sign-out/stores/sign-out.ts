import { create } from 'zustand';

import { type Fault } from '../../../../shared/fault.ts';
import type { FreeingRound, Leaving, Left } from '../../../../shared/features/sign-out/model.ts';
import { leavingTexts } from '../../../../shared/features/sign-out/text.ts';
import { engine } from '../../../state/engine.ts';
import { announce } from '../../../state/announcements.ts';
import { answerOrFault, faultIn } from '../../../state/reading/section.ts';
import { signOut } from '../../../state/settings.ts';

/** What a person is asked: to sign out, or to leave nothing here. */
export type LeavingWhat = 'sign-out' | 'everything';

/** Leaving this computer, as far as it is. */
export interface LeavingState {
  /** Null: no question is open. */
  readonly what: LeavingWhat | null;
  readonly step: 'asking' | 'freeing' | 'ending' | 'done';
  /** Whether the files here go, too; always so with everything. */
  readonly removes: boolean;
  /** What is here; null while it is looked at. */
  readonly found: Leaving | null;
  /** What went until now. */
  readonly removed: { readonly files: number; readonly sizeBytes: number };
  /** Whether a person stopped it; the round at hand still ends. */
  readonly isStopped: boolean;
  readonly left: Left | null;
  readonly fault: Fault | null;
}

const START: LeavingState = {
  what: null,
  step: 'asking',
  removes: false,
  found: null,
  removed: { files: 0, sizeBytes: 0 },
  isStopped: false,
  left: null,
  fault: null,
};

export const useLeaving = create<LeavingState>(() => START);

/** Asks. Nothing is changed by it. */
export function askToLeave(what: LeavingWhat): void {
  useLeaving.setState({ ...START, what, removes: what === 'everything' });
  if (what === 'everything') void lookAround();
}

/** Puts the question, or what came of it, away. */
export function closeLeaving(): void {
  const { step } = useLeaving.getState();
  if (step === 'asking' || step === 'done') useLeaving.setState(START);
}

/** Chooses what becomes of the files here. */
export function chooseToRemove(removes: boolean): void {
  const { found } = useLeaving.getState();
  useLeaving.setState({ removes });
  if (removes && found === null) void lookAround();
}

/** Looks at what is here. What was found out about an earlier question says nothing about this one. */
export async function lookAround(): Promise<void> {
  const { what } = useLeaving.getState();
  useLeaving.setState({ found: null, fault: null });
  const { answer: found, fault } = await answerOrFault(() => engine.call('leaving.look', null));
  const now = useLeaving.getState();
  if (now.what === what && now.step === 'asking') useLeaving.setState({ found, fault });
}

/** Ends with the round at hand. What went is at the service. */
export function stopLeaving(): void {
  useLeaving.setState({ isStopped: true });
}

/** Does what was asked. */
export async function leaveNow(): Promise<void> {
  const { removes, what, found } = useLeaving.getState();
  if (!removes) return keepAndSignOut();
  if (found === null) return;
  useLeaving.setState({ step: 'freeing', isStopped: false, fault: null, removed: START.removed });
  // Just what was on show: nothing else is given up.
  const lose = what === 'everything' ? found.apart.map(({ id }) => id) : [];
  const fault = await faultIn(() => freeAndFinish(lose));
  if (fault === null) return;
  await rest();
  useLeaving.setState({ fault });
}

async function freeAndFinish(lose: string[]): Promise<void> {
  await freeAll();
  if (useLeaving.getState().isStopped) return rest();
  useLeaving.setState({ step: 'ending' });
  const left = await engine.call('leaving.finish', { lose });
  const { removed } = useLeaving.getState();
  useLeaving.setState({ step: 'done', left });
  announce(`${leavingTexts.doneTitle}. ${leavingTexts.removed(removed.files, removed.sizeBytes)}`);
}

async function freeAll(): Promise<void> {
  let after: number | null = null;
  do {
    const round: FreeingRound = await engine.call('leaving.free', { after });
    const { removed } = useLeaving.getState();
    const { files, sizeBytes } = removed;
    useLeaving.setState({ removed: { files: files + round.files, sizeBytes: sizeBytes + round.sizeBytes } });
    ({ after } = round);
  } while (after !== null && !useLeaving.getState().isStopped);
}

/** Asks once more, with what is here now. */
async function rest(): Promise<void> {
  useLeaving.setState({ step: 'asking', isStopped: true });
  await lookAround();
}

async function keepAndSignOut(): Promise<void> {
  useLeaving.setState({ step: 'ending', fault: null });
  const fault = await signOut();
  useLeaving.setState(fault === null ? START : { step: 'asking', fault });
}
