import { useState } from 'react';

import type { DeletionOutcome } from '../../../shared/model/account.ts';
import { accountPage } from '../../../shared/text/account-page.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FaultNotice } from '../../components/fault-notice.tsx';
import { UnsentList } from '../../components/unsent-list.tsx';
import { Focused } from '../../components/focused.tsx';
import { Notice } from '../../components/notice.tsx';
import { TextField } from '../../components/text-field.tsx';
import { deleteAccount, forgetDeletion, useAccount } from '../../stores/account.ts';

export interface DeleteDialogProps {
  readonly isOpen: boolean;
  readonly email: string | null;
  readonly onClose: () => void;
}

/** Ends the account at the service, after its address was typed. */
export function DeleteDialog({ isOpen, email, onClose }: DeleteDialogProps) {
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
