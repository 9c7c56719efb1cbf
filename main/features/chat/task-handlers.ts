import { badRequest } from '../../../shared/fault.ts';
import type { Handlers } from '../../../shared/contract.ts';
import type { AskedQuestion, ChatTask } from '../../../shared/features/chat/model.ts';
import { chatTexts as texts } from '../../../shared/features/chat/text.ts';
import type { Line } from '../../remote/api/ask.ts';
import { calls } from '../../remote/api/calls.ts';
import type { Chat } from './chat-state.ts';
import { tasksLine, notAvailable, withLocalState } from './read-task.ts';
import { toldAttachment, toldTask } from './task-cache.ts';

type ChangeCall =
  | 'chat.rename'
  | 'chat.setStatus'
  | 'chat.archive'
  | 'chat.unarchive'
  | 'chat.attachments'
  | 'chat.removeAttachment';

/** Changes of a task; each returns the task as the service has it afterwards. */
export function changeHandlers(chat: Chat): Pick<Handlers, ChangeCall> {
  return {
    'chat.rename': ({ task, title }) => {
      if (title.trim() === '') throw badRequest(texts.noTitle);
      return change(chat, task, { title: title.trim().slice(0, 200) });
    },
    'chat.setStatus': ({ task, status }) => change(chat, task, { status }),
    'chat.archive': ({ task }) => quietly(chat, line => calls.archiveTask(line, { path: { id: task } })),
    'chat.unarchive': ({ task }) => quietly(chat, line => calls.unarchiveTask(line, { path: { id: task } })),
    'chat.attachments': ({ task }) =>
      asked(chat, async line => (await calls.listAttachments(line, { path: { taskId: task } })).map(toldAttachment)),
    'chat.removeAttachment': ({ task, attachment }) =>
      quietly(chat, line => calls.deleteAttachment(line, { path: { taskId: task, attachmentId: attachment } })),
  };
}

function change(
  chat: Chat,
  id: string,
  body: { readonly title?: string; readonly status?: string },
): Promise<ChatTask> {
  return asked(chat, async line => {
    await calls.updateTask(line, { path: { id }, body });
    const told = toldTask(await calls.getTask(line, { path: { id } }));
    const { kept, context } = chat;
    context.journal.transaction(() => kept.listed([told], kept.list()?.at ?? context.world.clock.now()));
    chat.tell();
    return withLocalState(chat, told);
  });
}

async function quietly(chat: Chat, ask: (line: Line) => Promise<unknown>): Promise<null> {
  await asked(chat, ask);
  chat.tell();
  return null;
}

async function asked<T>({ context }: Chat, ask: (line: Line) => Promise<T>): Promise<T> {
  try {
    return await ask(await tasksLine(context));
  } catch (error) {
    throw notAvailable(error);
  }
}

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
