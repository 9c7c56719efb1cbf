import { topicStore } from '../../../state/topic-store.ts';

/** What changed in chat; null before it was first told. */
export const useChatChanges = topicStore('chat.changes');
