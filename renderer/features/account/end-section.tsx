import { useState } from 'react';

import { accountPage } from '../../../shared/features/account/window-text.ts';
import { leavingTexts } from '../../../shared/features/sign-out/text.ts';
import type { DeletionOutcome } from '../../../shared/features/account/model.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { UnsentList } from '../../components/items/unsent-list.tsx';
import { deleteAccount, forgetDeletion, readUnsent, signOut, useAccount } from './stores/account.ts';
import { goTo } from '../../state/navigation.ts';
import layout from '../../components/layout/layout.module.css';
import styles from './account-view.module.css';
import { Focused } from '../../components/overlay/focused.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { TextField } from '../../components/fields/text-field.tsx';

/** Leaving: for now, or for good. What is not at the service yet is listed first. */
export function EndSection({ email }: { readonly email: string | null }) {
  const [open, setOpen] = useState<'sign-out' | 'delete' | null>(null);
  const ask = (which: 'sign-out' | 'delete'): void => {
    void readUnsent();
    setOpen(which);
  };
  return (
    <section className={styles['section']} aria-label={accountPage.signOut}>
      <ul className={styles['list']}>
        <li>
          <span className={layout['softInk']}>{accountPage.signOutAbout}</span>
          <span className={styles['end']}>
            <Button onPress={() => ask('sign-out')}>{accountPage.signOut}</Button>
          </span>
        </li>
        <li>
          <span className={layout['softInk']}>{leavingTexts.everythingHint}</span>
          <span className={styles['end']}>
            <Button onPress={() => goTo({ screen: 'settings', section: 'account' })}>{leavingTexts.inSettings}</Button>
          </span>
        </li>
        <li>
          <span className={layout['softInk']}>{accountPage.removeAbout}</span>
          <span className={styles['end']}>
            <Button onPress={() => ask('delete')}>{accountPage.remove}</Button>
          </span>
        </li>
      </ul>
      <SignOutDialog isOpen={open === 'sign-out'} onClose={() => setOpen(null)} />
      <DeleteDialog isOpen={open === 'delete'} email={email} onClose={() => setOpen(null)} />
    </section>
  );
}

function SignOutDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { busy, fault, unsent } = useAccount();
  const leave = (): void => void signOut().then(isDone => (isDone ? onClose() : undefined));
  const buttons = (
    <>
      <Button isFirst onPress={onClose}>
        {accountPage.keepSignedIn}
      </Button>
      <Button look="main" isDisabled={busy !== null} onPress={leave}>
        {accountPage.signOut}
      </Button>
    </>
  );
  return (
    <Dialog title={accountPage.signOutTitle} role="alertdialog" isOpen={isOpen} onClose={onClose} buttons={buttons}>
      <p>{accountPage.signOutAbout}</p>
      <UnsentList unsent={unsent} />
      {fault === null ? null : <FaultNotice fault={fault} saidTitle={accountPage.serviceSaid} />}
    </Dialog>
  );
}

interface DeleteDialogProps {
  readonly isOpen: boolean;
  readonly email: string | null;
  readonly onClose: () => void;
}

/** Ends the account at the service, after its address was typed. */
function DeleteDialog({ isOpen, email, onClose }: DeleteDialogProps) {
  const [typed, setTyped] = useState('');
  const { busy, fault, deletion, unsent } = useAccount();
  const close = (): void => {
    setTyped('');
    forgetDeletion();
    onClose();
  };
  const isSure = email === null ? typed.includes('@') : typed.trim().toLowerCase() === email.toLowerCase();
  const buttons = (
    <>
      <Button isFirst onPress={close}>
        {accountPage.keep}
      </Button>
      <Button look="danger" isDisabled={!isSure || busy !== null} onPress={() => void deleteAccount(typed)}>
        {busy === 'deleting' ? accountPage.removing : accountPage.removeNow}
      </Button>
    </>
  );
  return (
    <Dialog title={accountPage.removeTitle} role="alertdialog" isOpen={isOpen} onClose={close} buttons={buttons}>
      <p>{accountPage.removeWhat}</p>
      <UnsentList unsent={unsent} />
      <TextField label={accountPage.removeConfirm(email)} value={typed} onChange={setTyped} maxLength={320} />
      {deletion === null ? null : <Kept deletion={deletion} />}
      {fault === null ? null : <FaultNotice fault={fault} saidTitle={accountPage.serviceSaid} />}
    </Dialog>
  );
}

function Kept({ deletion }: { readonly deletion: DeletionOutcome }) {
  if (deletion.name === 'deleted') return null;
  const { status, messages } = deletion;
  return (
    <Focused>
      <Notice tone="alert" title={accountPage.kept}>
        <span>{status === 409 ? accountPage.keptConflict : accountPage.keptOther}</span>
        {messages.length === 0 ? null : <q>{`${accountPage.serviceSaid}: ${messages.join(' ')}`}</q>}
      </Notice>
    </Focused>
  );
}
