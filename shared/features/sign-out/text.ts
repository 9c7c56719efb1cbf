import { formatBytes, formatCount } from '../../text/format.ts';

/** Why a file stays on this computer when all others are removed here. */
const STAYS: { readonly [reason: string]: string } = {
  'not-sent': 'It was changed here and is not sent yet.',
  changing: 'It changed just now, or could not be read since.',
  'changed-there': 'The service has another version than this computer.',
  conflict: 'There are two versions of it that wait for your decision.',
  'gone-there': 'The service does not show it, so this may be the only copy.',
  busy: 'It is being sent or downloaded.',
  hidden: 'A rule skips it, so the service may not have it.',
  'only-here': 'It was never sent.',
  unseen: 'It was found here just now, and was not sent from this place.',
  begun: 'Sending it was begun, and the service did not say that it arrived whole.',
  uncompared: 'The service has it too, and the two were not compared yet.',
  special: 'It is a link or something else that is no plain file.',
  unreadable: 'It cannot be read, so nobody knows what is in it.',
  unchecked: 'It could not be compared with the service, or the service has something else.',
};

function apart(files: number, sizeBytes: number): string {
  return `${formatCount(files, 'item')}, ${formatBytes(sizeBytes)}, ${files === 1 ? 'is' : 'are'} among Benchtop’s own records`;
}

/** The words about leaving a computer with its files, in the window and on the command line. */
export const leavingTexts = {
  stays: (reason: string, said: string | null) =>
    [STAYS[reason] ?? 'It is kept.', ...(said === null ? [] : [said])].join(' '),

  question: 'The files on this computer',
  keep: { label: 'Keep them', hint: 'Nothing is removed. They go on once somebody signs in again.' },
  remove: {
    label: 'Remove them here',
    hint: 'Only what the service surely has is removed from this computer. It stays at the service.',
  },

  reading: 'Looking at what is on this computer…',
  goes: (files: number, sizeBytes: number) =>
    files === 0
      ? 'No file on this computer can be removed: none is surely at the service.'
      : `${formatCount(files, 'file')}, ${formatBytes(sizeBytes)}, can be removed here. ${files === 1 ? 'It stays' : 'They stay'} at the service; each is compared with it first.`,
  nothing: 'No folder on this computer is mirrored.',
  staying: (files: number) =>
    `${formatCount(files, 'file')} ${files === 1 ? 'stays' : 'stay'} where ${files === 1 ? 'it is' : 'they are'}:`,
  trouble: (local: string, trouble: string) => `Nothing is removed in '${local}', and it stays mirrored. ${trouble}`,
  more: (count: number) => `and ${formatCount(count, 'more', 'more')}`,
  apartStays: (files: number, sizeBytes: number) =>
    `${apart(files, sizeBytes)} and ${files === 1 ? 'stays' : 'stay'} there:`,
  apartLost: (files: number, sizeBytes: number) =>
    `${apart(files, sizeBytes)} and would be lost. There may be no other copy:`,
  store: 'kept for 30 days',
  waiting: 'waits to be sent',
  merge: 'a merge that is not sent',
  message: 'a message to the agent that is not sent',
  unnamed: 'a file without a name',
  /** `isNeeded`: something in there may be the only copy, or tells where a folder is mirrored. */
  records: (records: string, isNeeded: boolean) =>
    isNeeded
      ? `Benchtop’s records stay in ${records}. Only they know of what stays, so keep that folder.`
      : `Benchtop’s records (history and settings) stay in ${records}. Once Benchtop has ended, that folder can be removed by hand.`,

  everything: 'Remove everything from this computer',
  everythingHint:
    'Removes the files here that the service has and what Benchtop keeps for 30 days, and signs out. It lists first what would be lost.',
  everythingAbout:
    'Files that the service surely has go from this computer and stay at the service. What it may not have stays in its folder. You are signed out.',
  everythingOpen: 'Remove everything…',
  /** On the account page, which leads there. */
  inSettings: 'Remove files in Settings…',
  everythingTitle: 'Remove everything from this computer?',
  sureWord: 'remove',
  sure: 'Type remove to be sure',
  out: 'Sign out',
  outAndRemove: 'Remove and sign out',
  removeAll: 'Remove everything',
  cancel: 'Cancel',
  stop: 'Stop',
  close: 'Close',
  lookAgain: 'Look again',

  freeing: (done: number, of: number) => `Removing here: ${formatCount(done, 'file')} of ${formatCount(of, 'file')}…`,
  freed: (done: number) => `Removed here so far: ${formatCount(done, 'file')}.`,
  ending: 'Signing out…',
  stopped: (done: number) =>
    done === 0
      ? 'Stopped. Nothing was removed.'
      : `Stopped. ${formatCount(done, 'file')} ${done === 1 ? 'is' : 'are'} removed here and still at the service; you are still signed in. To have them here again, choose Keep offline.`,
  broken: (done: number) =>
    done === 0
      ? 'Nothing was removed, and you are still signed in.'
      : `${formatCount(done, 'file')} ${done === 1 ? 'was' : 'were'} removed here and ${done === 1 ? 'is' : 'are'} at the service; all others are still here. You are still signed in, and can go on later.`,
  doneTitle: 'You are signed out',
  removed: (files: number, sizeBytes: number) =>
    files === 0
      ? 'No file was removed here.'
      : `${formatCount(files, 'file')}, ${formatBytes(sizeBytes)}, ${files === 1 ? 'was removed here and stays' : 'were removed here and stay'} at the service.`,
  lost: (files: number, sizeBytes: number) =>
    `${formatCount(files, 'item')}, ${formatBytes(sizeBytes)}, ${files === 1 ? 'was' : 'were'} removed from Benchtop’s own records.`,

  commandNeedsYes: 'Nothing was changed. To go on, add --yes.',
  commandNeedsEverything: 'Nothing was changed. To go on, add --yes-remove-everything.',
} as const;
