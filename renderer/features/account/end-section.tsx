import { useState } from 'react';

import { accountPage } from '../../../shared/features/account/window-text.ts';
import { leavingTexts } from '../../../shared/features/sign-out/text.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { UnsentList } from '../../components/items/unsent-list.tsx';
import { readUnsent, signOut, useAccount } from './stores/account.ts';
import { go } from '../../state/navigation.ts';
import styles from './account-view.module.css';
import { DeleteDialog } from './delete-dialog.tsx';

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
          <span className={styles['soft']}>{accountPage.signOutAbout}</span>
          <span className={styles['end']}>
            <Button onPress={() => ask('sign-out')}>{accountPage.signOut}</Button>
          </span>
        </li>
        <li>
          <span className={styles['soft']}>{leavingTexts.everythingHint}</span>
          <span className={styles['end']}>
            <Button onPress={() => go({ screen: 'settings', section: 'account' })}>{leavingTexts.inSettings}</Button>
          </span>
        </li>
        <li>
          <span className={styles['soft']}>{accountPage.removeAbout}</span>
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
