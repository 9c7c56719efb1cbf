import type { ReactNode } from 'react';
import { Modal, ModalOverlay } from 'react-aria-components';

import { classes } from '../classes.ts';
import { useStepsBack } from './one-at-a-time.ts';
import styles from './overlay.module.css';

interface OverlayProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Whether a press beside it puts it away. */
  readonly isDismissable?: boolean;
  /** Whether Escape does not. */
  readonly isHeld?: boolean;
  /** Where in the window it lies. */
  readonly className: string | undefined;
  readonly sheet: string | undefined;
  readonly children: ReactNode;
}

/** A sheet over the veiled window; it steps back while another one is over it. */
export function Overlay({ isDismissable = true, isHeld = false, ...overlay }: OverlayProps) {
  const { isOpen, onClose, className, sheet, children } = overlay;
  const stepsBack = useStepsBack(isOpen);
  return (
    <ModalOverlay
      className={classes(styles['veil'], className)}
      data-modal
      data-behind={stepsBack || undefined}
      isOpen={isOpen}
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={isHeld}
      onOpenChange={shown => (shown ? undefined : onClose())}
    >
      <Modal className={classes(styles['sheet'], sheet)}>{children}</Modal>
    </ModalOverlay>
  );
}
