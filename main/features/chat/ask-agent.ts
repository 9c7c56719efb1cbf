import type { Handlers } from '../../../shared/contract.ts';
import type { AskedQuestion } from '../../../shared/features/chat/model.ts';
import type { Chat } from './chat.ts';

/** Where the open question of a key stands; null: there is none. */
export function askedAs({ asked, outbox, context }: Chat, key: string): AskedQuestion | null {
  const organization = context.journal.facts.get('organization');
  const question = asked.open(key, { organization, now: context.world.clock.now() });
  if (question === null) return null;
  const { id, conversation, task } = question;
  const message = outbox.records.find(id);
  if (message === null) return { id, conversation, task, standing: 'arrived' };
  // A call under way is recorded before it is made, so what has no attempt was not said.
  return { id, conversation, task, standing: message.attempt === null ? 'kept' : 'unknown' };
}

/** What a program that asks needs, so that asking again after a broken line does not send a question twice. */
export function askingHandlers(chat: Chat): Pick<Handlers, 'chat.asked' | 'chat.reported'> {
  return {
    'chat.asked': ({ key }) => Promise.resolve(askedAs(chat, key)),
    'chat.reported': ({ task }) => {
      chat.asked.reported(task);
      return Promise.resolve(null);
    },
  };
}
