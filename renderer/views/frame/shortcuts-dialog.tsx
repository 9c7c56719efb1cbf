import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';

import { words } from '../../../shared/text/words.ts';
import { Button } from '../../components/button.tsx';
import styles from './shortcuts-dialog.module.css';

/** The keys that work everywhere, as a list. */
export function ShortcutsDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <ModalOverlay
      className={styles['overlay'] ?? ''}
      isOpen={isOpen}
      isDismissable
      onOpenChange={open => (open ? undefined : onClose())}
    >
      <Modal className={styles['sheet'] ?? ''}>
        <Dialog className={styles['dialog'] ?? ''}>
          <Heading slot="title" level={2} className={styles['title'] ?? ''}>
            {words.keys.title}
          </Heading>
          <dl className={styles['list']}>
            {words.keys.list.map(({ keys, does }) => (
              <div className={styles['row']} key={does}>
                <dt>
                  {keys.map(key => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
          <Button onPress={onClose}>{words.keys.close}</Button>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
