/** What is said of projects (spec 2.8). */
export const projectTexts = {
  absent: 'This service has no projects.',
  gone: 'The service does not show this project: it was archived, or you lost access to it.',
  notAllowed: (said: readonly string[]) =>
    `Your role in this project, or your key, does not allow this. Nothing was changed.${said.length === 0 ? '' : ` The service said: ${said.map(text => `“${text.replaceAll(/\s+/g, ' ')}”`).join(' ')}`}`,
  listEnds: 'The list of projects has no end that can be reached.',
  memberGone: 'This person is no longer in the project. Nothing was changed; look again.',
  memberAlready: (name: string, role: string) =>
    `${name} is in the project already, as ${role}. To change that: benchtop projects role`,
  notMember: 'You are not a member of this project. Nothing was changed.',
  whoAreYou: 'The service does not tell who you are, so leaving could not be checked. Nothing was changed.',
  noSuchRole: (role: string) => `'${role}' is no role. Roles are: owner, admin, editor, viewer.`,
  noSuch: (what: string) => `No project fits '${what}'. To see them: benchtop projects list`,
  noSuchMember: (who: string) =>
    `Nobody in the project fits '${who}'. To see who is: benchtop projects members PROJECT`,
  nobody: (who: string) => `Nobody in the organization was found for '${who}'.`,
  several: (what: string, names: readonly string[]) =>
    `'${what}' may be: ${names.join(', ')}. Write the id or the address.`,
  nothingToDo: 'Say what to change: --name, --description or --icon.',
  none: 'You are in no project.',
  made: (name: string, id: string) => `Project '${name}' is made (${id}).`,
  changed: (name: string) => `Project '${name}' is changed.`,
  archiveAsk: (name: string) =>
    `Project '${name}' would be archived for everybody in it. Nothing was changed. To do it, add --yes.`,
  archived: (name: string) => `Project '${name}' is archived.`,
  leaveAsk: (name: string) =>
    `You would no longer be in '${name}', and somebody in it has to add you to come back. Nothing was changed. To do it, add --yes.`,
  left: (name: string) => `You are no longer in '${name}'.`,
  removeAsk: (who: string, name: string) =>
    `${who} would no longer be in '${name}'. Nothing was changed. To do it, add --yes.`,
  added: (who: string, role: string) => `${who} is in the project, as ${role}.`,
  roleSet: (who: string, role: string) => `${who} is ${role} now.`,
  removed: (who: string) => `${who} is no longer in the project.`,
} as const;
