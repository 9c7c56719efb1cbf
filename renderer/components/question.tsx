import { type FormEvent, type ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';

import type { Fault } from '../../shared/fault.ts';
import { questionTexts } from '../../shared/text/acting.ts';
import { Button } from './button.tsx';
import { FaultNotice } from './fault-notice.tsx';
import styles from './question.module.css';

/** A dialog that asks for something. The field or the least destructive button inside has `autoFocus`. */
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
  readonly isWide?: boolean;
  readonly onYes: () => void;
  readonly onClose: () => void;
}

/** Asks; Esc and Cancel change nothing, Enter in a field answers. */
export function Question({ isDangerous = false, isWide = false, ...props }: QuestionProps) {
  const { title, children, fault, yes, canAnswer, isBusy, onYes, onClose } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canAnswer && !isBusy) onYes();
  };
  return (
    <ModalOverlay
      className={styles['overlay'] ?? ''}
      isOpen
      isDismissable={!isBusy}
      onOpenChange={open => (open ? undefined : onClose())}
    >
      <Modal className={styles['sheet'] ?? ''} data-wide={isWide || undefined}>
        <Dialog className={styles['dialog'] ?? ''} role={isDangerous ? 'alertdialog' : 'dialog'}>
          <form className={styles['form']} onSubmit={submit}>
            <Heading slot="title" level={2} className={styles['title'] ?? ''}>
              {title}
            </Heading>
            <div className={styles['body']}>{children}</div>
            <div role="alert">
              {fault === null ? null : <FaultNotice fault={fault} saidTitle={questionTexts.said} />}
            </div>
            <div className={styles['buttons']}>
              <Button onPress={onClose} hasFocus={isDangerous}>
                {questionTexts.cancel}
              </Button>
              <Button
                look={isDangerous ? 'danger' : 'main'}
                type="submit"
                isDisabled={!canAnswer || isBusy}
                onPress={() => undefined}
              >
                {isBusy ? questionTexts.busy : yes}
              </Button>
            </div>
          </form>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
