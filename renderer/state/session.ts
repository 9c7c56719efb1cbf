import { topicStore } from './reading/topic-store.ts';

/** Who is signed in. */
export const useSession = topicStore('account.session');

/**
 * Who is signed in where, as one text; null without an account. What belongs to one account is forgotten when it
 * changes. The name is not part of it: renaming an organization does not change which one is acted in.
 */
export function whoOf(session: ReturnType<typeof useSession.getState>['value']): string | null {
  return session?.name === 'ready' ? `${session.service} ${session.organizationId ?? ''}` : null;
}

/** Calls `then` when another account or organization is signed in, or none is any more. */
export function onAccountChange(then: () => void): void {
  useSession.subscribe(({ value }, before) => {
    if (whoOf(value) !== whoOf(before.value)) then();
  });
}
