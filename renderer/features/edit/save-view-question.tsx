import { useState } from 'react';

import { formatBytes } from '../../../shared/text/format.ts';
import { viewWords as words } from '../../../shared/features/chat/working-copies-text.ts';
import { Notice } from '../../components/feedback/notice.tsx';
import { Question } from '../../components/overlay/question.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import type { SavedView } from '../../state/edit.ts';
import { MOST_VIEW_BYTES, saveView } from '../chat/stores/saving-view.ts';
import { useTaskChoice } from './stores/task-choice.ts';
import { TaskChoice } from './choices/task-choice.tsx';
import { useAnswering } from './use-answering.ts';

/** Asks for the task that a table is saved to as it is on show, and what it is called there. */
export function SaveViewQuestion({ view }: { readonly view: SavedView }) {
  const [name, setName] = useState(view.name);
  const task = useTaskChoice(state => state.chosen);
  const isWhole = view.csv !== null;
  const answering = useAnswering(async () =>
    task === null ? null : saveView(task, { ...view, name: words.withEnding(name.trim()) }),
  );
  const canAnswer = task !== null && isWhole && name.trim() !== '';
  return (
    <Question title={words.title} yes={words.yes} canAnswer={canAnswer} isWide {...answering}>
      {isWhole ? <p>{words.hint}</p> : <Notice tone="wait">{words.tooLarge(formatBytes(MOST_VIEW_BYTES))}</Notice>}
      {view.isPart ? <Notice tone="wait">{words.part}</Notice> : null}
      <TextField label={words.name} value={name} onChange={setName} maxLength={200} />
      <TaskChoice />
    </Question>
  );
}
