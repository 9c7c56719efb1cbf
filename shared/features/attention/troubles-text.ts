import {
  type Fault,
  type FaultKind,
  type FaultOf,
  isTooManyOpen,
  type RootTrouble,
  SKIPPED_CODES,
} from '../../fault.ts';
import type { FaultText } from '../../text/fault-text.ts';
import type { Fix } from './model.ts';
import { faultText, onOneLine } from '../../text/faults.ts';
import { withoutCommands } from '../../text/window-advice.ts';
import { nameTrouble } from '../../text/portable-name.ts';

/** What is stuck. */
export interface About {
  /** Inside the mirror; for a mirror that has stopped, its folder's name. */
  readonly path: string;
  /** Whether a whole mirror has stopped. */
  readonly isMirror: boolean;
  /** Whether this computer has bytes of it that the service does not have. */
  readonly hasUnsent: boolean;
  /** How a command names it. */
  readonly id: string;
}

/** Something stuck in words, and what can be done about it. */
export interface Trouble extends FaultText {
  /** The most likely first. */
  readonly fixes: readonly Fix[];
  /** Troubles of one cause are mended in the same way. */
  readonly cause: string;
}

/** What is in the way, for where buttons stand beside the words: without commands. */
export function troubleOf(fault: Fault, about: About): Trouble {
  const trouble = described(fault, about);
  return { ...trouble, remedy: withoutCommands(trouble.remedy) };
}

/**
 * The same on one line, with commands, for the command line, rows and sheets: `inWindow` leaves exactly the words of
 * `troubleOf`, so that one fault has one explanation wherever it is met.
 */
export function troubleLine(fault: Fault, about: About): string {
  return onOneLine(described(fault, about));
}

/** Why a whole mirror has stopped, on one line. */
export function stoppedLine(fault: Fault): string {
  return troubleLine(fault, { path: '', isMirror: true, hasUnsent: false, id: '' });
}

/** What stops everything, in a title and on one line. */
export function accountStop(fault: Fault): { readonly title: string; readonly text: string } {
  const trouble = described(fault, { path: '', isMirror: false, hasUnsent: false, id: '' });
  return { title: trouble.title, text: onOneLine(trouble) };
}

/** Why a file that was added, or what was said of one, waits or was not taken, on one line. @param name of the file. */
export function notSentLine(fault: Fault, name: string): string {
  return troubleLine(fault, { path: name, isMirror: false, hasUnsent: false, id: '' });
}

/** The one table of everything that can be in the way (ux.md B0.7): title, words, and what can be done. */
function described(fault: Fault, about: About): Trouble {
  // The row looked up is the one for this very kind.
  const describe = TROUBLES[fault.kind] as (fault: Fault, about: About) => Partial<Trouble>;
  const trouble = { ...faultText(fault), cause: fault.kind, fixes: [], ...describe(fault, about) };
  return about.isMirror ? { ...trouble, fixes: trouble.fixes.filter(fix => fix !== 'skip') } : trouble;
}

/** The ending of a name that the service says it refuses; null when it says something else. */
function refusedEnding({ messages }: FaultOf<'refused'>, path: string): string | null {
  const ending = /[^./\\](\.[^./\\\s]{1,16})$/u.exec(path)?.[1]?.toLowerCase();
  if (ending === undefined) return null;
  return messages.some(message => message.toLowerCase().includes(ending)) ? ending : null;
}

type Row<K extends FaultKind> = (fault: FaultOf<K>, about: About) => Partial<Trouble>;

/** A new fault does not compile until its advice is written. */
const TROUBLES: { readonly [K in FaultKind]: Row<K> } = {
  offline: () => ({ fixes: ['retry'] }),
  busy: () => ({ fixes: ['retry'] }),
  failing: () => ({ fixes: ['retry', 'skip'] }),
  'signed-out': () => ({ title: 'Please sign in again', fixes: ['sign-in'] }),
  'access-ended': () => ({ fixes: ['sign-in'] }),
  scope: () => ({ fixes: ['sign-in', 'skip'] }),
  'not-allowed': notAllowed,
  gone: (_, { isMirror }) => (isMirror ? GONE_MIRROR : { fixes: ['retry', 'skip'] }),
  stale: () => ({ title: 'It keeps changing', fixes: ['retry', 'skip'] }),
  refused,
  'wider-audience': () => ({ fixes: ['allow', 'skip'] }),
  'older-versions': () => ({ fixes: ['put-back', 'allow', 'retry'] }),
  'old-version': () => ({ fixes: ['allow', 'take', 'skip'] }),
  'link-expired': () => ({ fixes: ['retry', 'skip'] }),
  'disk-full': () => ({ fixes: ['retry', 'free-space'] }),
  'disk-refused': diskRefused,
  'root-lost': rootLost,
  'set-back': () => ({ fixes: ['allow', 'stop-mirror'] }),
  'bad-request': () => ({ fixes: ['retry'] }),
  bug: () => ({ fixes: ['retry', 'skip'] }),
};

