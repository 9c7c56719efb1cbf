import { useState } from 'react';

import type { ChatMessage } from '../../../shared/features/chat/model.ts';
import { chatWindow } from '../../../shared/features/chat/window-text.ts';
import { formatExact } from '../../../shared/text/format.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { readOlder, useConversation } from './stores/conversation.ts';
import { isOfAgent } from './stores/messages.ts';
import { MessageText } from './conversation/message-text.tsx';
import layout from '../../components/layout/layout.module.css';
import styles from './reading-view.module.css';

const words = chatWindow.reading;

/** How many messages come into the page at a time. All of them are in it, for people who read line by line. */
const STEP = 30;

/** The conversation from top to bottom, as a plain document: nothing comes and goes while it is read. */
export function ReadingView({ title, onClose }: { readonly title: string; readonly onClose: () => void }) {
  const { messages, before } = useConversation();
  const [count, setCount] = useState(STEP);
  const part = messages.slice(-count);
  const more = () => {
    if (count + STEP > messages.length) void readOlder();
    setCount(shown => shown + STEP);
  };
  return (
    <Dialog
      title={words.title(title)}
      size="wide"
      isOpen
      onClose={onClose}
      buttons={
        <Button isFirst onPress={onClose}>
          {words.close}
        </Button>
      }
    >
      <p className={layout['softInk']}>{words.part(part.length, messages.length)}</p>
      {part.length < messages.length || before !== null ? (
        <div>
          <Button onPress={more}>{words.older}</Button>
        </div>
      ) : null}
      <div className={styles['text']}>
        {part.map(message => (
          <section key={message.id}>
            <h3>{headingOf(message)}</h3>
            <div data-foreign>
              <MessageText text={message.text} isLong={false} />
            </div>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function headingOf(message: ChatMessage): string {
  const { role, createdAt } = message;
  const isOwn = role.toLowerCase() === 'user';
  const who = isOfAgent(message) ? chatWindow.conversation.agent : isOwn ? chatWindow.conversation.you : role;
  return chatWindow.conversation.by(who, createdAt === null ? '' : formatExact(Date.parse(createdAt)));
}
