import { BookOpenText, CircleDot, Ellipsis, Hourglass, MessagesSquare, PanelRight } from 'lucide-react';
import { useEffect, useState } from 'react';

import type { ChatMessage, ChatTask } from '../../../../shared/features/chat/model.ts';
import { chatWindow } from '../../../../shared/features/chat/window-text.ts';
import { withoutFileIds } from '../../../../shared/text/without-file-ids.ts';
import { shownName } from '../../../../shared/text/shown-name.ts';
import { formatAgo, formatClock } from '../../../../shared/text/format.ts';
import { MINUTE, SECOND } from '../../../../shared/units.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Chip } from '../../../components/items/chip.tsx';
import { DropArea } from '../../../components/controls/drop-area.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { FaultNotice } from '../../../components/feedback/fault-notice.tsx';
import { Hint } from '../../../components/feedback/hint.tsx';
import { Menu } from '../../../components/controls/menu.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { readConversation, useConversation } from '../stores/conversation.ts';
import { isOfAgent, replyState } from '../stores/messages.ts';
import { useOutbox, waitingIn } from '../stores/outbox.ts';
import { attachFiles } from '../stores/uploads.ts';
import { collectDropped } from '../../drops/stores/pick-files.ts';
import { isKnownStatus, unbegunTasks } from '../stores/tasks.ts';
import { ComposerArea } from '../composer/composer-area.tsx';
import styles from './conversation.module.css';
import { MessageList } from './message-list.tsx';
import { OutboxList } from './outbox-list.tsx';
import { ReadingView } from '../reading-view.tsx';
import { RenameQuestion } from '../tasks/rename-question.tsx';
import { taskMenu } from '../tasks/task-menu.ts';
import { useChatChanges } from '../stores/chat-changes.ts';
import { useNow } from '../../../state/clock.ts';
import layout from '../../../components/layout/layout.module.css';

const words = chatWindow.conversation;
const drops = chatWindow.composer;

interface PaneProps {
  readonly hasFiles: boolean;
  /** Null where there is no task whose files could be shown. */
  readonly onToggleFiles: (() => void) | null;
}

/** One conversation, and where one writes in it; before there is one, how one begins. */
export function ConversationPane({ hasFiles, onToggleFiles }: PaneProps) {
  const id = useConversation(state => state.id);
  const task = useConversation(state => state.task);
  const isNotAvailable = useConversation(state => state.isNotAvailable);
  const [isReading, read] = useReadingKey();
  const title = useTitle();
  return (
    <section
      className={layout['column']}
      aria-label={id === null ? chatWindow.tasks.fresh : words.label(title)}
      data-region="conversation"
    >
      {id === null ? null : (
        <Head title={title} task={task} hasFiles={hasFiles} onToggleFiles={onToggleFiles} onRead={() => read(true)} />
      )}
      <Notices />
      {isNotAvailable ? null : (
        <DropArea title={drops.drop} hint={drops.dropHint} refusal={null} onDrop={take}>
          {id === null ? <Start /> : <Said title={title} />}
          <ComposerArea />
        </DropArea>
      )}
      {isReading && id !== null ? <ReadingView title={title} onClose={() => read(false)} /> : null}
    </section>
  );
}

/** Folders cannot go with a message: their files do. */
function take(dropped: DataTransfer): void {
  void collectDropped(dropped).then(({ files }) => attachFiles(files.map(({ file }) => file)));
}

/** Alt+F2 opens the reading view, from anywhere in chat. */
function useReadingKey() {
  const [isReading, read] = useState(false);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key !== 'F2' || !event.altKey || document.querySelector('[data-modal]') !== null) return;
      event.preventDefault();
      read(true);
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
  return [isReading, read] as const;
}

/** What the conversation is called; of one that is only in the outbox, how it begins. */
function useTitle(): string {
  const { id, task } = useConversation();
  const messages = useOutbox(state => state.messages);
  if (task !== null) return task.title === '' ? chatWindow.tasks.untitled : withoutFileIds(task.title);
  return unbegunTasks(messages).find(each => each.id === id)?.title ?? '';
}

interface HeadProps extends PaneProps {
  readonly title: string;
  readonly task: ChatTask | null;
  readonly onRead: () => void;
}

function Head({ title, task, hasFiles, onToggleFiles, onRead }: HeadProps) {
  const [isRenaming, rename] = useState(false);
  const status = task?.status ?? 'active';
  const { files, reading } = chatWindow;
  return (
    <header className={styles['head']}>
      <h2 className={styles['title']} dir="auto" title={shownName(title)}>
        {shownName(title)}
      </h2>
      {status === 'active' ? null : <Chip label={status} tone="soft" />}
      <Hint text={`${reading.open} (Alt+F2)`}>
        <Button look="icon" label={reading.open} onPress={onRead}>
          <BookOpenText size={16} strokeWidth={1.75} aria-hidden="true" />
        </Button>
      </Hint>
      {onToggleFiles === null ? null : (
        <Hint text={hasFiles ? files.hide : files.show}>
          <Button look="icon" label={hasFiles ? files.hide : files.show} onPress={onToggleFiles}>
            <PanelRight size={16} strokeWidth={1.75} aria-hidden="true" />
          </Button>
        </Hint>
      )}
      {task === null ? null : (
        <Menu
          label={words.actions}
          lines={taskMenu(task, () => rename(true))}
          button={
            <Button look="icon" label={words.actions}>
              <Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />
            </Button>
          }
        />
      )}
      {isRenaming && task !== null ? <RenameQuestion task={task} onClose={() => rename(false)} /> : null}
    </header>
  );
}