const GONE_MIRROR: Partial<Trouble> = {
  title: 'The folder is no longer at the service',
  sentence: 'It was removed at the service, or you lost access to it. What is on this computer stays where it is.',
  remedy: 'Ask someone who has it to restore or share it, then look again.',
  fixes: ['retry', 'stop-mirror'],
};

function notAllowed(_: FaultOf<'not-allowed'>, { hasUnsent, isMirror, id }: About): Partial<Trouble> {
  if (isMirror)
    return {
      title: 'You can no longer open this folder',
      sentence: "The service doesn't let you into this folder any more. What is on this computer stays where it is.",
      remedy: 'Ask someone with the admin role on it for access, then look again.',
      fixes: ['retry', 'stop-mirror'],
    };
  if (!hasUnsent) return { fixes: ['retry', 'skip'] };
  return {
    title: 'Not sent: you can view but not change this',
    sentence:
      "The service lets you view this, but not change it. Your change is kept on this computer; the service's version is as it was.",
    remedy: `Copy your version to a folder of your own (benchtop problems move-copy ${id} --to FOLDER), or ask someone with the admin role for access.`,
    fixes: ['move-copy', 'retry', 'skip'],
  };
}

function refused(fault: FaultOf<'refused'>, { path }: About): Partial<Trouble> {
  const ending = refusedEnding(fault, path);
  const name = nameOf(path);
  if (ending !== null)
    return {
      title: `'${ending}' files aren't accepted`,
      sentence: `The service refuses programs, installers and scripts. '${name}' stays on this computer.`,
      remedy: `Leave it alone, or all '${ending}' files; pack it into an archive if it has to be sent.`,
      fixes: ['skip', 'skip-type'],
      cause: `refused ${ending}`,
    };
  if (fault.status === 413 || fault.messages.some(message => /too (large|big|long)|size limit|exceeds/i.test(message)))
    return {
      title: 'Too large for the service',
      sentence: `'${name}' is larger than the service takes. It stays on this computer as it is.`,
      remedy: 'Keep it here only, or split it into smaller files.',
      fixes: ['skip', 'retry'],
      cause: 'refused size',
    };
  const isAboutName = fault.messages.some(message => /\bname\b/i.test(message)) && nameTrouble(name) !== null;
  return { fixes: isAboutName ? ['rename', 'retry', 'skip'] : ['retry', 'skip'] };
}

const LOCKS = new Set(['EBUSY', 'ETXTBSY']);
const RIGHTS = new Set(['EACCES', 'EPERM']);
const NAMES = new Set(['ENAMETOOLONG', 'EINVAL', 'EILSEQ']);

/** Things that are no files of ours to send: they can only be left alone. */
const ODD: { readonly [code: string]: Partial<Trouble> } = {
  HOLLOW: { title: 'Nearly all of this file is empty' },
  EXDEV: { title: 'Another disk begins here' },
  ELOOP: { title: 'This leads through a link' },
  PARENT_EXCHANGED: { title: 'A folder became a link while it was written into' },
};

function diskRefused({ path: named, code }: FaultOf<'disk-refused'>, { path }: About): Partial<Trouble> {
  const cause = `disk-refused ${code}`;
  const odd = Object.hasOwn(ODD, code) ? ODD[code] : undefined;
  if (odd !== undefined) return { ...odd, cause, fixes: ['skip', 'retry'] };
  if (LOCKS.has(code)) return { title: 'In use by another program', cause, fixes: ['retry', 'skip'] };
  if (SKIPPED_CODES.has(code) || isTooManyOpen(code)) return { cause, fixes: ['retry', 'skip'] };
  if (RIGHTS.has(code)) return { title: "This computer won't let us read it", cause, fixes: ['retry', 'skip'] };
  if (!NAMES.has(code)) return { cause, fixes: ['retry', 'skip'] };
  const name = nameOf(path === '' ? named : path);
  const trouble = nameTrouble(name);
  return {
    title: "The name doesn't work on this computer",
    sentence: `'${name}' can't be written to this disk${trouble === null ? '' : ` because of ${trouble}`} (${code}). It is safe where it is.`,
    remedy: 'Give it a name that works everywhere.',
    cause,
    fixes: ['rename', 'skip'],
  };
}

const ROOTS: { readonly [W in RootTrouble]: readonly Fix[] } = {
  missing: ['retry', 'new-place', 'stop-mirror'],
  'not-a-folder': ['retry', 'new-place', 'stop-mirror'],
  unreadable: ['retry', 'stop-mirror'],
  'no-answer': ['retry', 'stop-mirror'],
  'not-writable': ['retry', 'stop-mirror'],
  'no-marker': ['retry', 'new-place', 'stop-mirror'],
  'other-marker': ['retry', 'new-place', 'stop-mirror'],
  'other-volume': ['retry', 'new-place', 'stop-mirror'],
};

function rootLost({ path, why }: FaultOf<'root-lost'>): Partial<Trouble> {
  const fixes = ROOTS[why];
  const cause = `root-lost ${why}`;
  if (why !== 'missing') return { cause, fixes };
  return {
    title: `Folder '${path}' isn't there`,
    sentence: `The folder '${path}' isn't there. Syncing for it stopped so that nothing is removed.`,
    cause,
    fixes,
  };
}

function nameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
