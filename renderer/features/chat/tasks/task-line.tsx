import { CircleDot, Ellipsis, Hourglass, type LucideIcon, MessageSquareText, PenLine } from 'lucide-react';

import type { ChatTask, TaskState } from '../../../../shared/features/chat/model.ts';
import { chatWindow } from '../../../../shared/features/chat/window-text.ts';
import { formatMoment } from '../../../../shared/text/format.ts';
import { shown } from '../../../../shared/text/shown-name.ts';
import { MINUTE } from '../../../../shared/units.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Menu } from '../../../components/controls/menu.tsx';
import type { UnbegunTask } from '../stores/tasks.ts';
import { useNow } from '../../../state/clock.ts';
import styles from './task-list.module.css';
import { taskMenu } from './task-menu.ts';

const words = chatWindow.tasks;

/** What says how a task stands, a picture and a word. */
const ICONS: { readonly [S in Exclude<TaskState, 'quiet'>]: LucideIcon } = {
  notSent: Hourglass,
  working: CircleDot,
  replyReady: MessageSquareText,
  draft: PenLine,
};

interface TaskLineProps {
  readonly task: ChatTask;
  readonly state: TaskState;
  readonly onRename: (task: ChatTask) => void;
}

/** One task of the list. */
export function TaskLine({ task, state, onRename }: TaskLineProps) {
  const nowMs = useNow(MINUTE);
  const { title, lastMessageAt, createdAt, status } = task;
  const at = lastMessageAt ?? createdAt;
  const isKnown = ['active', 'completed', 'archived'].includes(status.toLowerCase());
  return (
    <>
      <div className={styles['words']}>
        <span className={styles['title']} dir="auto" title={shown(title)}>
          {title === '' ? words.untitled : shown(title)}
        </span>
        <span className={styles['about']}>
          <State state={state} />
          {isKnown ? null : <span>{status}</span>}
          {at === null ? null : <span>{formatMoment(Date.parse(at), nowMs)}</span>}
        </span>
      </div>
      <Menu
        label={words.menu(title)}
        lines={taskMenu(task, () => onRename(task))}
        button={
          <Button look="icon" label={words.menu(title)}>
            <Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />
          </Button>
        }
      />
    </>
  );
}

/** A conversation that is only in the outbox. */
export function UnbegunLine({ task: { title } }: { readonly task: UnbegunTask }) {
  return (
    <div className={styles['words']}>
      <span className={styles['title']} dir="auto" title={shown(title)}>
        {shown(title)}
      </span>
      <span className={styles['about']}>
        <State state="notSent" />
        <span>{words.onlyHere}</span>
      </span>
    </div>
  );
}

function State({ state }: { readonly state: TaskState }) {
  if (state === 'quiet') return null;
  const Icon = ICONS[state];
  return (
    <span className={styles[state]}>
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
      {words.states[state]}
    </span>
  );
}
