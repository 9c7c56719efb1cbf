import { diagnosticsWords } from '../../../shared/features/diagnostics/window-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { hideFile, type ShownFile, showMore } from './stores/support-bundle.ts';
import styles from './diagnostics.module.css';

const words = diagnosticsWords.bundle;

/** A file of the bundle, exactly as it will be written. */
export function BundleFileSheet({ shown: { name, text, next, fault } }: { readonly shown: ShownFile }) {
  return (
    <Dialog
      title={words.showing(name)}
      size="large"
      isOpen
      onClose={hideFile}
      buttons={
        <>
          {text !== null && next !== null ? <Button onPress={() => void showMore()}>{words.more}</Button> : null}
          <Button isFirst onPress={hideFile}>
            {words.close}
          </Button>
        </>
      }
    >
      {fault === null ? null : <FaultNotice fault={fault} saidTitle={diagnosticsWords.serviceSaid} />}
      {/* What scrolls can have the focus: arrow and page keys move it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={styles['content']} tabIndex={0} aria-label={name}>
        {text ?? words.reading}
      </pre>
    </Dialog>
  );
}
