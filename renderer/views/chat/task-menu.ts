import { Archive, ArchiveRestore, CircleCheck, PenLine, RotateCcw } from 'lucide-react';

import type { ChatTask } from '../../../shared/model/chat.ts';
import { chatWindow } from '../../../shared/text/chat-window.ts';
import type { MenuLine } from '../../components/menu.tsx';
import { archiveTask, isKnownStatus, setTaskStatus, unarchiveTask } from '../../stores/chat/tasks.ts';

const words = chatWindow.tasks;

/** What can be done with a task. One in the archive has to be brought back first. */
export function taskMenu(task: ChatTask, onRename: () => void): readonly (MenuLine | null)[] {
  const status = task.status.toLowerCase();
  if (status === 'archived')
    return [{ id: 'unarchive', label: words.unarchive, icon: ArchiveRestore, onPress: () => unarchiveTask(task) }];
  // What else a status allows that nobody here knows is not known either.
  if (!isKnownStatus(task)) return [{ id: 'rename', label: words.rename, icon: PenLine, onPress: onRename }];
  return [
    { id: 'rename', label: words.rename, icon: PenLine, onPress: onRename },
    status === 'completed'
      ? { id: 'reopen', label: words.reopen, icon: RotateCcw, onPress: () => setTaskStatus(task, 'active') }
      : { id: 'complete', label: words.complete, icon: CircleCheck, onPress: () => setTaskStatus(task, 'completed') },
    null,
    { id: 'archive', label: words.archive, icon: Archive, onPress: () => archiveTask(task) },
  ];
}
