import { switchAccount } from '../account.ts';
import { useSession } from '../session.ts';
import { forgetFiles } from './all-files.ts';
import { forgetSections } from './section.ts';

/** Who is signed in where; null: nobody is. */
type Session = ReturnType<typeof useSession.getState>['value'];

/** Tells one organization from the next; null while nobody is signed in. */
export function organizationKey(session: Session): string | null {
  return session?.name === 'ready' ? `${session.service} ${session.organization ?? ''}` : null;
}

/** Nothing that was read of an organization counts any more. */
export function forgetOrganization(): void {
  forgetSections();
  forgetFiles();
}

/**
 * Acts in another organization. That nothing of the one before counts then follows from the session, and only where both
 * have one name from here: by now something may have been begun in the new one.
 */
export async function actIn(id: string): Promise<void> {
  const before = organizationKey(useSession.getState().value);
  await switchAccount(id);
  if (organizationKey(useSession.getState().value) === before) forgetOrganization();
}

// Whoever acts in another organization sees nothing of the one before.
useSession.subscribe(({ value }, before) =>
  organizationKey(value) === organizationKey(before.value) ? undefined : forgetOrganization(),
);
