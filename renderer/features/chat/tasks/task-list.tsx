import { Plus } from 'lucide-react';
import { useState } from 'react';
import { GridList, GridListItem } from 'react-aria-components';

import type { ChatTask } from '../../../../shared/features/chat/model.ts';
import { chatWindow } from '../../../../shared/features/chat/window-text.ts';
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
  unbegunTasks,
  useTasks,
} from '../stores/tasks.ts';
import { go } from '../../../state/navigation.ts';
import { RenameQuestion } from './rename-question.tsx';
import { TaskLine, UnbegunLine } from './task-line.tsx';
import styles from './task-list.module.css';

const words = chatWindow.tasks;

/** The tasks of a person, and what narrows them. */
export function TaskList({ task }: { readonly task: string | null }) {
  const { filter, search } = useTasks();
  const filters = TASK_FILTERS.map(value => ({ value, label: words.filters[value] }));
  return (
    <section className={styles['pane']} aria-label={words.label} data-region="tasks">
      <div className={styles['head']}>
        <div className={styles['line']}>
          <Select label={words.filter} hidesLabel value={filter} options={filters} onChange={chooseFilter} />
          <Button look={task === null ? 'plain' : 'main'} onPress={() => go({ screen: 'chat', task: null })}>
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
    <div className={styles['scroller']}>
      <GridList
        className={styles['list'] ?? ''}
        aria-label={words.list}
        selectionMode="single"
        selectedKeys={task === null ? [] : [task]}
        onSelectionChange={keys => {
          const [key] = keys === 'all' ? [] : [...keys];
          if (key !== undefined) go({ screen: 'chat', task: String(key) });
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
