import { useEffect, useRef } from 'react';

import { chatWindow } from '../../../shared/features/chat/window-text.ts';
import { copyWindow } from '../../../shared/features/chat/working-copies-text.ts';
import { CopyCards } from '../../components/items/copy-card.tsx';
import { FaultNotice } from '../../components/feedback/fault-notice.tsx';
import { useConversation } from './stores/conversation.ts';
import { copiesKey, copyDeeds, readCopies, useWorkingCopies, watchCopies } from '../versions/stores/working-copies.ts';
import styles from './files/files-pane.module.css';

/** The working copies of a task; nothing where there are none. */
export function TaskCopies({ task }: { readonly task: string }) {
  const list = useWorkingCopies(({ lists }) => lists.get(copiesKey({ task })));
  useEffect(() => watchCopies({ task }), [task]);
  // The agent may have edited one of them with what it said last.
  const last = useConversation(state => state.messages.at(-1)?.id);
  const before = useRef(last);
  useEffect(() => {
    if (before.current !== undefined && before.current !== last) void readCopies();
    before.current = last;
  }, [last]);
  if (list === undefined || (list.fault === null && list.copies?.length === 0)) return null;
  return (
    <section className={styles['copies']} aria-label={copyWindow.label}>
      <h3>{copyWindow.label}</h3>
      {list.fault === null ? null : (
        <FaultNotice
          fault={list.fault}
          saidTitle={chatWindow.serviceSaid}
          again={{ label: chatWindow.again, onPress: () => void readCopies() }}
        />
      )}
      <CopyCards copies={list.copies ?? []} isInTask deedsOf={copyDeeds} />
    </section>
  );
}
