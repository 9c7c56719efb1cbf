import { chatPlace } from '../../../shared/features/chat/place-text.ts';
import { downloadToTexts } from '../../../shared/features/edit/save-copy-text.ts';
import { shown } from '../../../shared/text/shown-name.ts';
import { PlaceQuestion } from '../../components/overlay/place-question.tsx';
import { askNothing } from '../../state/edit.ts';
import { checkPlace, usualDownloadPlace } from './stores/save-copy.ts';
import { downloadAttachment, saveAttachment } from '../chat/stores/task-files.ts';
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

/** Asks for the folder of this computer that a copy of it is saved in. */
export function DownloadAttachmentQuestion({ task, file }: SaveProps) {
  return (
    <PlaceQuestion
      title={downloadToTexts.title(shown(file.name))}
      about={chatPlace.downloadAbout}
      usual={usualDownloadPlace}
      check={checkPlace}
      onYes={folder => downloadAttachment({ task, ...file }, folder)}
      onClose={askNothing}
    />
  );
}
