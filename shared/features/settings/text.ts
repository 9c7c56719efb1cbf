import type { Standing } from '../status/model.ts';
import { connectionsPlace } from '../connections/place-text.ts';
import { formatBytes, formatCount, formatNumber } from '../../text/format.ts';

/** The words of the Settings screen. */
export const settingsWords = {
  place: 'Settings',
  search: 'Find a setting',
  clearSearch: 'Show all settings',
  none: 'No setting is called that.',
  reading: 'Reading the settings…',
  save: 'Save',
  saved: (label: string) => `${label}: saved.`,
  usual: (text: string) => `${text} at first.`,
  serviceSaid: 'The service said',
  close: 'Close',
  cancel: 'Cancel',

  sections: {
    folders: 'Folders',
    sync: 'Sync',
    network: 'Network',
    power: 'Power',
    store: 'Store of removed files',
    search: 'Search',
    appearance: 'Appearance',
    account: 'Account',
    connections: connectionsPlace.title,
    about: 'About',
  },

  wrong: {
    whole: (unit: string) => `Write a number of ${unit}, such as 5.`,
    range: (least: number, most: number, unit: string) =>
      `It can be from ${formatNumber(least)} to ${formatNumber(most)} ${unit}.`,
    speed: 'Write a speed such as 500 kB/s or 2 MB/s, at least 1 kB/s; nothing or 0 means as fast as it goes.',
    time: 'Write a time of day such as 08:00.',
  },

  network: {
    up: 'Sending, at most',
    down: 'Downloading, at most',
    speedHint: 'All transfers together, such as 2 MB/s; empty means as fast as it goes.',
    when: 'These speeds hold',
    always: 'At all hours',
    hours: 'Only from one time of day to another',
    whenHint: 'At other hours bytes travel as fast as they go.',
    from: 'From',
    to: 'To',
    proxy: 'Proxy',
    proxyHint:
      'Such as http://proxy.example.org:3128. Empty: as the environment of this computer says; none: directly.',
    certificates: 'Further certificates',
    certificatesHint:
      'A file (PEM) from the people who run your network, where a proxy looks into connections. Empty: only those of the system.',
    test: 'Connection',
    testHint: 'Asks the service who is signed in.',
    tryIt: 'Test the connection',
    trying: 'Asking…',
  },

  store: {
    days: 'Removed files are kept for 30 days',
    daysHint: 'What Benchtop takes out of a folder on this computer is kept for 30 days and can be brought back.',
    now: (files: number, bytes: number) =>
      files === 0 ? 'It is empty now.' : `Now: ${formatCount(files, 'file')}, ${formatBytes(bytes)}.`,
  },

  appearance: {
    theme: { label: 'Colours', hint: 'Light, dark, or as this computer is set.' },
    themes: { system: 'As this computer', light: 'Light', dark: 'Dark' },
    density: { label: 'Density', hint: 'Compact shows more lines at once.' },
    densities: { comfortable: 'Comfortable', compact: 'Compact' },
  },

  account: {
    who: 'Signed in',
    nobody: 'Nobody is signed in.',
    ended: 'Your access has ended.',
    out: 'Sign out…',
    outHint: 'Forgets your key on this computer. You choose whether the files here stay.',
    outTitle: 'Sign out on this computer?',
    outText: 'Your key is forgotten here. All files stay where they are, on this computer and at the service.',
    outConfirm: 'Sign out',
    done: 'You are signed out. Your files are where they were.',
  },

  about: {
    version: 'Version',
    computer: 'This computer is called',
    data: 'Records are kept in',
    keys: 'Keyboard shortcuts',
    keysHint: 'Everything can be done with the keyboard; ? shows the keys on every screen.',
    showKeys: 'Show the keys',
  },
} as const;

