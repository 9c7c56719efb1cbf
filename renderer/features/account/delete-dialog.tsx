import { useState } from 'react';

import type { DeletionOutcome } from '../../../shared/features/account/model.ts';
import { accountPage } from '../../../shared/features/account/window-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { UnsentList } from '../../components/items/unsent-list.tsx';
import { Focused } from '../../components/overlay/focused.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { deleteAccount, forgetDeletion, useAccount } from './stores/account.ts';

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
