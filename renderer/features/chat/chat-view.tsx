import { useEffect, useState } from 'react';

import { chatPlace } from '../../../shared/features/chat/place-text.ts';
import { Screen } from '../../components/screen.tsx';
import { attendChat } from './stores/attending.ts';
import { keepNow, openComposer } from './stores/composer.ts';
import { comeBack, openConversation, useConversation } from './stores/conversation.ts';
import { showTasks } from './stores/tasks.ts';
import styles from './chat-view.module.css';
import { ConversationPane } from './conversation/conversation-pane.tsx';
import { FilesPane } from './files/files-pane.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { endReader } from './reader.ts';
import { TaskList } from './tasks/task-list.tsx';

/** Conversations with the agent: the tasks, what was said in one of them, and its files. */
export function ChatView({ task }: { readonly task: string | null }) {
  const [hasFiles, showFiles] = useState(false);
  useEffect(() => {
    openConversation(task);
    openComposer(task);
  }, [task]);
  useLooking();
  const known = useConversation(state => state.task?.id ?? null);
  return (
    <Screen label={chatPlace.title}>
      <div className={styles['panes']}>
        <TaskList task={task} />
        <ConversationPane
          hasFiles={hasFiles && known !== null}
          onToggleFiles={known === null ? null : () => showFiles(shown => !shown)}
        />
        {hasFiles && known !== null ? <FilesPane task={known} onClose={() => showFiles(false)} /> : null}
      </div>
      <LeaveQuestion />
    </Screen>
  );
}

/** As long as chat is on show. What is being written is kept before anything of it can be lost. */
function useLooking(): void {
  useEffect(() => {
    const stopAttending = attendChat();
    showTasks(true);
    const hear = () => {
      keepNow();
      comeBack();
    };
    document.addEventListener('visibilitychange', hear);
    window.addEventListener('pagehide', keepNow);
    return () => {
      stopAttending();
      document.removeEventListener('visibilitychange', hear);
      window.removeEventListener('pagehide', keepNow);
      showTasks(false);
      openComposer(undefined);
      openConversation(null);
      endReader();
    };
  }, []);
}
