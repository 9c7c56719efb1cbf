import { formatCount } from '../../text/format.ts';

/** Which version is to be current. */
export type Keep = 'mine' | 'theirs' | 'both';

/** The words of the sheet on which a person chooses between two versions. */
export const conflictWords = {
  title: (name: string) => `Two versions of '${name}'`,
  what: 'It was changed on this computer and at the service. Both versions are kept until you choose.',
  notWhole: 'One of the two versions is no longer there. Nothing more goes before you choose.',
  reading: 'Reading both versions…',
  gone: 'One of the two versions is no longer there, so there is nothing left to choose. Nothing was changed.',
  changed: 'One of the versions has changed since you opened this. What stands here now is the latest.',
  mine: 'This computer',
  theirs: 'On the service',
  base: 'Both were made from',
  facts: {
    changed: 'Changed',
    size: 'Size',
    bytes: 'Bytes',
    version: 'Version',
    who: 'By',
    name: 'Name',
    note: 'Note',
  },
  number: (number: number) => `Version ${number}`,
  notSent: 'Not sent yet',
  sent: 'Sent as a file of its own',
  unread: 'Not read yet',
  unknown: 'Not known',
  unknownBase: 'Not known: both were new, or it was not recorded.',
  asking: 'Asking the service…',
  offline: 'The service cannot be asked now who made its version.',
  question: 'Which one should be current?',
  choices: {
    mine: {
      label: 'Keep mine as the new version',
      text: 'Theirs stays in the version history at the service. The copy goes, and is kept on this computer for 30 days.',
    },
    theirs: {
      label: 'Use theirs',
      text: (copy: string) =>
        `Nothing is sent. Yours, '${copy}', is removed here and at the service, and is kept on this computer for 30 days.`,
    },
    both: {
      label: 'Keep both as separate files',
      text: 'Both files stay, here and at the service. Nothing goes.',
    },
    left: {
      label: 'Leave what is there',
      text: 'The one that is there stays, here and at the service. Nothing goes.',
    },
    later: {
      label: 'Decide later',
      text: 'Everything stays as it is, and this stays in the list.',
    },
  },
  copyName: 'Name of your version',
  noName: 'Give it a name.',
  badName: (trouble: string) => `This name does not work on every computer because of ${trouble}.`,
  notThere: 'It is not there any more.',
  apply: {
    mine: 'Keep mine',
    theirs: 'Use theirs',
    both: 'Keep both',
    later: 'Decide later',
  },
  left: 'Leave it so',
  none: 'Choose one',
  applying: 'Carrying it out…',
  settled: {
    mine: (name: string) => `Your version of '${name}' is current now. Theirs is in the version history.`,
    theirs: (name: string) => `The service's version of '${name}' is current. Yours is kept here for 30 days.`,
    both: (name: string) => `Both versions of '${name}' are kept as separate files.`,
  },
  /** What is said where both versions were merged before. */
  settledMerged: {
    theirs: (name: string) => `The merged version of '${name}' is current. Your copy is kept here for 30 days.`,
    both: (name: string) => `The merged version of '${name}' is current. Your copy stays as a file of its own.`,
  },
  many: {
    button: 'Choose for all…',
    title: (count: number) => `Choose for ${formatCount(count, 'conflict')}`,
    text: 'The same answer for each of these files:',
    summary: {
      mine: (count: number) =>
        `${count === 1 ? 'Your version becomes' : `Your ${count} versions become`} the newest at the service; theirs ${count === 1 ? 'stays' : 'stay'} in the version history. ${count === 1 ? 'The copy goes' : 'The copies go'} and ${count === 1 ? 'is' : 'are'} kept on this computer for 30 days.`,
      theirs: (count: number) =>
        `The service's ${count === 1 ? 'version stays' : 'versions stay'} current. ${count === 1 ? 'Your copy is' : `Your ${count} copies are`} removed here and at the service, and kept on this computer for 30 days.`,
      both: (count: number) => `All ${count * 2} files stay, here and at the service. Nothing goes.`,
    },
    more: (count: number) => `and ${formatCount(count, 'more', 'more')}`,
    settled: (count: number) => `${formatCount(count, 'conflict')} settled.`,
    refused: (count: number) =>
      `${formatCount(count, 'conflict')} could not be settled and ${count === 1 ? 'is' : 'are'} as before:`,
  },
  refusals: {
    changed: 'One of the two versions has changed since you looked. Nothing was changed; look again and choose then.',
    name: (name: string) => `Something else here is called '${name}' already. Choose another name.`,
  },
} as const;

/** The first letters of a hash: enough to tell two apart. */
export function shortHash(sha256: string): string {
  return sha256.slice(0, 12);
}
