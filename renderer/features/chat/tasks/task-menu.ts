import { Archive, ArchiveRestore, CircleCheck, PenLine, RotateCcw } from 'lucide-react';

import type { ChatTask } from '../../../../shared/features/chat/model.ts';
import { chatWindow } from '../../../../shared/features/chat/window-text.ts';
import type { MenuLine } from '../../../components/controls/menu.tsx';
import { archiveTask, isKnownStatus, setTaskStatus, unarchiveTask } from '../stores/tasks.ts';

const words = chatWindow.tasks;

/** What can be done with a task. One in the archive has to be brought back first. */
export function taskMenu(task: ChatTask, onRename: () => void): readonly (MenuLine | null)[] {
  const status = task.status.toLowerCase();
  if (status === 'archived')
    return [{ id: 'unarchive', label: words.unarchive, icon: ArchiveRestore, onPress: () => unarchiveTask(task) }];
  // An unknown status may allow more; only what is known to be allowed is offered.
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
