import { CloudDownload, Ellipsis, Eye, FolderInput, FolderOpen, Trash2, UserPlus, X } from 'lucide-react';
import { useEffect, useState } from 'react';

import type { Fault } from '../../../shared/fault.ts';
import type { ChatAttachment } from '../../../shared/model/chat.ts';
import { chatWindow } from '../../../shared/text/chat-window.ts';
import { formatMoment } from '../../../shared/text/format.ts';
import { shown } from '../../../shared/text/shown-name.ts';
import { MINUTE } from '../../../shared/units.ts';
import { Button } from '../../components/button.tsx';
import { FaultNotice } from '../../components/fault-notice.tsx';
import { ItemIcon } from '../../components/item-icon.tsx';
import { Menu, type MenuLine } from '../../components/menu.tsx';
import { Question } from '../../components/question.tsx';
import { ask, useOutcome } from '../../stores/acting.ts';
import { readAttachments, removeAttachment, useAttachments } from '../../stores/chat/attachments.ts';
import { useConversation } from '../../stores/chat/conversation.ts';
import { useNow } from '../../stores/clock.ts';
import { openPreview } from '../../stores/preview.ts';
import { openSharing } from '../../stores/sharing.ts';
import { keepAttachment } from '../../stores/task-files.ts';
import styles from './files-pane.module.css';
import { showInFiles } from './show-in-files.ts';

const words = chatWindow.files;

/** What the agent made in a task, and what was given to it. */
export function FilesPane({ task, onClose }: { readonly task: string; readonly onClose: () => void }) {
  const { files, fault } = useAttachments();
  const [removing, remove] = useState<ChatAttachment | null>(null);
  // What is said last may have come with files.
  const last = useConversation(state => state.messages.at(-1));
  useEffect(() => void readAttachments(task), [task, last]);
  return (
    <aside className={styles['pane']} aria-label={words.label} data-region="task files">
      <header className={styles['head']}>
        <h2>{words.label}</h2>
        <Button look="icon" label={words.hide} onPress={onClose}>
          <X size={16} strokeWidth={1.75} aria-hidden="true" />
        </Button>
      </header>
      {fault === null ? null : (
        <FaultNotice
          fault={fault}
          saidTitle={chatWindow.serviceSaid}
          again={{ label: chatWindow.again, onPress: () => void readAttachments(task) }}
        />
      )}
      {files === null ? (
        fault === null ? (
          <p className={styles['note']}>{words.reading}</p>
        ) : null
      ) : files.length === 0 ? (
        <p className={styles['note']}>{words.empty}</p>
      ) : (
        <ul className={styles['list']}>
          {files.toReversed().map(file => (
            <FileLine key={file.id} task={task} file={file} onRemove={() => remove(file)} />
          ))}
        </ul>
      )}
      {removing === null ? null : <RemoveQuestion task={task} file={removing} onClose={() => remove(null)} />}
    </aside>
  );
}

interface FileLineProps {
  readonly task: string;
  readonly file: ChatAttachment;
  readonly onRemove: () => void;
}

/** What can be done with a file of a task; some of it only where the knowledge base has it too. */
function linesOf({ task, file, onRemove }: FileLineProps): readonly (MenuLine | null)[] {
  const { id, file: base, name } = file;
  const kept = { task, id, name };
  const there: readonly (MenuLine | null)[] =
    base === null
      ? []
      : [
          {
            id: 'preview',
            label: words.preview,
            icon: Eye,
            onPress: () => openPreview({ id: base, name, version: null }),
          },
          { id: 'files', label: words.showInFiles, icon: FolderOpen, onPress: () => void showInFiles(base) },
          { id: 'share', label: words.share, icon: UserPlus, onPress: () => void openSharing(base, name) },
          null,
        ];
  return [
    ...there,
    {
      id: 'save',
      label: words.save,
      icon: FolderInput,
      onPress: () => ask({ name: 'saveAttachment', task, file: { id, name } }),
    },
    { id: 'keep', label: words.keep, icon: CloudDownload, onPress: () => keepAttachment(kept) },
    null,
    { id: 'remove', label: words.remove, icon: Trash2, isDanger: true, onPress: onRemove },
  ];
}

function FileLine(props: FileLineProps) {
  const nowMs = useNow(MINUTE);
  const { name, sizeBytes, source, createdAt } = props.file;
  const about = [
    source === null ? '' : (words.sources[source] ?? source),
    words.size(sizeBytes),
    createdAt === null ? '' : formatMoment(Date.parse(createdAt), nowMs),
  ];
  return (
    <li className={styles['line']}>
      <ItemIcon kind="file" name={name} />
      <div className={styles['words']}>
        <span className={styles['name']} dir="auto" title={shown(name)}>
          {shown(name)}
        </span>
        <span className={styles['about']}>{about.filter(part => part !== '').join(' · ')}</span>
      </div>
      <Menu
        label={words.menu(name)}
        lines={linesOf(props)}
        button={
          <Button look="icon" label={words.menu(name)}>
            <Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />
          </Button>
        }
      />
    </li>
  );
}

interface RemoveProps {
  readonly task: string;
  readonly file: ChatAttachment;
  readonly onClose: () => void;
}

/** Nothing brings it back, so nothing is done before somebody says so. */
function RemoveQuestion({ task, file, onClose }: RemoveProps) {
  const [fault, setFault] = useState<Fault | null>(null);
  const isBusy = useOutcome(state => state.isBusy);
  const answer = async () => {
    const failed = await removeAttachment(task, file);
    setFault(failed);
    if (failed === null) onClose();
  };
  return (
    <Question
      title={words.removeTitle(file.name)}
      fault={fault}
      yes={words.removeYes}
      canAnswer
      isBusy={isBusy}
      isDangerous
      onYes={() => void answer()}
      onClose={onClose}
    >
      <p>{words.removeText}</p>
    </Question>
  );
}
