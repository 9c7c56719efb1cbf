import { formatCount } from './format.ts';

/** The words of the window's frame and screens. One place, so that one thing has one name. */
export const words = {
  product: 'Benchtop',
  reveal: (label: string) => `Show what is typed in “${label}”`,
  hide: (label: string) => `Hide what is typed in “${label}”`,
  places: { label: 'Places', files: 'Files', activity: 'Activity' },
  regions: { tools: 'Where you are, and how Benchtop is doing', folders: 'Folders', main: 'Content' },

  connection: {
    connecting: 'Connecting to Benchtop…',
    lost: 'The connection to Benchtop was lost. What you see may be old.',
    unreached: 'Benchtop does not answer.',
    trying: 'Trying again…',
    moved: 'If Benchtop was started again, it may have another address. This prints it:',
    close: 'Close',
    tryNow: 'Try now',
    ended: 'This window is signed out: its address was used before, or Benchtop was started again.',
    endedRemedy: 'Open a fresh address for it:',
  },

  status: {
    title: 'Status',
    more: 'More about the status, and pause',
    checkNow: 'Check now',
    pause: 'Pause syncing',
    resume: 'Resume syncing',
    activity: 'Show activity',
    unknown: 'Connecting…',
    apart: 'Not connected',
    inStep: (files: number) => `${formatCount(files, 'file')} in step`,
    sameThen: (files: number) => `${formatCount(files, 'file')} the same at the last check`,
    waiting: (items: number) => `${formatCount(items, 'change')} waiting`,
    held: (items: number) => `${formatCount(items, 'change')} held back for a while`,
    blocked: (items: number) => `${formatCount(items, 'item')} not in step`,
    conflicted: (items: number) => `${formatCount(items, 'file')} with two versions`,
  },

  files: {
    columns: { name: 'Name', sync: 'Sync', text: 'Text', access: 'Access', modified: 'Modified', size: 'Size' },
    list: (folder: string) => `Contents of ${folder}`,
    folders: 'Folders',
    folder: 'Folder',
    file: 'File',
    reading: 'Reading this folder…',
    empty: 'Nothing here yet.',
    emptyHint: 'Files that you put into this folder on your computer are sent and appear here.',
    emptyHintDownload: 'Files that are added at the service are downloaded and appear here.',
    summary: (folders: number, files: number) =>
      [folders > 0 ? formatCount(folders, 'folder') : '', files > 0 || folders === 0 ? formatCount(files, 'file') : '']
        .filter(part => part !== '')
        .join(', '),
    checked: (ago: string) => `Checked ${ago}`,
    neverChecked: 'Not checked yet',
    checkNow: 'Check now',
    up: 'Parent folder',
    tryAgain: 'Try again',
    goneTitle: 'This folder is no longer here',
    unreadTitle: 'This folder could not be read',
    toTop: 'Go to the top folder',
    modes: { 'two-way': null, upload: 'Sends only', download: 'Downloads only' },
  },

  start: {
    checking: 'Checking your key…',
    serviceSaid: 'The service said',
    copy: 'Copy',
    copied: 'Copied',
  },

  activity: {
    now: 'Now',
    sending: 'Sending',
    downloading: 'Downloading',
    more: (count: number) => `and ${formatCount(count, 'more', 'more')}`,
    empty: 'Transfers will be listed here.',
    reading: 'Reading the history…',
    readingOlder: 'Reading…',
    in: (folder: string) => `in ${folder}`,
  },

  keys: {
    title: 'Keyboard',
    open: 'Keyboard shortcuts',
    close: 'Close',
    list: [
      { keys: ['Ctrl', '1'], does: 'Files' },
      { keys: ['Ctrl', '2'], does: 'Attention' },
      { keys: ['Ctrl', '3'], does: 'Activity' },
      { keys: ['Ctrl', '4'], does: 'Drop zones' },
      { keys: ['Ctrl', '5'], does: 'Chat' },
      { keys: ['Ctrl', '6'], does: 'Library' },
      { keys: ['Ctrl', 'K'], does: 'Search; with > in front, commands' },
      { keys: ['Ctrl', ','], does: 'Settings' },
      { keys: ['F6'], does: 'Next region; with Shift, the one before' },
      { keys: ['F8'], does: 'What was just done, to undo or show it' },
      { keys: ['Ctrl', 'Z'], does: 'Undo what was just done' },
      { keys: ['Enter'], does: 'Open; Space looks into a file beside it' },
      { keys: ['Alt', '↑'], does: 'Parent folder; Backspace too' },
      { keys: ['Alt', '←'], does: 'Back; with → forward' },
      { keys: ['F2'], does: 'Rename' },
      { keys: ['Delete'], does: 'Remove…' },
      { keys: ['Shift', 'F10'], does: 'What can be done with it' },
      { keys: ['Ctrl', 'Shift', 'S'], does: 'Share' },
      { keys: ['Ctrl', 'Shift', 'O'], does: 'Keep offline, or free up space' },
      { keys: ['Ctrl', 'C'], does: 'Copy the path; with Shift, the id' },
      { keys: ['Ctrl', 'I'], does: 'Details' },
      { keys: ['Ctrl', 'R'], does: 'Check now' },
      { keys: ['Ctrl', 'Shift', 'P'], does: 'Pause or resume' },
      { keys: ['?'], does: 'This list' },
    ],
    /** In the desktop app only. */
    dragOut: { keys: ['Ctrl', 'drag'], does: 'Drag files out of the window' },
  },

  failure: {
    title: 'This part of the window stopped working',
    sentence: 'Your files are not affected. Load the window again; if it comes back, report these words:',
    reload: 'Load again',
  },
} as const;

/** What to type in a terminal, for what this window cannot do yet. */
export const commands = {
  window: 'benchtop window',
} as const;
