import type { GivenRole, ShareRow, ShareSource } from '../model/sharing.ts';

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
  onlyYou: 'Only you.',
  you: (name: string) => `${name} (you)`,
  canOpen: (name: string, who: string) => `'${name}' can be opened by ${who}.`,
  gains: (names: readonly string[] | null) =>
    names === null
      ? 'Who would gain access is not known.'
      : names.length === 0
        ? 'Nobody gains access.'
        : `Would gain access: ${names.join(', ')}.`,
  loses: (names: readonly string[] | null) =>
    names === null
      ? 'Who would lose access is not known.'
      : names.length === 0
        ? 'Nobody loses access.'
        : `Would lose the access that comes from the folder: ${names.join(', ')}.`,
  cleared: (entries: number, left: number) =>
    `${entries === 1 ? '1 entry' : `${entries} entries`} removed. ${left === 0 ? 'No file is' : left === 1 ? '1 file is' : `${left} files are`} shared more widely than the folder now.`,
} as const;

/** A role in a few words. */
export function roleName(role: string): string {
  return ROLE_NAMES[role.toLowerCase()] ?? (role === '' ? 'Role not told' : `${role}, a role from the service`);
}

/** What a role allows; null for one that nobody here knows. */
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

/** How many can open something: people, teams, and everybody. */
export function audienceText(rows: readonly ShareRow[], organization: string | null): string {
  const count = (kind: string): number => rows.filter(row => row.principal.kind === kind).length;
  const people = count('user');
  const teams = count('team');
  const others = rows.length - people - teams - count('organization');
  const parts = [
    ...(people === 0 ? [] : [people === 1 ? '1 person' : `${people} people`]),
    ...(teams === 0 ? [] : [teams === 1 ? '1 team' : `${teams} teams`]),
    ...(others === 0 ? [] : [others === 1 ? '1 other' : `${others} others`]),
    ...(count('organization') === 0
      ? []
      : [`everyone in ${organization === null ? 'the organization' : `'${organization}'`}`]),
  ];
  if (parts.length === 0) return 'nobody';
  const last = parts.at(-1) ?? '';
  return parts.length === 1 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}