/** Why what is shown is not what it could be. */
function Notices() {
  const { fault, isFresh, at, isNotAvailable, messages, task } = useConversation();
  if (isNotAvailable && fault !== null)
    return (
      <EmptyState icon={MessagesSquare} title={words.notAvailable}>
        <p>{fault.kind === 'bad-request' ? fault.detail : ''}</p>
      </EmptyState>
    );
  if (fault !== null)
    return (
      <FaultNotice
        fault={fault}
        saidTitle={chatWindow.serviceSaid}
        again={{ label: chatWindow.again, onPress: () => void readConversation() }}
      />
    );
  return (
    <>
      {isFresh || at === null || messages.length === 0 ? null : <Notice tone="wait">{words.asOf(at)}</Notice>}
      {task === null || isKnownStatus(task) ? null : <Notice tone="rest">{words.unknownStatus(task.status)}</Notice>}
    </>
  );
}

/** Before a conversation there is one to begin. */
function Start() {
  return (
    <EmptyState icon={MessagesSquare} title={chatWindow.start.title}>
      <p>{chatWindow.start.hint}</p>
      <p>{chatWindow.start.privacy}</p>
    </EmptyState>
  );
}

function Said({ title }: { readonly title: string }) {
  const { id, messages, isKnown, fault } = useConversation();
  const waiting = useOutbox(state => state.messages);
  const own = waitingIn(waiting, id ?? '');
  if (!isKnown && messages.length === 0 && own.length === 0)
    return <p className={styles['wait']}>{fault === null ? words.reading : ''}</p>;
  return (
    <MessageList key={id} title={title} messages={messages} written={own.at(-1)?.id ?? null}>
      {isKnown && messages.length === 0 && own.length === 0 ? <p className={styles['wait']}>{words.empty}</p> : null}
      <WorkingLine />
      <OutboxList messages={own} />
    </MessageList>
  );
}

const workingLineWords = chatWindow.reply;

/** After this time the reply may still come, but it is no longer promised. */
const LATE_MS = 30 * MINUTE;

/** That the agent works, for how long, and when the service last said so. */
function WorkingLine() {
  const task = useConversation(state => state.task);
  const isWorking = useChatChanges(({ value }) => value?.working.includes(task?.id ?? '') ?? false);
  if (task === null || !isWorking) return null;
  return <Working sinceMs={task.since === null ? null : Date.parse(task.since)} />;
}

function Working({ sinceMs }: { readonly sinceMs: number | null }) {
  const nowMs = useNow(SECOND);
  const at = useConversation(state => state.at);
  const progress = useConversation(({ messages }) => progressOf(messages));
  const awaitedMs = sinceMs === null ? 0 : Math.max(0, nowMs - sinceMs);
  const isLate = awaitedMs >= LATE_MS;
  return (
    <div className={styles['working']}>
      {isLate ? (
        <Hourglass size={16} strokeWidth={1.75} aria-hidden="true" />
      ) : (
        <CircleDot className={styles['alive']} size={16} strokeWidth={1.75} aria-hidden="true" />
      )}
      <strong>{isLate ? workingLineWords.late : shownName(progress ?? workingLineWords.working)}</strong>
      {sinceMs === null || isLate ? null : (
        <span className={styles['since']}>{workingLineWords.since(formatClock(sinceMs), elapsed(awaitedMs))}</span>
      )}
      {at === null ? null : (
        <span className={layout['faint']}>{workingLineWords.checked(formatAgo(Date.parse(at), nowMs))}</span>
      )}
      {isLate ? (
        <Button look="quiet" onPress={() => void readConversation()}>
          {chatWindow.conversation.checkNow}
        </Button>
      ) : (
        <span className={layout['faint']}>{workingLineWords.workingHint}</span>
      )}
    </div>
  );
}

/** What the agent says it is doing in the reply that it is writing; null: it says nothing. */
function progressOf(messages: readonly ChatMessage[]): string | null {
  const last = messages.at(-1);
  if (last === undefined || !isOfAgent(last) || replyState(last) !== 'partial') return null;
  const said = last.progress?.trim() ?? '';
  return said === '' ? null : said;
}

/** `2:10`; with hours `1:02:10`. */
function elapsed(ms: number): string {
  const seconds = Math.floor(ms / SECOND);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  return hours === 0 ? `${minutes}:${two(seconds % 60)}` : `${hours}:${two(minutes)}:${two(seconds % 60)}`;
}
