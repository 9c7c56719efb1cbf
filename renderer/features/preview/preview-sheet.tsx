import { Dialog, Modal, ModalOverlay } from 'react-aria-components';

import { previewTexts } from '../../../shared/features/preview/pane-text.ts';
import { closePreview, usePreview } from './stores/preview.ts';
import { PreviewCard } from './preview-card.tsx';
import styles from './preview-sheet.module.css';

/** A file that is looked into over the window, from wherever one was. */
export function PreviewSheet() {
  const isOpen = usePreview(state => state.place === 'sheet');
  const name = usePreview(state => state.subject?.name ?? '');
  return (
    <ModalOverlay
      className={styles['overlay'] ?? ''}
      data-modal
      isOpen={isOpen}
      isDismissable
      onOpenChange={shown => (shown ? undefined : closePreview())}
    >
      <Modal className={styles['sheet'] ?? ''}>
        <Dialog className={styles['dialog'] ?? ''} aria-label={previewTexts.titleOf(name)}>
          <PreviewCard place="sheet" instead={previewTexts.none} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
