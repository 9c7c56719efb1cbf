import type { WorkingCopy } from '../../../../shared/features/chat/files-model.ts';
import { copyWindow as words } from '../../../../shared/features/chat/working-copies-text.ts';
import type { FileRow } from '../../../../shared/features/browse/file-row-model.ts';
import { questionTexts } from '../../../../shared/features/edit/text.ts';
import { copyTexts as texts } from '../../../../shared/features/library/text.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Question } from '../../../components/overlay/question.tsx';
import { askNothing } from '../../../state/edit.ts';
import { useTaskChoice } from '../stores/task-choice.ts';
import { closeComparison, useComparison } from '../../versions/stores/comparison.ts';
import { commitCopy, forgetCopy, startCopy } from '../../versions/stores/working-copies.ts';
import { TaskChoice } from './task-choice.tsx';
import { useAnswering } from '../use-answering.ts';
import { copyInto } from '../../library/stores/library.ts';
import { IntoQuestion } from '../into-question.tsx';

/** Asks for which task a file is edited. */
export function StartCopyQuestion({ file }: { readonly file: { readonly id: string; readonly name: string } }) {
  const task = useTaskChoice(state => state.chosen);
  const answering = useAnswering(async () => (task === null ? null : startCopy(file, task)));
  return (
    <Question
      title={words.start.title(file.name)}
      yes={words.start.yes}
      canAnswer={task !== null}
      isWide
      {...answering}
    >
      <p>{words.start.hint}</p>
      <TaskChoice />
    </Question>
  );
}

/** Asks before what is in a copy becomes a version for everybody. */
export function CommitCopyQuestion({ copy }: { readonly copy: WorkingCopy }) {
  const answering = useAnswering(
    () => commitCopy(copy),
    () => {
      goBack();
      if (useComparison.getState().asked?.copy?.copy === copy.copy) closeComparison();
    },
  );
  const { title, text, seen, both, bothTitle, yes } = words.committing;
  return (
    <Question title={title(copy.name)} yes={yes} canAnswer isDangerous={copy.state === 'both'} {...answering}>
      <p>{text}</p>
      {copy.state === 'both' ? (
        <Notice tone="wait" title={bothTitle}>
          {both}
        </Notice>
      ) : null}
      <p>{seen}</p>
    </Question>
  );
}

/** Asks before a copy is listed no longer: nothing here leads to it then. */
export function ForgetCopyQuestion({ copy }: { readonly copy: WorkingCopy }) {
  const answering = useAnswering(() => forgetCopy(copy), goBack);
  const { title, text, unsaved, yes } = words.forgetting;
  const isAtStake = copy.state === 'edited' || copy.state === 'both' || copy.state === 'unknown';
  return (
    <Question title={title(copy.name)} yes={yes} canAnswer isDangerous={isAtStake} {...answering}>
      <p>{text}</p>
      {isAtStake ? <p>{unsaved}</p> : null}
    </Question>
  );
}

/** What led here may have gone with the answer: then the focus goes to what is left beside it. */
function goBack(): void {
  askNothing();
  // The dialog is away one frame later, and has tried by then to give the focus back.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      document.querySelector<HTMLElement>('[data-copies]')?.focus();
    }),
  );
}

/** Asks for the folder that files are copied into at the service. */
export function CopyQuestion({ rows }: { readonly rows: readonly FileRow[] }) {
  const title = texts.title(questionTexts.names(rows.map(({ name }) => name)));
  const { hint, label, yes } = texts;
  return <IntoQuestion {...{ title, hint, label, yes }} onInto={(to, name) => copyInto(rows, to, name)} />;
}
