import { Copy, RotateCcw } from 'lucide-react';
import { memo } from 'react';

import type { ChatMessage } from '../../../../shared/features/chat/model.ts';
import { chatWindow } from '../../../../shared/features/chat/window-text.ts';
import { formatExact, formatMoment } from '../../../../shared/text/format.ts';
import { HOUR } from '../../../../shared/units.ts';
import { Button } from '../../../components/controls/button.tsx';
import { classes } from '../../../components/classes.ts';
import { copyText } from '../../../state/edit.ts';
import { askAgain } from '../stores/composer.ts';
import { isOfAgent, replyState } from '../stores/messages.ts';
import { useNow } from '../../../state/clock.ts';
import { FileChips } from '../files/file-chip.tsx';
import { MessageText } from './message-text.tsx';
import styles from './message.module.css';

const words = chatWindow.conversation;

interface MessageProps {
  readonly message: ChatMessage;
  /** Among all that are known, from 1. */
  readonly place: number;
  readonly count: number;
}

/** Something that was said, by whom and when. Drawn again only when it is another one. */
export const Message = memo(PlainMessage);

function PlainMessage({ message, place, count }: MessageProps) {
  const isReply = isOfAgent(message);
  const { text, attachments, contextFiles, referencedFiles } = message;
  const named = [...new Set([...contextFiles, ...referencedFiles])]
    .filter(id => attachments.every(({ file }) => file !== id))
    .map(id => ({ id, name: '' }));
  return (
    <article
      className={classes(styles['message'], isReply ? styles['reply'] : styles['own'])}
      aria-posinset={place}
      aria-setsize={count}
      aria-labelledby={`said-${message.id}`}
      tabIndex={-1}
    >
      <header className={styles['head']}>
        <Who message={message} />
        <Tools message={message} />
      </header>
      {text === '' ? null : <MessageText text={text} isLong={isReply} />}
      {attachments.length + named.length === 0 ? null : <FileChips made={attachments} files={named} />}
      <Standing message={message} />
    </article>
  );
}

function Who({ message }: { readonly message: ChatMessage }) {
  const nowMs = useNow(HOUR);
  const { role, createdAt } = message;
  const isOwn = role.toLowerCase() === 'user';
  const who = isOfAgent(message) ? words.agent : isOwn ? words.you : role;
  const atMs = createdAt === null ? null : Date.parse(createdAt);
  return (
    <h3 id={`said-${message.id}`} className={styles['who']} title={atMs === null ? undefined : formatExact(atMs)}>
      {words.by(who, atMs === null ? '' : formatMoment(atMs, nowMs))}
    </h3>
  );
}

function Tools({ message }: { readonly message: ChatMessage }) {
  const { text } = message;
  if (text === '') return null;
  return (
    <div className={styles['tools']} role="group" aria-label={chatWindow.reply.tools}>
      <Button look="icon" label={chatWindow.reply.copy} onPress={() => void copyText(text)}>
        <Copy size={15} strokeWidth={1.75} aria-hidden="true" />
      </Button>
      {isOfAgent(message) ? null : (
        <Button look="icon" label={chatWindow.reply.askAgain} onPress={() => askAgain(text)}>
          <RotateCcw size={15} strokeWidth={1.75} aria-hidden="true" />
        </Button>
      )}
    </div>
  );
}

/** How far a reply is, where that is to be said. */
function Standing({ message }: { readonly message: ChatMessage }) {
  const { text, status } = message;
  const state = isOfAgent(message) ? replyState(message) : 'complete';
  const said = {
    complete: text === '' && message.attachments.length === 0 ? chatWindow.reply.empty : null,
    partial: chatWindow.reply.partial,
    failed: chatWindow.reply.failed,
    unknown: chatWindow.reply.unknown(status ?? ''),
  }[state];
  if (said === null) return null;
  return <p className={classes(styles['standing'], state === 'failed' && styles['failed'])}>{said}</p>;
}