/** The words about mirrored folders in Settings. */
export const folderWords = {
  none: 'No folder is mirrored yet.',
  hint: 'Folders on this computer that are kept in step with folders of the service.',
  add: 'Add a folder…',
  modes: { 'two-way': 'Both ways', upload: 'Sends only', download: 'Downloads only' },
  states: { halted: 'Stopped', guarded: 'Waits for your decision', paused: 'Paused' },
  /** Of a folder that is active. */
  standings: {
    'in-step': 'In step',
    open: 'Not everything is in step',
    stopped: 'Cannot go on now',
    unknown: 'Not looked at since the last change',
  } satisfies { readonly [S in Standing]: string },
  modeHint:
    'To change the way, stop syncing the folder and add it again: what is equal is not sent or downloaded again.',
  here: 'On this computer',
  there: 'At the service',
  rules: 'What is skipped…',
  move: 'It was moved…',
  stop: 'Stop syncing…',
  pause: 'Pause',
  resume: 'Resume',
  pauseFor: (name: string) => `Pause '${name}'`,
  resumeFor: (name: string) => `Resume '${name}'`,
  pausedUntil: (moment: string) => `Paused until ${moment}`,
  paused: 'Paused until you resume it',
  more: (name: string) => `More for '${name}'`,

  adding: {
    local: 'Folder on this computer',
    localHint: 'Choose it, or type the whole path of a folder that exists, such as /home/ada/Lab/Plates.',
    modes: {
      'two-way': { label: 'Both ways', hint: 'What changes on either side arrives on the other.' },
      upload: { label: 'Send only', hint: 'Nothing is written or removed on this computer.' },
      download: { label: 'Download only', hint: 'Nothing is sent; changes made here stay here.' },
    },
  },

  moving: {
    title: (name: string) => `Where is '${name}' now?`,
    text: 'Move the folder itself first, with any program. Then choose it here: syncing goes on there, and nothing is sent or downloaded again.',
    confirm: 'Go on there',
    done: (name: string) => `'${name}' goes on at its new place.`,
  },

  ruling: {
    title: (name: string) => `What is skipped in '${name}'`,
    text: 'What a rule matches is neither sent, downloaded nor removed; it stays where it is on both sides. Rules are written as in .gitignore, such as *.tmp or raw/; the last one that matches counts, and ! lets something through.',
    list: 'Rules',
    hides: (here: number, there: number) =>
      here + there === 0
        ? 'skips nothing now'
        : `skips ${formatNumber(here)} here, ${formatNumber(there)} at the service`,
    origins: { always: 'always', default: 'built in', mirror: 'yours' },
    remove: (pattern: string) => `Remove the rule ${pattern}`,
    pattern: 'New rule',
    patternHint: 'It counts with the next look.',
    add: 'Add rule',
    added: (pattern: string) => `'${pattern}' is a rule now.`,
    known: (pattern: string) => `'${pattern}' was a rule already.`,
    removed: (pattern: string) => `'${pattern}' is no rule any more.`,
  },
} as const;

/** A speed as it is typed; empty for none. */
export function speedText(bytesPerSecond: number): string {
  return bytesPerSecond === 0 ? '' : `${formatBytes(bytesPerSecond)}/s`;
}

const UNITS: { readonly [unit: string]: number } = { '': 1, k: 1e3, m: 1e6, g: 1e9 };

/** Bytes a second from `500kB/s`, `2 MB/s`, `1.5M`, `0` or nothing; null when it is no speed, or one below 1 kB/s. */
export function parseSpeed(text: string): number | null {
  if (text.trim() === '') return 0;
  const [, count, unit = ''] = /^(\d{1,6}(?:[.,]\d{1,3})?)\s*([kmg]?)(?:b?(?:\/s)?)$/i.exec(text.trim()) ?? [];
  const speed = Math.round(Number(count?.replace(',', '.')) * (UNITS[unit.toLowerCase()] ?? Number.NaN));
  return speed === 0 || speed >= 1000 ? speed : null;
}

/** Minutes since midnight from `08:00`; null when it is no time of day. */
export function parseTimeOfDay(text: string): number | null {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text.trim()) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}

/** `08:00` from minutes since midnight. */
export function timeOfDayText(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}
