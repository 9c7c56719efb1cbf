import { formatCount } from '../text/format.ts';

/** The words of the desktop app outside of its window: menus, questions, notifications. */
export const desktopText = {
  name: 'Benchtop',
  again: 'Try again',
  incomplete:
    'Files of Benchtop itself are missing on this computer. Install it again; your own files and what was not sent are kept.',
  tray: {
    starting: 'Starting…',
    restarting: 'Starting again…',
    trouble: 'Benchtop cannot start',
    open: 'Open Knowledge base',
    openFolder: 'Open local folder',
    attention: (count: number) => `${formatCount(count, 'item')} ${count === 1 ? 'needs' : 'need'} attention…`,
    recent: 'Recent',
    pause: 'Pause',
    resume: 'Resume',
    check: 'Check now',
    zones: 'Drop zones',
    settings: 'Settings…',
    diagnostics: 'Diagnostics…',
    quit: 'Quit',
  },
  menu: {
    file: 'File',
    edit: 'Edit',
    view: 'View',
    go: 'Go',
    window: 'Window',
    help: 'Help',
    files: 'Files',
    attention: 'Needs attention',
    activity: 'Activity',
    chat: 'Chat',
    atLogin: 'Start at login',
    notify: 'Show notifications',
    close: 'Close Window',
    zoomIn: 'Larger',
    zoomOut: 'Smaller',
    zoomReset: 'Actual Size',
  },
  quit: {
    quit: 'Quit',
    stay: 'Keep running',
    later: 'They stay on this computer and continue next time.',
    pausedLater:
      'They stay on this computer and continue next time. Syncing is paused: what was changed since then is not counted.',
    unknown: 'It is not known what is not sent yet.',
    unknownLater: 'Whatever it is stays on this computer and continues next time.',
  },
  closing: {
    title: 'Benchtop keeps running',
    text: 'Your files are kept in step while the window is closed. Open it from the icon in the system’s bar, or quit there.',
    minimized:
      'This desktop shows no icons for programs, so Benchtop stays in the list of windows. Quit in its File menu.',
    stay: 'Keep running',
    quit: 'Quit instead',
  },
  notices: {
    decision: 'Removals wait for your decision',
    versions: 'A file was changed on both sides',
    versionsMany: (count: number) => `${formatCount(count, 'file was', 'files were')} changed on both sides`,
    blocked: (count: number) =>
      `${formatCount(count, 'item')} ${count === 1 ? 'is' : 'are'} not in step and ${count === 1 ? 'needs' : 'need'} a fix`,
    accessEnded: 'Your access has ended',
    signedOut: 'Please sign in again',
    reply: 'The lab agent has replied',
    zone: (name: string) => `Drop zone “${name}” needs you`,
    safe: 'Both versions are kept. Open Benchtop to choose.',
    decide: 'Nothing is removed before you decide.',
    fix: 'Open Benchtop to see what to do.',
    kept: 'Files on this computer stay where they are.',
    read: 'Open Benchtop to read it.',
  },
  open: {
    notHere: 'This is not on this computer. Keep it offline first.',
    gone: 'This is no longer there.',
    blocked: (name: string) =>
      `“${name}” could run as a program, so Benchtop does not open it. Show it in its folder and open it there if you trust it.`,
    failed: (name: string) => `No program could open “${name}”.`,
    refused: 'Benchtop opens only web pages (https) and mail addresses outside.',
    ask: (host: string) => `Open ${host} in your browser?`,
    askMail: 'Write a mail with your mail program?',
    yes: 'Open',
    no: 'Cancel',
  },
} as const;

/** Why there is no window: what is so, and what of it is safe. */
export interface Trouble {
  readonly title: string;
  readonly text: string;
  readonly kept: string;
}

/** The engine cannot start. @param text its own sentences; null: it did not say why. */
export function engineTrouble(text: string | null): Trouble {
  return {
    title: 'Benchtop cannot start',
    text:
      text ??
      'Its engine ended again and again without saying why. Restart the computer; if this stays, ask for help with what the command “benchtop doctor” says.',
    kept: 'Your files are kept as they are; nothing is sent, downloaded or removed meanwhile.',
  };
}

/** The page died twice. */
export const PAGE_TROUBLE: Trouble = {
  title: 'The window stopped working',
  text: 'It stopped twice within a short time.',
  kept: 'Your files are kept in step as before.',
};

/** Work that was not sent, by kind. */
export interface Unsent {
  readonly changes: number;
  readonly messages: number;
  /** Files of drop zones. */
  readonly zoneFiles: number;
}

/** What is not sent yet, in one sentence: `12 changes and 1 message are not sent yet.` */
export function unsentText({ changes, messages, zoneFiles }: Unsent): string {
  const parts = [
    changes === 0 ? '' : formatCount(changes, 'change'),
    messages === 0 ? '' : formatCount(messages, 'message'),
    zoneFiles === 0 ? '' : formatCount(zoneFiles, 'file of drop zones', 'files of drop zones'),
  ].filter(part => part !== '');
  const last = parts.at(-1) ?? '';
  const named = parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
  return `${named} ${changes + messages + zoneFiles === 1 ? 'is' : 'are'} not sent yet.`;
}
