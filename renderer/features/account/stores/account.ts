import { create } from 'zustand';

import { accountPage } from '../../../../shared/features/account/window-text.ts';
import { type Fault } from '../../../../shared/fault.ts';
import type {
  AccountInfo,
  DeletionOutcome,
  InvitationInfo,
  UnsentWork,
} from '../../../../shared/features/account/model.ts';
import { engine } from '../../../state/engine.ts';
import { showToast } from '../../../state/toast.ts';
import { update } from '../../../state/reading/section.ts';

/** Who is signed in, as it was last read, and what is being done about it. */
export interface AccountState {
  readonly info: AccountInfo | null;
  readonly unsent: UnsentWork | null;
  readonly busy: 'reading' | 'switching' | 'deleting' | 'accepting' | 'saving' | null;
  readonly fault: Fault | null;
  /** How an attempt to delete the account ended. */
  readonly deletion: DeletionOutcome | null;
  readonly invitation: InvitationInfo | null;
  /** The organization that was joined last. */
  readonly joined: string | null;
  /** Where a confirmation was sent. */
  readonly confirmation: 'none' | 'sent' | 'wrong';
}

const START: AccountState = {
  info: null,
  unsent: null,
  busy: null,
  fault: null,
  deletion: null,
  invitation: null,
  joined: null,
  confirmation: 'none',
};

export const useAccount = create<AccountState>(() => START);

async function work<T>(busy: AccountState['busy'], todo: () => Promise<T>): Promise<T | null> {
  let answer: T | null = null;
  const keep = async () => void (answer = await todo());
  await update(useAccount, keep, (_, { fault }) => ({ fault }), {
    during: { busy, fault: null },
    after: { busy: null },
  });
  return answer;
}

/**
 * Reads who is signed in. Results of the account before are forgotten. That one was deleted stays on show until another is
 * signed in: the sidebar asks for the name as soon as it is not known any more.
 */
export async function readAccountPage(): Promise<void> {
  const isDeleted = (): boolean => useAccount.getState().deletion?.name === 'deleted';
  const wasDeleted = isDeleted();
  if (!wasDeleted) useAccount.setState({ deletion: null });
  await work('reading', async () => {
    const info = await engine.call('account.look', null);
    // An answer that was on its way while the account was deleted is about that one.
    if (wasDeleted || !isDeleted()) useAccount.setState({ info, deletion: null });
  });
}

/** The account is signed out; that it was deleted stays on show. */
export function forgetAccount(): void {
  const { deletion } = useAccount.getState();
  useAccount.setState({ ...START, deletion: deletion?.name === 'deleted' ? deletion : null });
}

export async function readUnsent(): Promise<void> {
  await work(null, async () => useAccount.setState({ unsent: await engine.call('account.unsent', null) }));
}

export async function switchAccount(organization: string): Promise<void> {
  await work('switching', async () => {
    await engine.call('account.switchOrganization', { organization });
    useAccount.setState({ info: await engine.call('account.look', null) });
  });
}

/** @returns whether it was saved. */
export async function renameAccount(displayName: string): Promise<boolean> {
  const isSaved = await work('saving', async () => {
    await engine.call('account.rename', { displayName });
    useAccount.setState({ info: await engine.call('account.look', null) });
    return true;
  });
  return isSaved === true;
}

/** Has a confirmation sent (token null), or confirms. */
export async function confirmEmail(token: string | null): Promise<void> {
  const email = useAccount.getState().info?.email ?? '';
  const answer = await work('saving', () => engine.call('signIn.confirmEmail', { email, token }));
  const { fault } = useAccount.getState();
  if (token === null) return useAccount.setState({ confirmation: answer === null ? 'none' : 'sent' });
  if (answer?.confirmed !== true && (fault === null || fault.kind === 'gone'))
    return useAccount.setState({ confirmation: 'wrong', fault: null });
  if (answer?.confirmed === true) {
    useAccount.setState({ confirmation: 'none' });
    await readAccountPage();
  }
}

export async function signOut(): Promise<boolean> {
  const isDone = await work('saving', () => engine.call('account.signOut', null).then(() => true));
  if (isDone === true) forgetAccount();
  return isDone === true;
}

export async function deleteAccount(confirm: string): Promise<void> {
  useAccount.setState({ deletion: null });
  const deletion = await work('deleting', () => engine.call('account.delete', { confirm }));
  useAccount.setState({ deletion });
  if (deletion?.name !== 'deleted') return;
  useAccount.setState({ info: null });
  // Another place may be on show by now. With a note, the toast stays until it is put away.
  showToast(accountPage.removed, { notes: [accountPage.removedFiles] });
}

export function forgetDeletion(): void {
  useAccount.setState({ deletion: null, fault: null });
}

export async function lookAtInvitation(link: string): Promise<void> {
  useAccount.setState({ invitation: null, joined: null });
  await work('reading', async () => {
    useAccount.setState({ invitation: await engine.call('invitation.look', { link, service: null }) });
  });
}

export async function acceptInvitation(link: string): Promise<void> {
  await work('accepting', async () => {
    const { organization } = await engine.call('invitation.accept', { link });
    useAccount.setState({ joined: organization, invitation: null, info: await engine.call('account.look', null) });
  });
}
