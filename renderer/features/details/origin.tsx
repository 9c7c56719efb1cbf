import { MessagesSquare } from 'lucide-react';

import type { ChatOrigin } from '../../../shared/features/chat/files-model.ts';
import { detailsTexts } from '../../../shared/features/details/text.ts';
import { shown } from '../../../shared/text/shown-name.ts';
import { copyWindow } from '../../../shared/features/chat/working-copies-text.ts';
import { Button } from '../../components/controls/button.tsx';
import { goToTask } from '../preview/stores/preview.ts';
import styles from './details-panel.module.css';

/** From which task a file was saved or kept, and the way there. */
export function Origin({ origin: { task, text } }: { readonly origin: ChatOrigin }) {
  return (
    <section className={styles['part']} aria-label={detailsTexts.origin}>
      <p className={styles['badge']}>
        <MessagesSquare size={16} strokeWidth={1.75} aria-hidden="true" />
        <span>{shown(text)}</span>
      </p>
      <div className={styles['buttons']}>
        <Button onPress={() => goToTask(task)}>{copyWindow.toTask}</Button>
      </div>
    </section>
  );
}
