import type { AccountInfo, InvitationInfo, UnsentWork } from '../../../../shared/features/account/model.ts';
import { accountPage } from '../../../../shared/features/account/window-text.ts';
import { formatCount } from '../../../../shared/text/format.ts';
import { invitationTexts } from '../../../../shared/features/account/invitation-text.ts';

/** Who is signed in, for people. */
export function accountLines(account: AccountInfo): string[] {
  const { name, email, service, credential, organizations, isFresh } = account;
  const person = [name, email === null ? null : `<${email}>`].filter(part => part !== null).join(' ');
  return [
    person === '' ? 'Signed in' : person,
    `  at ${service}`,
    `  with ${credentialWords(credential)}`,
    ...organizations.map(
      ({ id, name: called, role, isActive }) =>
        `${isActive ? '* ' : '  '}${called}${role === null ? '' : ` (${role})`} ${id}`,
    ),
    ...(isFresh ? [] : ['The service could not be asked just now; this is what was known before.']),
  ];
}

function credentialWords({ kind, name, ends, expiresAt }: AccountInfo['credential']): string {
  const until = expiresAt === null ? '' : `, until ${expiresAt}`;
  if (kind === 'session') return `a sign-in${until}`;
  if (kind === 'oauth') return `an authorization${until}`;
  const known = [name === null ? null : `'${name}'`, ends === null ? null : `ending in ${ends}`].filter(
    part => part !== null,
  );
  return ['an API key', ...known].join(' ');
}

/** What is on this computer only; nothing when everything is sent. */
export function unsentLines({ items, total, messages, messagesTotal, needs }: UnsentWork): string[] {
  if (total === 0 && messagesTotal === 0 && needs === 0) return [];
  return [
    ...(total === 0 ? [] : [`${formatCount(total, 'file')} on this computer only:`]),
    ...items.slice(0, 20).map(({ path }) => `  ${path}`),
    ...(total > 20 ? [`  and ${total - 20} more`] : []),
    ...(messagesTotal === 0 ? [] : [accountPage.messages(messagesTotal)]),
    ...messages.slice(0, 20).map(({ title, note }) => `  ${accountPage.message(title, note)}`),
    ...(messagesTotal > 20 ? [`  ${accountPage.more(messagesTotal - 20)}`] : []),
    ...(needs === 0 ? [] : [`${formatCount(needs, 'item')} waiting for you: benchtop status`]),
  ];
}

/** What an invitation invites to, or why it can't be taken. */
export function invitationLines(found: InvitationInfo): string[] {
  const { state, organization, invitedBy, role, email, expiresAt, signedInAs } = found;
  if (state === 'gone') return [invitationTexts.gone, invitationTexts.goneRemedy].map(ended);
  if (state === 'expired') return [invitationTexts.expired, invitationTexts.expiredRemedy(invitedBy)].map(ended);
  if (state === 'other-email')
    return [invitationTexts.otherEmail, invitationTexts.otherEmailRemedy(email ?? '', signedInAs)].map(ended);
  return [
    ended(invitationTexts.pending(organization ?? '')),
    ...(invitedBy === null ? [] : [ended(invitationTexts.from(invitedBy, role))]),
    ...(email === null ? [] : [ended(invitationTexts.for(email))]),
    ...(expiresAt === null ? [] : [ended(invitationTexts.until(expiresAt))]),
  ];
}

function ended(sentence: string): string {
  return sentence.endsWith('.') ? sentence : `${sentence}.`;
}
