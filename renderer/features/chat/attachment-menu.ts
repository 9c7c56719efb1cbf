import { CloudDownload, Download, Eye, FilePen, FolderInput, FolderOpen, Trash2, UserPlus } from 'lucide-react';

import type { ChatAttachment } from '../../../shared/features/chat/model.ts';
import { chatWindow } from '../../../shared/features/chat/window-text.ts';
import { copyWindow } from '../../../shared/features/chat/working-copies-text.ts';
import type { MenuLine } from '../../components/controls/menu.tsx';
import { askPerson } from '../../state/edit.ts';
import { openPreview } from '../preview/stores/preview.ts';
import { openSharing } from '../sharing/stores/sharing.ts';
import { keepAttachment } from './stores/task-files.ts';
import { startCopyAside } from '../versions/stores/working-copies.ts';
import { showInFiles } from '../browse/stores/show-in-files.ts';

const words = chatWindow.files;

/** What can be done with a file of a task; some of it only where the knowledge base has it too. */
export function attachmentMenu(
  task: string,
  { id, file: base, name }: Pick<ChatAttachment, 'id' | 'file' | 'name'>,
  onRemove: (() => void) | null,
): readonly (MenuLine | null)[] {
  const asked = { task, file: { id, name } };
  const subject = base === null ? { id, name, version: null, task } : { id: base, name, version: null };
  return [
    { id: 'preview', label: words.preview, icon: Eye, onPress: () => openPreview(subject) },
    ...(base === null ? [] : inBaseLines(task, { id: base, name })),
    null,
    {
      id: 'save',
      label: words.save,
      icon: FolderInput,
      onPress: () => askPerson({ name: 'saveAttachment', ...asked }),
    },
    {
      id: 'download',
      label: words.download,
      icon: Download,
      onPress: () => askPerson({ name: 'downloadAttachment', ...asked }),
    },
    // What only the task has cannot be kept in step: it is saved instead.
    ...(base === null
      ? []
      : [{ id: 'keep', label: words.keep, icon: CloudDownload, onPress: () => keepAttachment({ task, id, name }) }]),
    ...(onRemove === null
      ? []
      : [null, { id: 'remove', label: words.remove, icon: Trash2, isDanger: true, onPress: onRemove }]),
  ];
}

function inBaseLines(task: string, file: { readonly id: string; readonly name: string }): readonly MenuLine[] {
  const { id, name } = file;
  return [
    { id: 'files', label: words.showInFiles, icon: FolderOpen, onPress: () => void showInFiles(id) },
    { id: 'share', label: words.share, icon: UserPlus, onPress: () => void openSharing(id, name) },
    editCopyLine(task, file),
  ];
}

/** Begins a working copy of a file for a task. */
export function editCopyLine(task: string, file: { readonly id: string; readonly name: string }): MenuLine {
  return { id: 'edit', label: copyWindow.start.here, icon: FilePen, onPress: () => startCopyAside(file, task) };
}
