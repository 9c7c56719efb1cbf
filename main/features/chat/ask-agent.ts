import type { Handlers } from '../../../shared/contract.ts';
import type { AskedQuestion } from '../../../shared/features/chat/model.ts';
import type { Chat } from './chat.ts';

/** The state of the open question with this key; null: there is none. */
export function askedAs({ asked, outbox, context }: Chat, key: string): AskedQuestion | null {
  const organization = context.journal.facts.get('organization');
  const question = asked.open(key, { organization, now: context.world.clock.now() });
  if (question === null) return null;
  const { id, conversation, task } = question;
  const message = outbox.records.find(id);
  if (message === null) return { id, conversation, task, standing: 'arrived' };
  // An attempt is recorded before the call is made, so without one nothing was sent.
  return { id, conversation, task, standing: message.attempt === null ? 'kept' : 'unknown' };
}

/** For programs that ask questions: asking again after a lost connection must not send a question twice. */
export function askingHandlers(chat: Chat): Pick<Handlers, 'chat.asked' | 'chat.reported'> {
  return {
    'chat.asked': ({ key }) => Promise.resolve(askedAs(chat, key)),
    'chat.reported': ({ task }) => {
      chat.asked.reported(task);
      return Promise.resolve(null);
    },
  };
}
