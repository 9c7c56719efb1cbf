import { topicStore } from '../../../state/reading/topic-store.ts';

/** What changed in chat; null before it was first told. */
export const useChatChanges = topicStore('chat.changes');
