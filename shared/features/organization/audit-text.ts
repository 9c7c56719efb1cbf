import type { AuditLine } from './oversight-model.ts';
import { oversightWindow } from './oversight-window-text.ts';
import { ownValue } from '../../own-value.ts';
import { shownName } from '../../text/shown-name.ts';

/** Actions whose words alone would not say what happened. */
const WHOLE: { readonly [action: string]: string } = {
  signedIn: 'Signed in',
  joined: 'Joined the organization',
  scopeRefused: 'Was refused: the key does not allow it',
  setMemberRole: 'Changed the role of a member',
  removeMember: 'Removed a member',
  createInvitation: 'Invited a person',
  resendInvitation: 'Sent an invitation again',
  cancelInvitation: 'Cancelled an invitation',
  acceptInvitation: 'Accepted an invitation',
  createKey: 'Made an API key',
  revokeKey: 'Revoked an API key',
  updateOrganization: 'Changed the organization',
  setDefaultOrganization: 'Changed their default organization',
  breakInheritance: 'Stopped a folder from inheriting',
  narrowCascade: 'Narrowed files to their folder',
  shareFile: 'Shared a file',
  shareFolder: 'Shared a folder',
  unshareFile: 'Stopped sharing a file',
  unshareFolder: 'Stopped sharing a folder',
  createVersion: 'Sent a new version of a file',
  restoreVersion: 'Restored an older version of a file',
  initiateUpload: 'Began to send a file',
  initiateFolderUpload: 'Began to send a file into a folder',
  promoteFile: 'Saved a file of a conversation',
  confirmUpload: 'Sent a file',
};

/** The first word of an action, as something that was done. */
const DONE: { readonly [verb: string]: string } = {
  accept: 'Accepted',
  add: 'Added',
  approve: 'Approved',
  archive: 'Archived',
  attach: 'Attached',
  cancel: 'Cancelled',
  confirm: 'Confirmed',
  copy: 'Copied',
  create: 'Made',
  decide: 'Decided',
  delete: 'Removed',
  fork: 'Copied',
  move: 'Moved',
  publish: 'Published',
  reject: 'Rejected',
  remove: 'Removed',
  rename: 'Renamed',
  restore: 'Restored',
  revoke: 'Revoked',
  send: 'Sent',
  set: 'Changed',
  share: 'Shared',
  start: 'Began',
  switch: 'Switched',
  unarchive: 'Brought back',
  unshare: 'Stopped sharing',
  update: 'Changed',
  upload: 'Sent',
};

const WITH: { readonly [via: string]: string } = {
  key: 'API key',
  session: 'A sign-in',
  oauth: 'Authorized program',
  nothing: 'Without signing in',
};

/** What was done, as a sentence without its subject: the service's word for it, taken apart where it is not known. */
export function auditAction(action: string): string {
  const whole = ownValue(WHOLE, action);
  if (whole !== undefined) return whole;
  const [verb = '', ...rest] = wordsOf(action);
  const done = ownValue(DONE, verb);
  if (done === undefined)
    return shownName([verb.slice(0, 1).toLocaleUpperCase('en') + verb.slice(1), ...rest].join(' '));
  return shownName([done, ...withArticle(rest)].join(' '));
}

/** With what it was done; an unknown one in the service's word. */
export function auditVia(via: string): string {
  return ownValue(WITH, via) ?? shownName(wordsOf(via).join(' '));
}

/** What kind of thing an action is about, as far as the service's word for it tells. */
export function auditKind(action: string): 'file' | 'folder' | 'member' | null {
  if (/folder|inheritance|cascade/i.test(action)) return 'folder';
  if (/file|version|upload/i.test(action)) return 'file';
  return /member/i.test(action) ? 'member' : null;
}

/** Who did it, by name where the service or the list of members tells one. */
export function auditWho({ who, userId }: Pick<AuditLine, 'who' | 'userId'>): string {
  const { nobody, unnamed } = oversightWindow.audit;
  return who ?? (userId === null ? nobody : unnamed);
}

/** What it was done to: its name, or its kind where that is not known; empty where the line is about nothing. */
export function auditThing({ action, target }: Pick<AuditLine, 'action' | 'target'>, name: string | null): string {
  return target === null ? '' : (name ?? oversightWindow.audit.things[auditKind(action) ?? 'other']);
}

/** `file` as `a file`; several things, and none, stay as they are. */
function withArticle(thing: readonly string[]): readonly string[] {
  const [first] = thing;
  if (first === undefined || thing.at(-1)?.endsWith('s') === true) return thing;
  return [/^[aeiou]/.test(first) ? 'an' : 'a', ...thing];
}

/** `setMemberRole` as `set member role`; marks between words, too. */
function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .split(/[\s._-]+/u)
    .filter(word => word !== '')
    .map(word => word.toLocaleLowerCase('en'));
}
