import { useAsking } from '../../stores/acting.ts';
import { ClearQuestion } from './clear-question.tsx';
import { CopyQuestion } from './copy-question.tsx';
import { CommitCopyQuestion, ForgetCopyQuestion, StartCopyQuestion } from './copy-questions.tsx';
import { DownloadQuestion } from './download-question.tsx';
import { DropStrip } from './drop-strip.tsx';
import { RemoveLibraryFolderQuestion } from './library-question.tsx';
import { MoveQuestion } from './move-question.tsx';
import { NewFolderQuestion, RenameQuestion } from './name-question.tsx';
import { NewNoteQuestion } from './note-question.tsx';
import { OutcomeStrip } from './outcome-strip.tsx';
import { PublishQuestion, WithdrawQuestion } from './publish-question.tsx';
import { PutBackQuestion } from './put-back-question.tsx';
import { RemoveQuestion } from './remove-question.tsx';
import { DownloadAttachmentQuestion, SaveAttachmentQuestion } from './save-attachment-question.tsx';
import { SaveViewQuestion } from './save-view-question.tsx';

/** What stands over every screen for what is done with files: the open question, and what came of the last answer. */
export function ActingParts() {
  return (
    <>
      <OutcomeStrip />
      <DropStrip />
      <OpenQuestion />
    </>
  );
}

function OpenQuestion() {
  const asking = useAsking(state => state.asking);
  if (asking === null) return null;
  switch (asking.name) {
    case 'newFolder':
      return <NewFolderQuestion place={asking.place} folder={asking.folder} />;
    case 'newNote':
      return <NewNoteQuestion place={asking.place} folder={asking.folder} />;
    case 'rename':
      return <RenameQuestion row={asking.row} isInLibrary={asking.isInLibrary ?? false} />;
    case 'move':
      return <MoveQuestion rows={asking.rows} from={asking.from} to={asking.to ?? asking.from} />;
    case 'copyTo':
      return <CopyQuestion rows={asking.rows} />;
    case 'publish':
      return <PublishQuestion rows={asking.rows} />;
    case 'withdraw':
      return <WithdrawQuestion rows={asking.rows} />;
    case 'saveAttachment':
      return <SaveAttachmentQuestion task={asking.task} file={asking.file} />;
    case 'downloadAttachment':
      return <DownloadAttachmentQuestion task={asking.task} file={asking.file} />;
    case 'startCopy':
      return <StartCopyQuestion file={asking.file} />;
    case 'saveView':
      return <SaveViewQuestion view={asking.view} />;
    case 'commitCopy':
      return <CommitCopyQuestion copy={asking.copy} />;
    case 'forgetCopy':
      return <ForgetCopyQuestion copy={asking.copy} />;
    case 'removeLibraryFolder':
      return <RemoveLibraryFolderQuestion row={asking.row} />;
    case 'putBack':
      return <PutBackQuestion {...asking.stored} />;
    case 'clearFolder':
      return <ClearQuestion rows={asking.rows} />;
    case 'download':
      return <DownloadQuestion rows={asking.rows} />;
    case 'remove':
      return <RemoveQuestion rows={asking.rows} />;
  }
}
