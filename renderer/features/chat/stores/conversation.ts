import { create } from 'zustand';

import { type Fault } from '../../../../shared/fault.ts';
import type { ChatMessage, ChatTask, OpenedTask } from '../../../../shared/features/chat/model.ts';
import { chatTexts } from '../../../../shared/features/chat/text.ts';
import { chatWindow as words } from '../../../../shared/features/chat/window-text.ts';
import { SECOND } from '../../../../shared/units.ts';
import { useChatChanges } from './chat-changes.ts';
import { engine, onConnected } from '../../../state/engine.ts';
import { goTo, useNavigation } from '../../../state/navigation.ts';
import { announce } from '../../../state/announcements.ts';
import { update } from '../../../state/reading/section.ts';
import { onServiceBack } from '../../../state/sync.ts';
import { isAway } from './attending.ts';
import { renameComposer } from './composer.ts';
import { firstSentence, isOfAgent, replyState, withNewest, withOlder } from './messages.ts';
import { isUnbegun, readOutbox, useOutbox, waitingIn } from './outbox.ts';

/** The conversation on show. */
export interface Conversation {
  /** As the address names it; null: none, one may be begun. */
  readonly id: string | null;
  /** Null before the first answer, and while it is only in the outbox. */
  readonly task: ChatTask | null;
  readonly messages: readonly ChatMessage[];
  /** Leads to what was said before; null: that is all, or nothing is known. */
  readonly before: string | null;
  /** Whether the service has said what is in it. */
  readonly isKnown: boolean;
  readonly isFresh: boolean;
  /** When the service said so, ISO 8601 UTC. */
  readonly at: string | null;
  readonly isReading: boolean;
  readonly fault: Fault | null;
  /** It is gone, or belongs to another person. */
  readonly isNotAvailable: boolean;
}

const NOTHING: Conversation = {
  id: null,
  task: null,
  messages: [],
  before: null,
  isKnown: false,
  isFresh: true,
  at: null,
  isReading: false,
  fault: null,
  isNotAvailable: false,
};

export const useConversation = create<Conversation>(() => NOTHING);

/** The reading of messages before those that are known. */
interface OlderMessages {
  readonly isReading: boolean;
  readonly fault: Fault | null;
}

const NONE_OLDER: OlderMessages = { isReading: false, fault: null };
export const useOlder = create<OlderMessages>(() => NONE_OLDER);

/** While the agent works, what it says is read no oftener. */
const APART_MS = 0.9 * SECOND;

let asked = 0;
let readAt = 0;

/** Shows a conversation; null: none. */
export function openConversation(id: string | null): void {
  if (useConversation.getState().id === id) return;
  asked += 1;
  useConversation.setState({ ...NOTHING, id });
  useOlder.setState(NONE_OLDER);
  if (id !== null) void readConversation();
}

/** Asks what was said. What was ready counts as read by that. */
export async function readConversation(): Promise<void> {
  const { id } = useConversation.getState();
  if (id === null) return;
  const mine = ++asked;
  const isCurrent = (): boolean => mine === asked;
  readAt = Date.now();
  const read = async (): Promise<OpenedTask | null> => {
    await readOutbox();
    const isWaiting = isUnbegun(useOutbox.getState().messages, id);
    return isWaiting || !isCurrent() ? null : engine.call('chat.open', { task: id, before: null });
  };
  const into = (opened: OpenedTask | null, known: Conversation): Partial<Conversation> =>
    opened === null ? { isKnown: true } : withOpened(known, opened);
  const onShown = (): void => {
    followName(id);
    dropIfNotAvailable();
  };
  const shown = { during: { isReading: true }, after: { isReading: false } };
  await update(useConversation, read, into, { isCurrent, ...shown, onShown });
}

/** The conversation with an answer; says what is new in it. */
function withOpened(known: Conversation, { task, messages, before, isFresh, at }: OpenedTask): Partial<Conversation> {
  const merged = withNewest(known, { messages, before });
  sayNews(known, merged.messages, task);
  return { ...merged, id: task.id, task, isFresh, at, isKnown: true, isNotAvailable: false };
}

