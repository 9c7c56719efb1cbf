import { CircleAlert, CircleDot, CircleHelp, Hourglass, type LucideIcon, SearchCheck } from 'lucide-react';

import type { OutboxMessage, OutboxState } from '../../../../shared/features/chat/model.ts';
import { chatWindow } from '../../../../shared/features/chat/window-text.ts';
import { formatWait } from '../../../../shared/text/format.ts';
import { withoutTurns } from '../../../../shared/text/shown-name.ts';
import { SECOND } from '../../../../shared/units.ts';
import { Button } from '../../../components/controls/button.tsx';
import { classes } from '../../../components/classes.ts';
import { editMessage } from '../stores/composer.ts';
import { filesIn } from '../stores/draft.ts';
import { cancelMessage, retryMessage, sendWithoutMissing } from '../stores/outbox.ts';
import { useNow } from '../../../state/clock.ts';
import { ChosenFile } from '../files/file-chip.tsx';
import styles from './outbox.module.css';
import { UploadChips } from '../composer/upload-chips.tsx';

const words = chatWindow.outbox;

const ICONS: { readonly [S in OutboxState]: LucideIcon } = {
  waiting: Hourglass,
  sending: CircleDot,
  checking: SearchCheck,
  unsure: CircleHelp,
  failed: CircleAlert,
};

/** What was written and is not known to have arrived, in its place below what was said. */
export function OutboxList({ messages }: { readonly messages: readonly OutboxMessage[] }) {
  return messages.map(message => <Waiting key={message.id} message={message} />);
}

function Waiting({ message }: { readonly message: OutboxMessage }) {
  const { state, text, missing } = message;
  const Icon = ICONS[state];
  const files = filesIn(message);
  return (
    <article
      className={classes(styles['message'], state === 'failed' && styles['failed'])}
      aria-label={words.label(words.states[state])}
      tabIndex={-1}
    >
      <h3 className={styles['state']}>
        <Icon size={15} strokeWidth={1.75} aria-hidden="true" />
        {`${chatWindow.conversation.you} · ${words.states[state]}`}
      </h3>
      <p className={styles['text']} dir="auto">
        {withoutTurns(text)}
      </p>
      {files.length === 0 ? null : (
        <ul className={styles['files']}>
          {files.map(({ id, name, use }) => (
            <li key={id}>
              <ChosenFile
                id={id}
                name={name}
                use={chatWindow.files.uses[use]}
                isMissing={missing.includes(id)}
                onRemove={null}
              />
            </li>
          ))}
        </ul>
      )}
      <UploadChips ids={message.uploads ?? []} onRemove={null} />
      <Why message={message} />
      <Answers message={message} />
    </article>
  );
}

/** Why it waits or was not sent, and when it goes on. */
function Why({ message: { state, note, until } }: { readonly message: OutboxMessage }) {
  const nowMs = useNow(SECOND);
  const leftMs = until === null ? 0 : Date.parse(until) - nowMs;
  const said = note ?? (state === 'waiting' ? words.waits : null);
  const next = leftMs > 0 && state !== 'failed' && state !== 'unsure' ? words.after(formatWait(leftMs)) : null;
  const text = [said, next].filter(part => part !== null).join(' ');
  return text === '' ? null : <p className={styles['why']}>{text}</p>;
}

/** The actions of a message: one that may have arrived is neither changed nor sent again without a question. */
function Answers({ message }: { readonly message: OutboxMessage }) {
  const { id, state, missing } = message;
  if (state === 'sending') return null;
  const mayChange = state === 'waiting' || state === 'failed';
  const isExpired = state === 'failed' && missing.length > 0;
  return (
    <div className={styles['answers']}>
      {isExpired ? (
        <Button onPress={() => sendWithoutMissing(message)}>{words.withoutMissing(missing.length)}</Button>
      ) : (
        <Button onPress={() => retryMessage(id, state === 'unsure')}>
          {state === 'unsure' ? words.sendAnyway : words.retry}
        </Button>
      )}
      {mayChange ? (
        <Button onPress={() => editMessage(message)}>{isExpired ? words.replace : words.edit}</Button>
      ) : null}
      <Button onPress={() => cancelMessage(message)}>{words.cancel}</Button>
    </div>
  );
}
