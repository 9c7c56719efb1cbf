import { type ReactNode, useState } from 'react';

import type { Fault } from '../../../shared/fault.ts';
import { settingsWords as words } from '../../../shared/features/settings/text.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';

/** A question with one answer that does something. What stops it is said in the dialog, which stays open. */
export function AskingDialog(props: {
  readonly title: string;
  readonly confirm: string;
  readonly busy?: string;
  readonly isDanger?: boolean;
  readonly isReady?: boolean;
  readonly onConfirm: () => Promise<Fault | null>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { title, confirm, busy, isDanger = false, isReady = true, onConfirm, onClose, children } = props;
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const carryOut = async () => {
    setBusy(true);
    const failed = await onConfirm();
    setBusy(false);
    setFault(failed);
    if (failed === null) onClose();
  };
  return (
    <Dialog
      title={title}
      role={isDanger ? 'alertdialog' : 'dialog'}
      size="small"
      isOpen
      onClose={onClose}
      buttons={
        <>
          <Button isFirst={isDanger} onPress={onClose}>
            {words.cancel}
          </Button>
          <Button look={isDanger ? 'danger' : 'main'} isDisabled={isBusy || !isReady} onPress={() => void carryOut()}>
            {isBusy ? (busy ?? confirm) : confirm}
          </Button>
        </>
      }
    >
      {fault === null ? null : <FaultNotice fault={fault} saidTitle={words.serviceSaid} />}
      {children}
    </Dialog>
  );
}
