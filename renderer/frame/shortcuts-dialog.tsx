import { words } from '../../shared/text/words.ts';
import { Button } from '../components/controls/button.tsx';
import { Dialog } from '../components/overlay/dialog.tsx';
import { desktop } from '../state/desktop.ts';
import styles from './shortcuts-dialog.module.css';

/** The keys that work everywhere, as a list. */
export function ShortcutsDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const close = (
    <Button isFirst onPress={onClose}>
      {words.keys.close}
    </Button>
  );
  return (
    <Dialog title={words.keys.title} size="small" isOpen={isOpen} onClose={onClose} buttons={close}>
      <dl className={styles['list']}>
        {[...words.keys.list, ...(desktop === null ? [] : [words.keys.dragOut])].map(({ keys, does }) => (
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
    </Dialog>
  );
}
