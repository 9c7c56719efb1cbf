import { CircleDot, Hourglass } from 'lucide-react';

import { chatWindow } from '../../../../shared/features/chat/window-text.ts';
import { formatAgo } from '../../../../shared/text/format.ts';
import { MINUTE, SECOND } from '../../../../shared/units.ts';
import { Button } from '../../../components/controls/button.tsx';
import { useChatChanges } from '../stores/chat-changes.ts';
import { readConversation, useConversation } from '../stores/conversation.ts';
import { useNow } from '../../../state/clock.ts';
import styles from './conversation.module.css';

const words = chatWindow.reply;

/** After this time the reply may still come, but it is no longer promised. */
const LATE_MS = 30 * MINUTE;

/** That the agent works, for how long, and when the service last said so. */
export function WorkingLine() {
  const task = useConversation(state => state.task);
  const isWorking = useChatChanges(({ value }) => value?.working.includes(task?.id ?? '') ?? false);
  if (task === null || !isWorking) return null;
  return <Working sinceMs={task.since === null ? null : Date.parse(task.since)} />;
}

function Working({ sinceMs }: { readonly sinceMs: number | null }) {
  const nowMs = useNow(SECOND);
  const at = useConversation(state => state.at);
  const awaitedMs = sinceMs === null ? 0 : Math.max(0, nowMs - sinceMs);
  const isLate = awaitedMs >= LATE_MS;
  const Icon = isLate ? Hourglass : CircleDot;
  return (
    <div className={styles['working']}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      <span>{isLate ? words.late : words.working(elapsed(awaitedMs))}</span>
      {at === null ? null : <span className={styles['faint']}>{words.checked(formatAgo(Date.parse(at), nowMs))}</span>}
      {isLate ? (
        <Button look="quiet" onPress={() => void readConversation()}>
          {chatWindow.conversation.checkNow}
        </Button>
      ) : (
        <span className={styles['faint']}>{words.workingHint}</span>
      )}
    </div>
  );
}

/** `2:10`; with hours `1:02:10`. */
function elapsed(ms: number): string {
  const seconds = Math.floor(ms / SECOND);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  return hours === 0 ? `${minutes}:${two(seconds % 60)}` : `${hours}:${two(minutes)}:${two(seconds % 60)}`;
}
