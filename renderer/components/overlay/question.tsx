import { type ReactNode, useEffect, useRef } from 'react';

import type { Fault } from '../../../shared/fault.ts';
import { questionTexts } from '../../../shared/features/edit/text.ts';
import { Button } from '../controls/button.tsx';
import { Dialog } from './dialog.tsx';
import { FaultNotice } from '../feedback/fault-notice.tsx';

/** A dialog that asks for something. A field inside may be the first to have the focus. */
export interface QuestionProps {
  readonly title: string;
  readonly children: ReactNode;
  /** What went wrong with the last answer. */
  readonly fault: Fault | null;
  /** What the answering button says; a verb. */
  readonly yes: string;
  readonly canAnswer: boolean;
  readonly isBusy: boolean;
  /** Removing and the like: the button that changes nothing has the focus. */
  readonly isDangerous?: boolean;
  /** Nothing is filled in, and what the answer does is harmless: its button has the focus, so that Enter answers. */
  readonly startsAtYes?: boolean;
  readonly isWide?: boolean;
  readonly onYes: () => void;
  readonly onClose: () => void;
}

/** Asks; Esc and Cancel change nothing, Enter in a field answers. */
export function Question({ isDangerous = false, isWide = false, startsAtYes = false, ...props }: QuestionProps) {
  const { title, children, fault, yes, canAnswer, isBusy, onYes, onClose } = props;
  const wrong = useRef<HTMLDivElement>(null);
  // What went wrong stands below everything that was filled in, which may be longer than the window.
  useEffect(() => {
    if (fault !== null) wrong.current?.scrollIntoView({ block: 'nearest' });
  }, [fault]);
  const buttons = (
    <>
      <Button onPress={onClose} isFirst={isDangerous}>
        {questionTexts.cancel}
      </Button>
      <Button
        look={isDangerous ? 'danger' : 'main'}
        type="submit"
        isFirst={startsAtYes}
        isDisabled={!canAnswer || isBusy}
        onPress={() => undefined}
      >
        {isBusy ? questionTexts.busy : yes}
      </Button>
    </>
  );
  return (
    <Dialog
      title={title}
      role={isDangerous ? 'alertdialog' : 'dialog'}
      size={isWide ? 'plain' : 'small'}
      isOpen
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={() => (canAnswer && !isBusy ? onYes() : undefined)}
      buttons={buttons}
    >
      {children}
      <div role="alert" ref={wrong}>
        {fault === null ? null : <FaultNotice fault={fault} saidTitle={questionTexts.said} />}
      </div>
    </Dialog>
  );
}
