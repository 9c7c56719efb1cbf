import type { GivenKeyPolicy } from './oversight-model.ts';
import { formatCount, formatNumber } from '../../text/format.ts';

/** What the window says of the audit log, of API keys and of what auto-tidy proposes. */
export const oversightWindow = {
  audit: {
    label: 'Audit log',
    about: 'What was done in the organization, in the order in which the service lists it.',
    columns: { at: 'When', who: 'Who', action: 'What', target: 'To what', via: 'With' },
    action: 'What',
    anything: 'Everything',
    who: 'Who',
    anybody: 'Everybody',
    /** Who is not among the members, so that the service tells no name. */
    unnamed: 'Not a member now',
    nobody: 'Not told',
    /** What the line is about, where its name is not told. */
    things: { file: 'A file', folder: 'A folder', member: 'A member', other: 'Not told' },
    openThing: (name: string) => `Open the folder of ${name}`,
    save: 'Save as CSV',
    saving: 'Reading…',
    saved: (lines: number) =>
      `${formatCount(lines, 'line')} of the audit log ${lines === 1 ? 'is' : 'are'} being saved.`,
    fileName: (day: string) => `audit log ${day}.csv`,
    tableColumns: ['When', 'Who', 'What', 'To what', 'With', 'Person id', 'Action', 'Target id'],
    none: 'Nothing is in the audit log',
    noneFit: 'Nothing fits',
    shown: (shown: number, total: number | null) =>
      total === null || total <= shown
        ? formatCount(shown, 'line')
        : `${formatNumber(shown)} of ${formatCount(total, 'line')}`,
    older: 'Show older ones',
    reading: 'Asking the service…',
  },
  report: {
    label: 'Sharing report',
    about:
      'Files that more people can open than the folder they lie in. Tick those that only the readers of the folder should open.',
    none: 'Every file is shared as its folder is',
    noneAbout: 'Nothing is open to more people than its folder.',
    total: (files: number, folders: number) => `${formatCount(files, 'file')} in ${formatCount(folders, 'folder')}`,
    loose: 'In no folder',
    folder: 'A folder without a name',
    all: (folder: string) => `All of ${folder}`,
    openThing: (name: string) => `Show in Files: ${name}`,
    open: 'Show in Files',
    can: (who: readonly string[]) => `Also open to ${who.join(', ')}`,
    fix: (count: number) =>
      count === 0 ? 'Share as the folder is…' : `Share ${formatCount(count, 'file')} as the folder is…`,
    asking: {
      title: (count: number) => `Share ${formatCount(count, 'file')} only as the folder is?`,
      text: 'Entries that let in more people than the folder does are removed. Those people can no longer open these files.',
      yes: 'Remove these entries',
    },
    fixed: (entries: number) => `${formatCount(entries, 'entry', 'entries')} removed.`,
    save: 'Save as CSV',
    saved: 'The report is being saved.',
    fileName: (day: string) => `sharing report ${day}.csv`,
    tableColumns: ['Folder', 'File', 'Who can open it beyond the folder', 'Role', 'File id'],
  },
  keys: {
    label: 'API keys',
    about:
      "A key signs in a program or an instrument without a person. It may do what whoever made it may do. You see your own; owners and admins see everyone's.",
    policy: 'Who may make keys',
    policies: { all_members: 'Every member', admins_only: 'Owners and admins' } satisfies Record<
      GivenKeyPolicy,
      string
    >,
    unknownPolicy: (policy: string) => `${policy}, a rule from the service`,
    none: 'There are no API keys',
    make: 'Make a key…',
    making: {
      title: 'Make an API key',
      about: 'It acts for you, with everything you may see and change.',
      name: 'What it is for',
      until: 'Ends on (empty: never)',
      past: 'A key cannot end in the past.',
      yes: 'Make the key',
    },
    made: (name: string) => `The key '${name}' is made.`,
    secret: {
      title: 'Keep this key now',
      about: 'It is shown this once. Whoever has it can do what you can do: keep it where nobody else finds it.',
      label: 'The key',
      copy: 'Copy the key',
      copied: 'Copied',
      notCopied: 'It could not be copied. Select it and copy it yourself.',
      close: 'I have kept it',
    },
    inUse: 'Signed in with it here',
    revokedAt: (moment: string) => `revoked ${moment}`,
    madeAt: (moment: string) => `made ${moment}`,
    until: (moment: string) => `ends ${moment}`,
    ended: (moment: string) => `ended ${moment}`,
    revoked: 'Works no more',
    revoke: (name: string) => `Revoke… ${name}`,
    revokeShort: 'Revoke…',
    revoking: {
      title: (name: string) => `Revoke the key '${name}'?`,
      text: 'Whatever signs in with it is signed out for good. This cannot be taken back.',
      inUse:
        'Benchtop on this computer signs in with it: nothing more is sent or downloaded here until you sign in again.',
      yes: 'Revoke',
    },
  },
  proposals: {
    label: 'Tidy proposals',
    about: 'What auto-tidy proposes for files that you may change. Nothing happens before somebody approves it.',
    none: 'Nothing is proposed',
    noneAbout: 'The service makes proposals while auto-tidy is on.',
    nothing: 'none',
    to: 'to',
    approve: 'Approve',
    reject: 'Reject',
    approveHint: (name: string) => `Approve for ${name}`,
    rejectHint: (name: string) => `Reject for ${name}`,
    shown: (shown: number, total: number | null) =>
      total === null || total <= shown
        ? formatCount(shown, 'proposal')
        : `${formatNumber(shown)} of ${formatCount(total, 'proposal')}`,
    more: 'Show more',
  },
} as const;
