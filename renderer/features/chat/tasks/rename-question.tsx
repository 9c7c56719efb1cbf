import { useState } from 'react';

import type { Fault } from '../../../../shared/fault.ts';
import type { ChatTask } from '../../../../shared/features/chat/model.ts';
import { chatWindow } from '../../../../shared/features/chat/window-text.ts';
import { Question } from '../../../components/overlay/question.tsx';
import { TextField } from '../../../components/fields/text-field.tsx';
import { useOutcome } from '../../../state/edit.ts';
import { readConversation } from '../stores/conversation.ts';
import { renameTask } from '../stores/tasks.ts';

const words = chatWindow.tasks;

/** Asks for another title. */
export function RenameQuestion({ task, onClose }: { readonly task: ChatTask; readonly onClose: () => void }) {
  const [title, setTitle] = useState(task.title);
  const [fault, setFault] = useState<Fault | null>(null);
  const isBusy = useOutcome(state => state.isBusy);
  const answer = async () => {
    const failed = await renameTask(task.id, title);
    setFault(failed);
    if (failed !== null) return;
    onClose();
    void readConversation();
  };
  return (
    <Question
      title={words.renameTitle}
      fault={fault}
      yes={words.renameYes}
      canAnswer={title.trim() !== '' && title.trim() !== task.title}
      isBusy={isBusy}
      onYes={() => void answer()}
      onClose={onClose}
    >
      <TextField label={words.title} value={title} onChange={setTitle} maxLength={200} isFirst />
    </Question>
  );
}
