import { audienceOf, effectiveAccess, EVERYBODY, isGain, rankOf } from './effective-access.ts';
import type { AccessWay, EffectiveAccess } from './effective-access.ts';
import type { AccessEffect, GivenRole, ShareRow, ShareSource } from './model.ts';
import { formatCount, formatNumber } from '../../text/format.ts';
import { shownName } from '../../text/shown-name.ts';

/** What a role allows, by the words of the service; another one is told as it is. */
const ROLE_MEANS: { readonly [role: string]: string } = {
  viewer: 'can open and download',
  editor: 'can also change and send versions',
  admin: 'can also share',
  owner: 'owns it',
};
const ROLE_NAMES: { readonly [role: string]: string } = {
  viewer: 'Can view',
  editor: 'Can edit',
  admin: 'Can share',
  owner: 'Owner',
};

/** What sharing is called, and what is said of it (spec 2.4). */
export const sharingTexts = {
  notThere: 'The service does not have it yet, so it cannot be shared. Wait until it is sent.',
  onlyFolders: 'Only a folder can do that.',
  whichPrincipal: 'Say who: a person, a team, or the organization. Nothing was changed.',
  hasItAlready: (name: string | null) => `${name ?? 'This entry'} has this role already. Nothing was changed.`,
  changedMeanwhile: 'Somebody changed this sharing since you looked. Nothing was changed; look again.',
  notSeen: (name: string | null) =>
    `The service took the change${name === null ? '' : ` for ${name}`}, but does not show it. Look again before you rely on it.`,
  noneWider: 'None of these files is shared more widely any more. Nothing was changed.',
  noSuchRole: (role: string) => `'${role}' is no role. Roles are: viewer, editor, admin.`,
  nobody: (who: string) => `Nobody was found for '${who}'. Write a name, an address, or 'organization'.`,
  several: (who: string, names: readonly string[]) => `'${who}' may be: ${names.join(', ')}. Write the address.`,
  hasNoEntry: (name: string) =>
    `${name} has no entry here that could be removed: the access comes from elsewhere. Nothing was changed.`,
  notHere: (who: string) => `'${who}' has no access here.`,
  asOf: (time: string) => `The service does not answer. As of ${time}.`,
  onlyLook: 'You can see who has access but not change it.',
  you: (name: string) => `${name} (you)`,
  canOpen: (name: string, who: string) => `'${name}' can be opened by ${who}.`,
  gains: (effects: readonly AccessEffect[] | null) =>
    effects === null
      ? 'Who could do more with it after the move is not known.'
      : effects.length === 0
        ? 'Nobody can do more with it after the move.'
        : afterMove(effects),
  loses: (effects: readonly AccessEffect[] | null) =>
    effects === null
      ? 'Who could do less with it after the move is not known.'
      : effects.length === 0
        ? 'Nobody can do less with it after the move.'
        : afterMove(effects),
  cleared: (entries: number, left: number) =>
    `${entries === 1 ? '1 entry' : `${entries} entries`} removed. ${left === 0 ? 'No file is' : left === 1 ? '1 file is' : `${left} files are`} shared more widely than the folder now.`,
} as const;

/** A role in a few words. */
export function roleName(role: string): string {
  return ROLE_NAMES[role.toLowerCase()] ?? (role === '' ? 'Role not told' : `${role}, a role from the service`);
}

/** What a role allows; null for an unknown one. */
export function roleMeaning(role: string): string | null {
  return ROLE_MEANS[role.toLowerCase()] ?? null;
}

/** The roles that can be given, as the dialog lists them. */
export const GIVEN_ROLES: readonly GivenRole[] = ['viewer', 'editor', 'admin'];

/** Where access comes from, in words. */
export function sourceText({ how, folder }: ShareSource): string {
  switch (how) {
    case 'here':
      return 'Added here';
    case 'rule':
      return 'Not by an entry';
    case 'folder':
      return folder?.name ? `From '${folder.name}'` : "From a folder above that you can't open";
  }
}

/** Everybody in an organization, by its name where that is known. */
export function everyoneIn(organization: string | null): string {
  return `everyone in ${organization === null ? 'the organization' : `'${organization}'`}`;
}

/** How many can open something. Who is named beside everybody is one of them. */
export function audienceText(rows: readonly ShareRow[], organization: string | null): string {
  const { isEverybody, people, teams, others } = audienceOf(rows);
  const named = listed([
    ...(people === 0 ? [] : [formatCount(people, 'person', 'people')]),
    ...(teams === 0 ? [] : [formatCount(teams, 'team')]),
    ...(others === 0 ? [] : [formatCount(others, 'other')]),
  ]);
  if (!isEverybody) return named === '' ? 'nobody' : named;
  const everyone = everyoneIn(organization);
  if (named === '') return everyone;
  return `${everyone} (${people > 0 && teams + others === 0 ? `${formatNumber(people)} of them` : named} by name)`;
}

/** What is at hand about the access to a thing. */
export interface AccessAtHand {
  readonly rows: readonly ShareRow[];
  /** What the organization is called, where that is known. */
  readonly organization: string | null;
}

/** A person or team whose access was changed, by the key and name of the row. */
export interface ChangedFor {
  readonly key: string;
  readonly name: string;
}

