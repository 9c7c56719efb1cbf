import { useEffect } from 'react';

import type { ChatTask } from '../../../../shared/features/chat/model.ts';
import { questionTexts } from '../../../../shared/features/edit/text.ts';
import { formatMoment } from '../../../../shared/text/format.ts';
import { shownName } from '../../../../shared/text/shown-name.ts';
import { taskChoiceWords as words } from '../../../../shared/features/chat/working-copies-text.ts';
import { MINUTE } from '../../../../shared/units.ts';
import { FaultNotice } from '../../../components/feedback/fault-notice.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { SearchField } from '../../../components/fields/search-field.tsx';
import { Choice } from '../../../components/fields/checkbox.tsx';
import { useNow } from '../../../state/clock.ts';
import { beginTaskChoice, chooseTask, searchTaskChoice, useTaskChoice } from '../stores/task-choice.ts';
import { classes } from '../../../components/classes.ts';
import styles from './task-choice.module.css';
import layout from '../../../components/layout/layout.module.css';

/** The active tasks, of which one is chosen; begins with the one that was on show last. */
export function TaskChoice() {
  useEffect(beginTaskChoice, []);
  const { search, tasks, hasMore, isFresh, fault } = useTaskChoice();
  const isNone = tasks?.length === 0 && search === '';
  return (
    <div className={layout['stack']}>
      {isNone ? null : (
        <SearchField label={words.search} clearLabel={words.clear} value={search} onChange={searchTaskChoice} isFirst />
      )}
      {fault === null ? null : <FaultNotice fault={fault} saidTitle={questionTexts.said} />}
      {isFresh ? null : <Notice tone="wait">{words.old}</Notice>}
      {tasks === null ? fault === null ? <p>{words.reading}</p> : null : <Tasks tasks={tasks} isNone={isNone} />}
      {hasMore ? <p className={layout['softInk']}>{words.more}</p> : null}
    </div>
  );
}

function Tasks({ tasks, isNone }: { readonly tasks: readonly ChatTask[]; readonly isNone: boolean }) {
  const nowMs = useNow(MINUTE);
  const chosen = useTaskChoice(state => state.chosen);
  if (tasks.length === 0) return <p className={layout['softInk']}>{isNone ? words.none : words.noFit}</p>;
  const options = tasks.map(({ id, title, lastMessageAt }) => ({
    value: id,
    label: title === '' ? words.untitled : shownName(title),
    ...(lastMessageAt === null ? {} : { hint: formatMoment(Date.parse(lastMessageAt), nowMs) }),
  }));
  return (
    <div className={classes(layout['scrolls'], styles['list'])}>
      <Choice label={words.label} value={chosen} options={options} onChange={chooseTask} />
    </div>
  );
}
