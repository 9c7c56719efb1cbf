import { topicStore } from './topic-store.ts';

/** Who is signed in. */
export const useSession = topicStore('account.session');

/**
 * Who is signed in where, as one text, null while nobody is; what belongs to others is forgotten when it changes. A name
 * says nothing of it: whoever gives an organization another one acts in the same.
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
