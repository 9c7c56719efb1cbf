import { topicStore } from './topic-store.ts';

/** Who is signed in. */
export const useSession = topicStore('account.session');
