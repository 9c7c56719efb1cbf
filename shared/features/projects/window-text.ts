import { formatCount } from '../../text/format.ts';
import { shownName } from '../../text/shown-name.ts';

/** What the projects of the organization say in the window. */
export const projectsWindow = {
  about: 'A project groups work, and has people of its own.',
  none: 'There is no project yet',
  noneAbout: 'Make one, and add the people who work on it.',
  list: 'Projects',
  create: 'New project…',
  open: (name: string) => `Open ${name}`,
  members: (count: number) => formatCount(count, 'member'),
  notIn: 'You are not in it',
  made: (name: string) => `Project '${name}' is made.`,
  back: 'All projects',
  unnamed: 'Project without a name',
  noDescription: 'Nothing is said about it yet.',
  onlyLook: 'Only owners and admins of the project change who is in it.',
  edit: 'Edit…',
  leave: 'Leave…',
  archive: 'Archive…',
  creating: { title: 'New project', yes: 'Make the project' },
  editing: { title: (name: string) => `Edit '${name}'`, yes: 'Save' },
  name: 'Name',
  description: 'What it is about',
  icon: 'Icon',
  iconHint: 'A sign such as an emoji',
  leaving: {
    title: (name: string) => `Leave '${name}'?`,
    text: 'Somebody in it has to add you for you to come back.',
    yes: 'Leave',
  },
  archiving: {
    title: (name: string) => `Archive '${name}'?`,
    text: 'It goes away for everybody in it. It cannot be brought back from here.',
    yes: 'Archive',
  },
  people: 'Members',
  add: 'Add somebody of the organization',
  addHint: 'At least two letters',
  addRole: 'Role',
  isIn: 'Is in it already',
  nobody: 'Nobody was found.',
  notFound: 'The people could not be looked up just now. Type once more to try again.',
  noDirectory: "Your organization doesn't allow searching its member directory. You can pick from its list of members.",
  removing: {
    title: (name: string, project: string) => `Remove ${name} from '${project}'?`,
    text: (name: string) => `${name} is in the organization still, and can be added again.`,
    yes: 'Remove',
  },
} as const;

const ROLES: { readonly [role: string]: string } = {
  owner: 'Owner',
  admin: 'Admin',
  editor: 'Editor',
  viewer: 'Viewer',
};

/** A role in a project; an unknown one is told as it is. */
export function projectRole(role: string): string {
  return ROLES[role.toLowerCase()] ?? (role === '' ? 'Role not told' : `${shownName(role)}, a role from the service`);
}
