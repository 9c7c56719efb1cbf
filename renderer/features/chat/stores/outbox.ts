import { create } from 'zustand';

import { toFault } from '../../../../shared/fault.ts';
import type { OutboxMessage } from '../../../../shared/features/chat/model.ts';
import { chatWindow as words } from '../../../../shared/features/chat/window-text.ts';
import { performDeed } from '../../../state/edit.ts';
import { tellFault } from '../../../state/toast.ts';
import { useChatChanges } from './chat-changes.ts';
import { engine } from '../../../state/engine.ts';
import { goTo, useNavigation } from '../../../state/navigation.ts';

/** All that has not arrived, oldest first. Null before it was read. */
export const useOutbox = create<{ readonly messages: readonly OutboxMessage[] | null }>(() => ({ messages: null }));

const NONE: readonly OutboxMessage[] = [];

/** What waits in a conversation. The same array as long as the outbox is the same. */
export function waitingIn(messages: readonly OutboxMessage[] | null, conversation: string): readonly OutboxMessage[] {
  const own = messages?.filter(each => each.conversation === conversation || each.task === conversation) ?? NONE;
  return own.length === 0 ? NONE : own;
}

/** Whether the service does not know a conversation yet: it is only in the outbox. */
export function isUnbegun(messages: readonly OutboxMessage[] | null, conversation: string): boolean {
  const [first] = waitingIn(messages, conversation);
  return first !== undefined && first.task === null;
}

let asked = 0;

/** Asks what waits. What comes too late for a later question is passed over. */
export async function readOutbox(): Promise<void> {
  const mine = ++asked;
  const messages = await engine.call('chat.outbox', null).catch(() => null);
  if (mine === asked && messages !== null) useOutbox.setState({ messages });
}

useChatChanges.subscribe(() => void readOutbox());
if (useChatChanges.getState().value !== null) void readOutbox();

/** Tries one again. `anyway`: also a message that may have arrived already. */
export function retryMessage(id: string, anyway: boolean): void {
  void engine.call('chat.retry', { id, anyway, wait: false }).then(readOutbox, (thrown: unknown) => {
    tellFault(toFault(thrown));
  });
}

/** Takes one out of the outbox. */
export function cancelMessage({ id, task, conversation }: OutboxMessage): void {
  void performDeed(async () => {
    const { message, mayHaveArrived } = await engine.call('chat.cancel', { id });
    await readOutbox();
    leaveEmpty(conversation, task);
    const undo = async () => {
      await engine.call('chat.send', { ...message, task, wait: false });
      return words.outbox.waitsAgain;
    };
    return { text: words.outbox.cancelled, notes: mayHaveArrived ? [words.outbox.mayHaveArrived] : [], undo };
  });
}

/** A conversation that was never begun and in which nothing waits is none. */
function leaveEmpty(conversation: string, task: string | null): void {
  const { route } = useNavigation.getState();
  const isShown = route.screen === 'chat' && route.task === conversation;
  const isEmpty = waitingIn(useOutbox.getState().messages, conversation).length === 0;
  if (isShown && task === null && isEmpty) goTo({ screen: 'chat', task: null });
}

/** Sends one without the files that cannot be used any more. */
export function sendWithoutMissing({ id, missing, ...message }: OutboxMessage): void {
  const isThere = (file: { readonly id: string }): boolean => !missing.includes(file.id);
  const { text, contextFiles, referencedFiles, attachmentIds, uploads = [] } = message;
  const openFile = message.openFile !== null && missing.includes(message.openFile.file) ? null : message.openFile;
  const files = { contextFiles: contextFiles.filter(isThere), referencedFiles: referencedFiles.filter(isThere) };
  void engine
    .call('chat.edit', { id, message: { text, ...files, openFile, attachmentIds, uploads } })
    .then(readOutbox, thrown => {
      tellFault(toFault(thrown));
    });
}
