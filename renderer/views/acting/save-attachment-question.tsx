import { chatPlace } from '../../../shared/text/chat-place.ts';
import { shown } from '../../../shared/text/shown-name.ts';
import { saveAttachment } from '../../stores/task-files.ts';
import { IntoQuestion } from './into-question.tsx';

interface SaveProps {
  readonly task: string;
  readonly file: { readonly id: string; readonly name: string };
}

/** Asks for the folder that a file of a task is saved into. */
export function SaveAttachmentQuestion({ task, file }: SaveProps) {
  const { hint, label, yes } = chatPlace.saving;
  const title = chatPlace.saving.title(shown(file.name));
  return (
    <IntoQuestion {...{ title, hint, label, yes }} onInto={(to, name) => saveAttachment({ task, ...file }, to, name)} />
  );
}
