import {
  BookUp,
  BookX,
  Copy,
  Download,
  CloudDownload,
  CloudOff,
  Eye,
  ExternalLink,
  FilePen,
  Files,
  FilePlus,
  FolderInput,
  FolderOpen,
  FolderOutput,
  FolderPlus,
  FolderSearch,
  FolderUp,
  Hash,
  History,
  Info,
  type LucideIcon,
  MessagesSquare,
  NotebookPen,
  PenLine,
  Tag,
  Trash2,
  UserPlus,
} from 'lucide-react';

import { acting } from '../../../../shared/features/edit/text.ts';
import type { MenuLine } from '../../../components/controls/menu.tsx';
import { type ActionName, type Chosen, isOffered, isPossible } from './actions.ts';

/** The picture of each action. */
export const ICONS: { readonly [A in ActionName]: LucideIcon } = {
  open: FolderOpen,
  openHere: ExternalLink,
  reveal: FolderSearch,
  preview: Eye,
  newFolder: FolderPlus,
  newNote: NotebookPen,
  addFiles: FilePlus,
  addFolder: FolderUp,
  keep: CloudDownload,
  free: CloudOff,
  rename: PenLine,
  move: FolderInput,
  clearFolder: FolderOutput,
  copyTo: Files,
  publish: BookUp,
  withdraw: BookX,
  download: Download,
  askAgent: MessagesSquare,
  editCopy: FilePen,
  versions: History,
  share: UserPlus,
  describe: Tag,
  details: Info,
  copyPath: Copy,
  copyId: Hash,
  remove: Trash2,
};

const KEYS: { readonly [A in ActionName]?: string } = {
  open: 'Enter',
  preview: 'Space',
  keep: 'Ctrl+Shift+O',
  rename: 'F2',
  details: 'Ctrl+I',
  copyPath: 'Ctrl+C',
  copyId: 'Ctrl+Shift+C',
  share: 'Ctrl+Shift+S',
  remove: 'Delete',
};

/** Lines of a menu for groups of actions, each group set apart from the next. `run`: what choosing one does. */
export function menuOf(
  groups: readonly (readonly ActionName[])[],
  chosen: Chosen,
  run: (action: ActionName) => void,
): readonly (MenuLine | null)[] {
  const offered = groups
    .map(group => group.filter(action => isOffered(action, chosen)))
    .filter(group => group.length > 0);
  return offered.flatMap((group, at) => [
    ...(at === 0 ? [] : [null]),
    ...group.map(id => ({
      id,
      label: acting.actions[id],
      icon: ICONS[id],
      keys: KEYS[id],
      isDisabled: !isPossible(id, chosen),
      onPress: () => run(id),
    })),
  ]);
}
