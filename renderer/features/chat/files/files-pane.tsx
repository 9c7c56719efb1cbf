import { Ellipsis, X } from 'lucide-react';
import { useEffect, useState } from 'react';

import type { Fault } from '../../../../shared/fault.ts';
import type { ChatAttachment } from '../../../../shared/features/chat/model.ts';
import { chatWindow } from '../../../../shared/features/chat/window-text.ts';
import { ownValue } from '../../../../shared/own-value.ts';
import { formatMoment } from '../../../../shared/text/format.ts';
import { MINUTE } from '../../../../shared/units.ts';
import { Button } from '../../../components/controls/button.tsx';
import { FaultNotice } from '../../../components/feedback/fault-notice.tsx';
import { Question } from '../../../components/overlay/question.tsx';
import { useOutcome } from '../../../state/edit.ts';
import { readAttachments, removeAttachment, useAttachments } from '../stores/attachments.ts';
import { useConversation } from '../stores/conversation.ts';
import { classes } from '../../../components/classes.ts';
import styles from './files-pane.module.css';
import { TaskCopies } from '../task-copies.tsx';
import { CutName } from '../../../components/items/cut-name.tsx';
import { ItemIcon } from '../../../components/items/item-icon.tsx';
import { Menu } from '../../../components/controls/menu.tsx';
import { useNow } from '../../../state/clock.ts';
import { attachmentMenu } from '../attachment-menu.ts';
import layout from '../../../components/layout/layout.module.css';

const words = chatWindow.files;

/** What the agent made in a task, and what was given to it. */
export function FilesPane({ task, onClose }: { readonly task: string; readonly onClose: () => void }) {
  const { files, fault } = useAttachments();
  const [removing, remove] = useState<ChatAttachment | null>(null);
  // What is said last may have come with files.
  const last = useConversation(state => state.messages.at(-1));
  useEffect(() => void readAttachments(task), [task, last]);
  return (
    <aside
      className={classes(layout['scrolls'], styles['pane'])}
      aria-label={words.label}
      data-region="task files"
      tabIndex={-1}
      data-copies
    >
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
      <TaskCopies task={task} />
      {removing === null ? null : <RemoveQuestion task={task} file={removing} onClose={() => remove(null)} />}
    </aside>
  );
}

interface RemoveProps {
  readonly task: string;
  readonly file: ChatAttachment;
  readonly onClose: () => void;
}

/** Asks before a removal that cannot be undone. */
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

interface FileLineProps {
  readonly task: string;
  readonly file: ChatAttachment;
  readonly onRemove: () => void;
}

/** A file of a task. */
function FileLine({ task, file, onRemove }: FileLineProps) {
  const nowMs = useNow(MINUTE);
  const { name, sizeBytes, source, createdAt } = file;
  const about = [
    source === null ? '' : (ownValue(words.sources, source) ?? source),
    words.size(sizeBytes),
    createdAt === null ? '' : formatMoment(Date.parse(createdAt), nowMs),
  ];
  return (
    <li className={styles['line']}>
      <ItemIcon kind="file" name={name} />
      <div className={layout['words']}>
        <span className={styles['name']}>
          <CutName name={name} />
        </span>
        <span className={layout['faint']}>{about.filter(part => part !== '').join(' · ')}</span>
      </div>
      <Menu
        label={words.menu(name)}
        lines={attachmentMenu(task, file, onRemove)}
        button={
          <Button look="icon" label={words.menu(name)}>
            <Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />
          </Button>
        }
      />
    </li>
  );
}