/** A conversation of ours that became a task has the task's name from now on. */
function followName(before: string): void {
  const { id } = useConversation.getState();
  if (id === null || id === before) return;
  renameComposer(before, id);
  if (isRouteTo(before)) goTo({ screen: 'chat', task: id });
}

function isRouteTo(id: string): boolean {
  const { route } = useNavigation.getState();
  return route.screen === 'chat' && route.task === id;
}

/** Only what replaces all that was said takes it from the screen. */
function dropIfNotAvailable(): void {
  const { fault } = useConversation.getState();
  const isNotAvailable = fault?.kind === 'bad-request' && fault.detail === chatTexts.notAvailable;
  if (isNotAvailable) useConversation.setState({ task: null, messages: [], before: null, isNotAvailable });
}

/** Asks for what was said before. */
export async function readOlder(): Promise<void> {
  const { id, before } = useConversation.getState();
  if (id === null || before === null || useOlder.getState().isReading) return;
  const read = () => engine.call('chat.open', { task: id, before });
  const into = (page: OpenedTask): Partial<OlderMessages> => {
    useConversation.setState(known => withOlder(known, page));
    return {};
  };
  await update(useOlder, read, into, {
    isCurrent: () => useConversation.getState().id === id,
    during: { isReading: true, fault: null },
    after: { isReading: false },
  });
}

/** Has said what is new: not each word, only that the agent works and that it is done. */
function sayNews(known: Conversation, messages: readonly ChatMessage[], task: ChatTask): void {
  if (!known.isKnown) return;
  const before = new Map(known.messages.map(each => [each.id, replyState(each)]));
  const done = messages.findLast(each => isOfAgent(each) && isEnded(each));
  const wasDone = done === undefined || isEndedState(before.get(done.id));
  if (done !== undefined && !wasDone)
    announce(replyState(done) === 'failed' ? words.reply.failed : words.said.ready(firstSentence(done.text)));
  else if (task.state === 'working' && known.task?.state !== 'working') announce(words.said.working);
}

function isEnded(message: ChatMessage): boolean {
  return isEndedState(replyState(message));
}

function isEndedState(state: ReturnType<typeof replyState> | undefined): boolean {
  return state === 'complete' || state === 'failed';
}

/** Something changed in chat: perhaps here. */
function hear(): void {
  const { id, task } = useConversation.getState();
  const { value } = useChatChanges.getState();
  if (id === null || value === null || isAway()) return;
  const isWorking = value.working.includes(id);
  const isDone = value.ready.includes(id) || (task?.state === 'working' && !isWorking);
  if (isDone || (isWorking && Date.now() - readAt >= APART_MS)) void readConversation();
}

useChatChanges.subscribe(hear);

// A message that left the outbox has arrived, or was cancelled.
useOutbox.subscribe(({ messages }, { messages: before }) => {
  const { id } = useConversation.getState();
  if (id === null || before === null || messages === null) return;
  const now = new Set(messages.map(each => each.id));
  const left = waitingIn(before, id).filter(each => !now.has(each.id));
  const isBegun = isUnbegun(before, id) && !isUnbegun(messages, id);
  if ((left.length > 0 || isBegun) && !isAway()) void readConversation();
});

// What could not be asked while Benchtop was away is asked once it is back.
onConnected(() => void readConversation());

// What is old, or was not answered, is asked for again once the service answers.
onServiceBack(() => {
  const { isFresh, fault } = useConversation.getState();
  if (!isFresh || fault !== null) void readConversation();
});

/** Reads the replies that came while the window was hidden. */
export function comeBack(): void {
  const { id } = useConversation.getState();
  const { value } = useChatChanges.getState();
  if (id === null || isAway() || value === null) return;
  if (value.ready.includes(id) || value.working.includes(id)) void readConversation();
}
