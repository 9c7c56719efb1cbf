import { badRequest } from '../../../shared/fault.ts';
import type { GivenRole, SharePrincipal, SharingView } from '../../../shared/features/sharing/model.ts';
import { sharingTexts as texts } from '../../../shared/features/sharing/text.ts';
import { isFault } from '../../engine/context/mirror-context.ts';
import { calls } from '../../remote/api/calls.ts';
import type { AppContext } from '../../items/app-context.ts';
import { readAgain } from './read-access.ts';
import { type Entry, keyOf } from './access-rows.ts';
import { type Subject, subjectOf } from './shared-item.ts';

/** Shares an item. @throws FaultError, also `bad-request` when the service does not show it afterwards. */
export async function shareItem(
  context: AppContext,
  id: string,
  wanted: { readonly principal: SharePrincipal; readonly role: GivenRole },
): Promise<SharingView> {
  const subject = await subjectOf(context, id);
  const body = bodyOf(wanted.principal, wanted.role);
  const key = keyOfPrincipal(wanted.principal);
  const own = (await subject.shares()).filter(each => keyOf(each) === key);
  const [old] = own;
  if (old !== undefined && isRole(old, wanted.role)) throw badRequest(texts.hasItAlready(nameOf(old)));
  if (old?.id) return replace(context, subject, { old, role: wanted.role });
  await subject.share(body);
  return seen(context, subject, key, wanted.role);
}

/** Changes an entry's role. @throws FaultError, `stale` when the entry is gone. */
export async function changeRole(
  context: AppContext,
  id: string,
  entry: string,
  role: GivenRole,
): Promise<SharingView> {
  const subject = await subjectOf(context, id);
  const old = (await subject.shares()).find(each => each.id === entry);
  if (old === undefined) throw badRequest(texts.changedMeanwhile);
  if (isRole(old, role)) return readAgain(context, subject);
  return replace(context, subject, { old, role });
}

/** Removes an entry. Succeeds if another client removed it first. */
export async function removeEntry(context: AppContext, id: string, entry: string): Promise<SharingView> {
  const subject = await subjectOf(context, id);
  try {
    await subject.unshare(entry);
  } catch (error) {
    if (!isFault(error, 'gone')) throw error;
  }
  return readAgain(context, subject);
}

/**
 * Copies a folder's inherited entries onto it; it then inherits nothing. @throws FaultError `bad-request` for a file.
 */
export async function stopInheriting(context: AppContext, id: string): Promise<SharingView> {
  const subject = await subjectOf(context, id);
  if (subject.now.kind !== 'folder') throw badRequest(texts.onlyFolders);
  await calls.breakInheritance(subject.line, { path: { id: subject.now.id } });
  return readAgain(context, subject);
}

/**
 * Adds the new entry first and removes the old one only when the new one was seen, so that at any time the person has
 * one of the two roles. Also works with a service that changes the entry itself.
 */
async function replace(
  context: AppContext,
  subject: Subject,
  { old, role }: { readonly old: Entry; readonly role: GivenRole },
): Promise<SharingView> {
  await subject.share(bodyOf(principalIn(old), role));
  const now = await subject.shares();
  const own = now.filter(each => keyOf(each) === keyOf(old));
  if (!own.some(each => isRole(each, role))) throw badRequest(texts.notSeen(nameOf(old)));
  const left = own.find(each => each.id === old.id);
  if (left?.id && !isRole(left, role)) await dropOld(subject, left.id);
  return readAgain(context, subject);
}

async function dropOld(subject: Subject, entry: string): Promise<void> {
  try {
    await subject.unshare(entry);
  } catch (error) {
    if (!isFault(error, 'gone')) throw error;
  }
}

/** Whether the item's own new entry is listed; access from other sources does not count. */
async function seen(context: AppContext, subject: Subject, key: string, role: GivenRole): Promise<SharingView> {
  const view = await readAgain(context, subject);
  const sources = view.rows.find(row => row.key === key)?.sources ?? [];
  if (!sources.some(({ how, role: own }) => how === 'here' && own.toLowerCase() === role))
    throw badRequest(texts.notSeen(null));
  return view;
}

function bodyOf(principal: SharePrincipal, role: GivenRole): Parameters<Subject['share']>[0] {
  const { kind, id } = principal;
  if (kind === 'organization') return { isOrgWide: true, role };
  if (kind === 'team' && id !== null) return { teamId: id, role };
  if (kind === 'user' && id !== null && /^\d{1,15}$/.test(id)) return { userId: Number(id), role };
  throw badRequest(texts.whichPrincipal);
}

function principalIn(entry: Entry): SharePrincipal {
  const [kind = '', id = null] = keyOf(entry).split(':');
  return { kind, id };
}

function keyOfPrincipal({ kind, id }: SharePrincipal): string {
  return kind === 'organization' ? kind : `${kind}:${id ?? ''}`;
}

function isRole({ role }: Entry, wanted: GivenRole): boolean {
  return role?.toLowerCase() === wanted;
}

function nameOf({ displayName, email }: Entry): string | null {
  return displayName ?? email ?? null;
}
