import type { AccountInfo, UnsentWork } from '../../../../shared/features/account/model.ts';

/** `account --json`. */
export function accountShape(account: AccountInfo, unsent: UnsentWork): object {
  const { service, name, email, isEmailConfirmed, credential, organizations, isFresh } = account;
  const { kind, name: keyName, ends, expiresAt } = credential;
  return {
    v: 1,
    service,
    name,
    email,
    isEmailConfirmed,
    credential: { kind, name: keyName, ends, expiresAt },
    organizations: organizations.map(({ id, name: called, role, isActive, mirrors }) => {
      return { id, name: called, role, isActive, mirrors };
    }),
    isFresh,
    unsent: {
      total: unsent.total,
      items: unsent.items.map(({ mirror, path }) => ({ mirror, path })),
      messagesTotal: unsent.messagesTotal,
      messages: unsent.messages.map(({ title, note }) => ({ title, note })),
    },
  };
}
