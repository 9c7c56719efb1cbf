import { useAsking } from './state/edit.ts';
import { ClearQuestion, RemoveQuestion } from './features/edit/remove-question.tsx';
import {
  CommitCopyQuestion,
  CopyQuestion,
  ForgetCopyQuestion,
  StartCopyQuestion,
} from './features/edit/choices/copy-questions.tsx';
import {
  DownloadAttachmentQuestion,
  DownloadQuestion,
  SaveAttachmentQuestion,
  SaveViewQuestion,
} from './features/edit/save-questions.tsx';
import { DropStrip } from './features/drops/drop-strip.tsx';
import {
  PublishQuestion,
  RemoveLibraryFolderQuestion,
  WithdrawQuestion,
} from './features/library/publish-question.tsx';
import { MoveQuestion } from './features/edit/move-question.tsx';
import { KeepSheet } from './features/set-up/keep-sheet.tsx';
import { NewFolderQuestion, NewNoteQuestion, RenameQuestion } from './features/edit/name-question.tsx';
import { PutBackQuestion } from './features/trash/put-back-question.tsx';

/** What stands over every screen for what is done with files: the open question, and files that are being added. */
export function ActingParts() {
  return (
    <>
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
    case 'keep':
      return <KeepSheet rows={asking.rows} />;
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
