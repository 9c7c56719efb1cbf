import type { AccessEffect, GivenRole, ShareRow } from './model.ts';
import { formatCount } from '../../text/format.ts';
import { effectsText, roleMeaning, roleName, sourceText } from './text.ts';

/** What the dialog about sharing says. */
export const sharingWindow = {
  title: (name: string) => `Share '${name}'`,
  reading: 'Asking the service who can open it…',
  close: 'Close',
  again: 'Try again',
  said: 'The service said',
  asOf: (time: string) => `As of ${time}. The service does not answer, so nothing can be changed now.`,
  onlyLook: 'You can see who has access but not change it.',
  addTitle: 'Add people or teams',
  whoHint: 'At least two letters',
  noDirectory:
    "Your organization doesn't allow searching its member directory. You can still pick people this item is already shared with.",
  nobody: 'Nobody was found.',
  notFound: 'The people could not be looked up just now. Type once more to try again.',
  takeOut: (name: string) => `Leave out ${name}`,
  hasAlready: 'Has access already',
  team: 'Team',
  role: 'Role',
  roleOf: (name: string) => `Role of ${name}`,
  roleOption: (role: GivenRole) => `${roleName(role)}: ${roleMeaning(role) ?? ''}`,
  add: 'Add',
  adding: 'Adding…',
  listTitle: 'Who can open this',
  groups: { rule: 'Owner', here: 'Added here', above: "From a folder above that you can't open" },
  from: (folder: string) => `From '${folder}'`,
  goTo: (folder: string) => `Go to '${folder}'`,
  you: (name: string) => `${name} (you)`,
  ways: (count: number) => `${count} ways`,
  remove: (name: string) => `Remove ${name}`,
  removing: {
    title: (name: string) => `Remove the access of ${name}?`,
    titleMe: 'Remove your own access?',
    everybody: 'Only those who are listed by name, or come to it by a team, can open it afterwards.',
    lostMe: "You can't open it afterwards, and can't take this back.",
    yes: 'Remove access',
  },
  everybody: (organization: string | null) =>
    organization === null ? 'Everyone in your organization' : `Everyone in '${organization}'`,
  everybodyAsk: {
    title: (organization: string) => `Share it with ${organization}?`,
    text: 'Every member can then find and open it, also those who join later.',
    yes: 'Share with everyone',
  },
  widerFolder: (count: number) =>
    `${formatCount(count, 'file')} inside ${count === 1 ? 'is' : 'are'} shared more widely than this folder.`,
  review: 'Review files',
  widerFile: (folder: string, names: readonly string[]) =>
    names.length === 0
      ? `This file is shared more widely than its folder '${folder}': some can do more with it than with the folder.`
      : `This file is shared more widely than its folder '${folder}': ${listed(names)} can open the file, but not the folder.`,
  match: 'Make it match the folder…',
  matching: {
    title: (folder: string) => `Share it only as '${folder}' is shared?`,
    text: (effects: readonly AccessEffect[]) =>
      effects.length === 0
        ? 'Nobody loses anything by it: each comes to it another way, too.'
        : `Afterwards ${effectsText(effects)}.`,
    yes: 'Make it match',
  },
  widerTitle: (name: string) => `Files in '${name}' that are shared more widely`,
  widerNone: 'Every file is shared as its folder is.',
  widerHint: 'Tick the files that only those who can open the folder should open.',
  way: (name: string, role: string) => `${name} (${roleName(role)})`,
  narrow: (count: number) => (count === 0 ? 'Narrow' : `Narrow ${formatCount(count, 'file')}`),
  narrowed: (entries: number) => `${formatCount(entries, 'entry', 'entries')} removed.`,
  back: 'Back',
  advanced: 'Advanced',
  stop: 'Stop inheriting…',
  stopping: {
    title: (name: string) => `Stop '${name}' from inheriting?`,
    text: 'These entries are copied onto this folder and can then be changed here:',
    none: 'Nothing is inherited at this moment.',
    oneWay: "You can't switch this back from the app.",
    yes: 'Stop inheriting',
  },
  report: 'Sharing report',
  canOpen: (who: string) => `${who} can open it.`,
  afterAdding: (who: string) => `After this, ${who} can open it.`,
  stopped: 'This folder inherits nothing any more.',
  onlyYou: 'Only you can open it.',
  noLinks: "Links for people outside the organization aren't available.",
} as const;

/** Every way in which a person can open something, as lines. */
export function waysOf({ sources }: ShareRow): readonly string[] {
  return sources.map(source => `${sourceText(source)}: ${roleName(source.role)}`);
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ');
  return names.length <= 5 ? shown : `${shown} and ${names.length - 5} more`;
}
