import { chatWindow } from '../../../../shared/features/chat/window-text.ts';
import { Button } from '../../../components/controls/button.tsx';
import { FaultNotice } from '../../../components/feedback/fault-notice.tsx';
import { readOlder, useConversation } from '../stores/conversation.ts';
import styles from './conversation.module.css';

const words = chatWindow.conversation;

/** What stands above the first message that is known. */
export function OlderLine() {
  const { before, isReadingOlder, olderFault, isFresh, isKnown, messages } = useConversation();
  const again = { label: chatWindow.again, onPress: () => void readOlder() };
  if (olderFault !== null) return <FaultNotice fault={olderFault} saidTitle={chatWindow.serviceSaid} again={again} />;
  if (before !== null)
    return (
      <div className={styles['older']}>
        {isReadingOlder ? (
          <p>{words.older}</p>
        ) : (
          <Button look="quiet" onPress={again.onPress}>
            {words.showOlder}
          </Button>
        )}
      </div>
    );
  // Offline only the newest messages are known: there may be older ones.
  return isKnown && isFresh && messages.length > 0 ? <p className={styles['older']}>{words.begin}</p> : null;
}
