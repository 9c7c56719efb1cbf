import { CircleDot, Ellipsis, Hourglass, type LucideIcon, MessageSquareText, PenLine, Plus } from 'lucide-react';
import { useState } from 'react';
import { GridList, GridListItem } from 'react-aria-components';

import type { ChatTask, TaskState } from '../../../../shared/features/chat/model.ts';
import { chatWindow } from '../../../../shared/features/chat/window-text.ts';
import { formatMoment } from '../../../../shared/text/format.ts';
import { withoutFileIds } from '../../../../shared/text/without-file-ids.ts';
import { shownName } from '../../../../shared/text/shown-name.ts';
import { MINUTE } from '../../../../shared/units.ts';
import { Button } from '../../../components/controls/button.tsx';
import { FaultNotice } from '../../../components/feedback/fault-notice.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { SearchField } from '../../../components/fields/search-field.tsx';
import { Select } from '../../../components/fields/select.tsx';
import { useChatChanges } from '../stores/chat-changes.ts';
import { useOutbox } from '../stores/outbox.ts';
import {
  chooseFilter,
  moreTasks,
  readTasks,
  searchTasks,
  stateOf,
  TASK_FILTERS,
  type UnbegunTask,
  unbegunTasks,
  useTasks,
} from '../stores/tasks.ts';
import { goTo } from '../../../state/navigation.ts';
import { RenameQuestion } from './rename-question.tsx';
import { classes } from '../../../components/classes.ts';
import layout from '../../../components/layout/layout.module.css';
import styles from './task-list.module.css';
import { Menu } from '../../../components/controls/menu.tsx';
import { useNow } from '../../../state/clock.ts';
import { taskMenu } from './task-menu.ts';

const words = chatWindow.tasks;

/** The tasks of a person, and what narrows them. */
export function TaskList({ task }: { readonly task: string | null }) {
  const { filter, search } = useTasks();
  const filters = TASK_FILTERS.map(value => ({ value, label: words.filters[value] }));
  return (
    <section className={styles['pane']} aria-label={words.label} data-region="tasks">
      <div className={styles['head']}>
        <div className={layout['ends']}>
          <Select label={words.filter} hidesLabel value={filter} options={filters} onChange={chooseFilter} />
          <Button look={task === null ? 'plain' : 'main'} onPress={() => goTo({ screen: 'chat', task: null })}>
            <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
            {words.fresh}
          </Button>
        </div>
        <SearchField label={words.search} clearLabel={words.clear} value={search} onChange={searchTasks} />
      </div>
      <TaskNotices />
      <Lines task={task} />
    </section>
  );
}

/** Why the list is not what it could be. */
function TaskNotices() {
  const { fault, isFresh, at, tasks } = useTasks();
  if (fault !== null)
    return (
      <FaultNotice
        fault={fault}
        saidTitle={chatWindow.serviceSaid}
        again={{ label: chatWindow.again, onPress: () => void readTasks() }}
      />
    );
  if (isFresh || at === null || tasks === null) return null;
  return <Notice tone="wait">{words.asOf(at)}</Notice>;
}

function Lines({ task }: { readonly task: string | null }) {
  const { tasks, filter, search, hasMore, fault } = useTasks();
  const messages = useOutbox(state => state.messages);
  const change = useChatChanges(state => state.value);
  const [renaming, rename] = useState<ChatTask | null>(null);
  const sought = search.trim().toLowerCase();
  const unbegun = filter === 'active' ? unbegunTasks(messages) : [];
  const here = unbegun.filter(({ title }) => title.toLowerCase().includes(sought));
  if (tasks === null && here.length === 0)
    return fault === null ? <p className={styles['note']}>{words.reading}</p> : null;
  if ((tasks ?? []).length + here.length === 0)
    return <p className={styles['note']}>{sought === '' ? words.empty[filter] : words.nothing(search)}</p>;
  return (
    <div className={classes(layout['scrolls'], styles['scroller'])}>
      <GridList
        className={styles['list'] ?? ''}
        aria-label={words.list}
        selectionMode="single"
        selectedKeys={task === null ? [] : [task]}
        onSelectionChange={keys => {
          const [key] = keys === 'all' ? [] : [...keys];
          if (key !== undefined) goTo({ screen: 'chat', task: String(key) });
        }}
        dependencies={[messages, change, task]}
      >
        {here.map(each => (
          <GridListItem key={each.id} id={each.id} textValue={each.title} className={styles['item'] ?? ''}>
            <UnbegunLine task={each} />
          </GridListItem>
        ))}
        {(tasks ?? []).map(each => (
          <GridListItem
            key={each.id}
            id={each.id}
            textValue={each.title === '' ? words.untitled : each.title}
            className={styles['item'] ?? ''}
          >
            <TaskLine task={each} state={stateOf(each, change, messages)} onRename={rename} />
          </GridListItem>
        ))}
      </GridList>
      {hasMore ? (
        <Button look="quiet" onPress={() => void moreTasks()}>
          {words.more}
        </Button>
      ) : null}
      {renaming === null ? null : <RenameQuestion task={renaming} onClose={() => rename(null)} />}
    </div>
  );
}

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
function TaskLine({ task, state, onRename }: TaskLineProps) {
  const nowMs = useNow(MINUTE);
  const { lastMessageAt, createdAt, status } = task;
  const title = withoutFileIds(task.title);
  const at = lastMessageAt ?? createdAt;
  const isKnown = ['active', 'completed', 'archived'].includes(status.toLowerCase());
  return (
    <>
      <div className={styles['words']}>
        <span className={styles['title']} dir="auto" title={shownName(title)}>
          {title === '' ? words.untitled : shownName(title)}
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
function UnbegunLine({ task: { title } }: { readonly task: UnbegunTask }) {
  return (
    <div className={styles['words']}>
      <span className={styles['title']} dir="auto" title={shownName(title)}>
        {shownName(title)}
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
