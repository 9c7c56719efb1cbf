import { useState } from 'react';

import { chatPlace } from '../../../shared/features/chat/place-text.ts';
import { downloadToTexts } from '../../../shared/features/edit/save-copy-text.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import type { FileRow } from '../../../shared/features/browse/file-row-model.ts';
import { questionTexts } from '../../../shared/features/edit/text.ts';
import { formatBytes } from '../../../shared/text/format.ts';
import { viewWords as words } from '../../../shared/features/chat/working-copies-text.ts';
import { PlaceQuestion } from '../../components/local-folder/place-question.tsx';
import { askNothing, type SavedView } from '../../state/edit.ts';
import { checkPlace, downloadTo, usualDownloadPlace } from './stores/save-copy.ts';
import { downloadAttachment, saveAttachment } from '../chat/stores/task-files.ts';
import { IntoQuestion } from './into-question.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Question } from '../../components/overlay/question.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { MOST_VIEW_BYTES, saveView } from '../chat/stores/saving-view.ts';
import { useTaskChoice } from './stores/task-choice.ts';
import { TaskChoice } from './choices/task-choice.tsx';
import { useAnswering } from './use-answering.ts';

interface SaveProps {
  readonly task: string;
  readonly file: { readonly id: string; readonly name: string };
}

/** Asks for the folder that a file of a task is saved into. */
export function SaveAttachmentQuestion({ task, file }: SaveProps) {
  const { hint, label, yes } = chatPlace.saving;
  const title = chatPlace.saving.title(shownName(file.name));
  return (
    <IntoQuestion {...{ title, hint, label, yes }} onInto={(to, name) => saveAttachment({ task, ...file }, to, name)} />
  );
}

/** Asks for the folder of this computer that a copy of it is saved in. */
export function DownloadAttachmentQuestion({ task, file }: SaveProps) {
  return (
    <PlaceQuestion
      title={downloadToTexts.title(shownName(file.name))}
      about={chatPlace.downloadAbout}
      usual={usualDownloadPlace}
      check={checkPlace}
      onYes={folder => downloadAttachment({ task, ...file }, folder)}
      onClose={askNothing}
    />
  );
}

/** Asks where copies go; what comes of it is said in the window. */
export function DownloadQuestion({ rows }: { readonly rows: readonly FileRow[] }) {
  return (
    <PlaceQuestion
      title={downloadToTexts.title(questionTexts.names(rows.map(({ name }) => name)))}
      about={downloadToTexts.about}
      usual={usualDownloadPlace}
      check={checkPlace}
      onYes={folder => void downloadTo(rows, folder)}
      onClose={askNothing}
    />
  );
}

/** Asks for the task that a table is saved to as it is on show, and what it is called there. */
export function SaveViewQuestion({ view }: { readonly view: SavedView }) {
  const [name, setName] = useState(view.name);
  const task = useTaskChoice(state => state.chosen);
  const isPicture = view.contentType !== 'text/csv';
  const isWhole = view.content !== null && (typeof view.content === 'string' || view.content.length <= MOST_VIEW_BYTES);
  const answering = useAnswering(async () =>
    task === null ? null : saveView(task, { ...view, name: isPicture ? name.trim() : words.withEnding(name.trim()) }),
  );
  const canAnswer = task !== null && isWhole && name.trim() !== '';
  return (
    <Question
      title={isPicture ? words.pictureTitle : words.title}
      yes={words.yes}
      canAnswer={canAnswer}
      isWide
      {...answering}
    >
      {isWhole ? (
        <p>{isPicture ? words.pictureHint : words.hint}</p>
      ) : (
        <Notice tone="wait">{words.tooLarge(formatBytes(MOST_VIEW_BYTES))}</Notice>
      )}
      {view.isPart ? <Notice tone="wait">{words.part}</Notice> : null}
      <TextField label={words.name} value={name} onChange={setName} maxLength={200} />
      <TaskChoice />
    </Question>
  );
}
