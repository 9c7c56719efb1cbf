import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';

import { classes } from './classes.ts';
import styles from './dialog.module.css';

/** What a dialog asks, and the buttons that answer. */
export interface DialogProps {
  readonly title: string;
  /** `alertdialog` interrupts: something is at stake. Then a click beside it does not close it. */
  readonly role?: 'dialog' | 'alertdialog';
  readonly size?: 'small' | 'plain' | 'large';
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** In reading order; the one that risks least has `isFirst` and receives the focus. */
  readonly buttons: ReactNode;
}

/** A sheet over the window. Escape closes it; the focus goes in, stays in, and returns to where it was. */
export function Dialog({ title, role = 'dialog', size = 'plain', isOpen, onClose, children, buttons }: DialogProps) {
  return (
    <ModalOverlay
      className={styles['overlay'] ?? ''}
      isOpen={isOpen}
      isDismissable={role === 'dialog'}
      onOpenChange={open => (open ? undefined : onClose())}
    >
      <Modal className={classes(styles['sheet'], styles[size])}>
        <AriaDialog className={styles['dialog'] ?? ''} role={role}>
          <Heading slot="title" level={2} className={styles['title'] ?? ''}>
            {title}
          </Heading>
          <div className={styles['body']}>{children}</div>
          <div className={styles['buttons']}>{buttons}</div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
