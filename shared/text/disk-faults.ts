import { type FaultOf, SKIPPED_CODES } from '../fault.ts';
import type { FaultText } from './fault-text.ts';

/** What the system says of a thing on this computer, in words. */
interface DiskWords {
  readonly title?: string;
  /** After the thing's path. */
  readonly what: string;
  readonly remedy: string;
}

const NO_RIGHTS: DiskWords = {
  what: 'may not be read or written by you',
  remedy: 'Give yourself permission to it, then try again.',
};
const IN_USE: DiskWords = {
  what: 'is in use by another program',
  remedy: 'Close it there; it is tried again by itself.',
};
const NO_ANSWER: DiskWords = {
  title: 'A disk or share does not answer',
  what: 'does not answer',
  remedy: 'Check the connection to its disk or share, then try again.',
};
const BAD_NAME: DiskWords = {
  what: 'has a name that does not work on this computer',
  remedy: 'Give it another name.',
};
const TOO_MANY_OPEN: DiskWords = {
  title: 'Too many files are open',
  what: 'could not be opened, because programs on this computer have too many files open',
  remedy: 'It is tried again by itself in a few seconds. If it goes on, close programs you do not need.',
};

/** By the system's word, or ours where the system has none. */
const DISK_WORDS: ReadonlyMap<string, DiskWords> = new Map([
  ['EACCES', NO_RIGHTS],
  ['EPERM', NO_RIGHTS],
  ['EBUSY', IN_USE],
  ['ETXTBSY', IN_USE],
  [
    'EROFS',
    { what: 'is on a disk that cannot be written', remedy: 'Make the disk writable, or choose another folder.' },
  ],
  ['ENAMETOOLONG', { what: 'has a name that is too long for this disk', remedy: 'Give it a shorter name.' }],
  ['ETIMEDOUT', NO_ANSWER],
  ['EINVAL', BAD_NAME],
  ['EILSEQ', BAD_NAME],
  ['EMFILE', TOO_MANY_OPEN],
  ['ENFILE', TOO_MANY_OPEN],
  [
    'ELOOP',
    {
      what: 'leads through a link, which is never followed',
      remedy: 'Put a real folder in the place of the link.',
    },
  ],
  [
    'EXDEV',
    {
      what: 'is where another disk begins, which is not looked at',
      remedy: 'Mirror the other disk by itself, or leave it alone.',
    },
  ],
  [
    'HOLLOW',
    {
      what: 'is far larger than the room it takes up here: nearly all of it is empty, so it is not sent',
      remedy: 'If it is wanted at the service, write it out in full first: cp --sparse=never.',
    },
  ],
  [
    'NOT_A_FILE',
    {
      title: 'This is neither a file nor a folder',
      what: 'is skipped by rule: it is a link, a device or a pipe, which is never followed and never sent',
      remedy: 'If it is wanted at the service, put the real file or folder in its place.',
    },
  ],
  [
    'NAME_KEPT',
    {
      what: 'kept its capitals: this disk says that it renamed it, and did not',
      remedy: 'Rename it here by way of another name. It is tried again by itself.',
    },
  ],
  [
    'NAME_NOT_TEXT',
    {
      title: 'This name is no text',
      what: 'is skipped by rule: its name is not UTF-8, so the service cannot be told of it',
      remedy: 'If it is wanted at the service, give it another name on this computer.',
    },
  ],
  ['EIO', { what: 'could not be read or written: the disk reports an error', remedy: 'Check the disk for damage.' }],
]);

const UNKNOWN: DiskWords = {
  what: 'cannot be read or written',
  remedy: 'Check the disk and its permissions, then try again.',
};

/** The words for what the operating system refused. */
export function diskRefused({ path, code, lock }: FaultOf<'disk-refused'>): FaultText {
  if (lock !== undefined) return lockedBy(path, lock);
  if (code === 'PARENT_EXCHANGED') return writtenElsewhere(path);
  const { title = "This computer won't let us use it", what, remedy } = DISK_WORDS.get(code) ?? UNKNOWN;
  // Of what is ours to say the system has no word.
  const word = SKIPPED_CODES.has(code) ? '' : ` (${code})`;
  return { title, sentence: `'${path}' ${what}${word}. It was left as it is.`, remedy, said: [] };
}

function writtenElsewhere(path: string): FaultText {
  return {
    title: 'A folder became a link while it was written into',
    sentence: `What was written may be at '${path}', outside the mirrored folder. It was left there.`,
    remedy: 'Look there, and put a real folder in the place of the link.',
    said: [],
  };
}

/** No program is seen that has it open: only a file beside it says so. */
function lockedBy(path: string, lock: string): FaultText {
  return {
    title: 'In use by another program',
    sentence: `'${path}' is in use by another program: the lock file '${lock}' is beside it. It was left as it is.`,
    remedy: `Close it there; it is tried again by itself. If no program has it open, remove '${lock}'.`,
    said: [],
  };
}
