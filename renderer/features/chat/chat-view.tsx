import { useEffect, useState } from 'react';

import { chatPlace } from '../../../shared/features/chat/place-text.ts';
import { outsideAddress } from '../../../shared/outside-address.ts';
import { chatWindow } from '../../../shared/features/chat/window-text.ts';
import { shownName } from '../../../shared/text/shown-name.ts';
import { Screen } from '../../components/screen.tsx';
import { attendChat } from './stores/attending.ts';
import { keepNow, openComposer } from './stores/composer.ts';
import { comeBack, openConversation, useConversation } from './stores/conversation.ts';
import { showTasks } from './stores/tasks.ts';
import styles from './chat-view.module.css';
import { ConversationPane } from './conversation/conversation-pane.tsx';
import { FilesPane } from './files/files-pane.tsx';
import { endReader } from './reader.ts';
import { TaskList } from './tasks/task-list.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/overlay/dialog.tsx';
import { OutsideLink } from '../../components/outside-link.tsx';
import { allowHost, stayHere, useOutside } from './stores/outside.ts';
import layout from '../../components/layout/layout.module.css';

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

const words = chatWindow.outside;

/** Asks once for each host before an address outside is opened, and shows the whole address. */
function LeaveQuestion() {
  const asking = useOutside(state => state.asking);
  const address = asking === null ? null : outsideAddress(asking);
  if (address === null) return null;
  const host = address.host ?? new URL(address.url).pathname;
  return (
    <Dialog
      title={words.title(host)}
      size="small"
      isOpen
      onClose={stayHere}
      buttons={
        <>
          <Button isFirst onPress={stayHere}>
            {words.stay}
          </Button>
          {/* The link itself is what opens it; this only hears that it was followed. */}
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
          <span onClick={() => allowHost(host)}>
            <OutsideLink href={address.url} label={words.open(host)} look="main" />
          </span>
        </>
      }
    >
      <p>{words.text}</p>
      <p className={layout['code']}>{shownName(address.url)}</p>
    </Dialog>
  );
}
