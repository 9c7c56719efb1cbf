import { useAsking } from './state/edit.ts';
import { ClearQuestion } from './features/edit/clear-question.tsx';
import { CopyQuestion } from './features/edit/choices/copy-question.tsx';
import { CommitCopyQuestion, ForgetCopyQuestion, StartCopyQuestion } from './features/edit/choices/copy-questions.tsx';
import { DownloadQuestion } from './features/edit/download-question.tsx';
import { DropStrip } from './features/drops/drop-strip.tsx';
import { RemoveLibraryFolderQuestion } from './features/library/library-question.tsx';
import { MoveQuestion } from './features/edit/move-question.tsx';
import { NewFolderQuestion, RenameQuestion } from './features/edit/name-question.tsx';
import { NewNoteQuestion } from './features/edit/note-question.tsx';
import { OutcomeStrip } from './features/edit/outcome-strip.tsx';
import { PublishQuestion, WithdrawQuestion } from './features/library/publish-question.tsx';
import { PutBackQuestion } from './features/trash/put-back-question.tsx';
import { RemoveQuestion } from './features/edit/remove-question.tsx';
import { DownloadAttachmentQuestion, SaveAttachmentQuestion } from './features/edit/save-attachment-question.tsx';
import { SaveViewQuestion } from './features/edit/save-view-question.tsx';

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