/** What an entry with a role brought about: more is possible where another way allows more. */
export function givenText(
  { rows, organization }: AccessAtHand,
  { key, name, role }: ChangedFor & { readonly role: string },
): string {
  const effective = effectiveAccess(rows, key);
  const now = `${name}: ${roleName(role).toLowerCase()} now.`;
  if (effective.role !== null && rankOf(effective.role) > rankOf(role))
    return `${name} ${stillCan(effective, organization)}. The entry here says: ${roleName(role).toLowerCase()}.`;
  return effective.teams.length === 0
    ? now
    : `${now} ${capitalized(untold(effective))}, which may do more, is not told here.`;
}

/** What is left after an entry was taken away. */
export function removedText(access: AccessAtHand, who: ChangedFor): string {
  return `The entry of ${who.name} was removed. ${leftText(access, who, 'no longer')}`;
}

/** What a person or team can do by the rows at hand, as a whole sentence. @param since when nothing is left. */
export function leftText(
  { rows, organization }: AccessAtHand,
  { key, name }: ChangedFor,
  since: 'no longer' | 'afterwards',
): string {
  const effective = effectiveAccess(rows, key);
  if (effective.role !== null)
    return `${since === 'afterwards' ? 'Afterwards ' : ''}${name} ${stillCan(effective, organization)}.`;
  if (effective.teams.length > 0) return `No entry here lets ${name} open it; ${untold(effective)} is not told here.`;
  return since === 'no longer' ? `${name} can no longer open it.` : `${name} can't open it afterwards.`;
}

/** What a person or team can really do, where that is more than their own entries say; else null. */
export function moreText(
  { rows, organization }: AccessAtHand,
  { key, role }: { readonly key: string; readonly role: string },
): string | null {
  const effective = effectiveAccess(rows, key);
  if (effective.role === null || rankOf(effective.role) <= rankOf(role)) return null;
  const what = `${roleName(effective.role)}, ${throughText(effective, organization)}`;
  // How much a role from the service allows is not known: it may be more.
  return rankOf(role) < 0 ? `In effect at least: ${what}` : `In effect: ${what}`;
}

/** What comes of a move for those for whom it changes something. */
export function afterMove(effects: readonly AccessEffect[]): string {
  return `After the move, ${effectsText(effects)}.`;
}

/** Names that are told for one change; the others are counted. */
const MOST_NAMES = 5;

/** What comes of a change for those for whom it changes something, as the middle of a sentence. */
export function effectsText(effects: readonly AccessEffect[]): string {
  const groups = new Map<string, string[]>();
  for (const effect of effects) {
    const what = effectText(effect);
    const isOfAll = effect.key === EVERYBODY && effect.after === null;
    groups.set(what, [...(groups.get(what) ?? []), ...(isOfAll ? [] : [nameOf(effect)])]);
  }
  return listed([...groups].map(([what, names]) => (names.length === 0 ? what : `${someOf(names)} ${what}`)));
}

function nameOf({ key, name }: AccessEffect): string {
  return key === EVERYBODY ? 'everybody in the organization' : name;
}

function effectText(effect: AccessEffect): string {
  const { key, after, teams } = effect;
  if (after === null && key === EVERYBODY)
    return 'only those who are named, or come to it by a team, can open it and no longer everybody in the organization';
  const unless = teams.length === 0 ? '' : `, unless ${listed(teams.map(team => `'${shownName(team)}'`))} lets them`;
  if (after === null) return `can't open it any more${unless}`;
  const can = EFFECTS[after.toLowerCase()] ?? `can use it with the role '${shownName(after)}'`;
  return isGain(effect) ? can : `${can} and no more${unless}`;
}

const EFFECTS: { readonly [role: string]: string } = {
  viewer: 'can view it',
  editor: 'can edit it',
  admin: 'can share it',
  owner: 'can do everything with it',
};

function someOf(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return listed([...names.slice(0, MOST_NAMES).map(shownName), ...(more > 0 ? [`${more} more`] : [])]);
}

function stillCan(effective: EffectiveAccess, organization: string | null): string {
  const role = effective.role ?? '';
  const still = STILL[role.toLowerCase()] ?? `still has the role '${role}'`;
  return `${still}, ${throughText(effective, organization)}`;
}

const STILL: { readonly [role: string]: string } = {
  viewer: 'can still view',
  editor: 'can still edit',
  admin: 'can still share',
  owner: 'still owns it',
};

function throughText({ ways }: EffectiveAccess, organization: string | null): string {
  return listed([...new Set(ways.map(way => wayText(way, organization)))]);
}

function wayText({ source, isOfEverybody }: AccessWay, organization: string | null): string {
  const { how, folder } = source;
  if (isOfEverybody) return `through ${everyoneIn(organization)} (${lower(sourceText(source))})`;
  if (how === 'here') return 'by an entry here';
  if (how === 'rule') return 'without any entry';
  return folder?.name ? `through '${folder.name}'` : "through a folder above that you can't open";
}

function untold({ teams }: EffectiveAccess): string {
  return `who belongs to ${listed(teams.map(team => `'${team}'`))}`;
}

function listed(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}

/** With a capital letter, for the beginning of a sentence. */
export function capitalized(text: string): string {
  return text.slice(0, 1).toLocaleUpperCase('en') + text.slice(1);
}

function lower(text: string): string {
  return text.slice(0, 1).toLocaleLowerCase('en') + text.slice(1);
}
