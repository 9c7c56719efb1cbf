/** What runs once more in Node for Windows: what decides, what remembers, and every port on the real system. */
export type SuiteFolder = 'test/main/core/' | 'test/main/journal/' | `test/ports/${string}/`;

/** A test of the suites that run under Wine which cannot pass there, or is left out. */
export interface NotUnderWine {
  /** How the paths of its files begin, below the root. */
  readonly file: `${SuiteFolder}${string}`;
  /** What is in the sentences, those of their groups included. */
  readonly sentences: readonly string[];
  readonly why: string;
  /** Whether it passes now and then, because it depends on which of two things is quicker. */
  readonly isSometimes?: true;
  /** Whether it is not run there at all: it could pass, and shows nothing about Windows that is worth the time it takes. */
  readonly isNotRun?: true;
}

/** Windows has no rights of the owner, the group and all others, as `chmod` sets them. */
const NO_MODES = 'Windows: who may do what is no matter of the bits of chmod, which are the same for every file';
const NO_SOCKET_FILES = 'Windows: a named pipe is no file, and goes with its program';
const NO_EXCHANGE = 'Windows: two files cannot be exchanged at one stroke, so that moment does not come';
const NO_LINKS = 'Wine 8 makes no symbolic links and says that it did';
const NO_POSIX_REMOVAL =
  'Wine 8 keeps the name of a removed file, or refuses to replace it, while it is open; Windows 10 does so only where its holder forbids it';
const NO_BIRTH =
  'Wine 8 tells the last change for the time of birth: an edited file is another one to whoever asks for its key';
const NO_FLUSHED_FOLDERS =
  'Windows: a folder cannot be flushed; what is expected there was written for Linux and macOS';
const NO_SYSTEM_TOOLS = "Wine's system folder has no such tool, or another one";

/** Single tests that are run there and fail, of which one that passes has to go from here; and the few that are not run. */
export const NOT_UNDER_WINE: readonly NotUnderWine[] = [
  {
    file: 'test/ports/files/data-files.test.ts',
    sentences: ['a file is for its owner alone, takes the place of the one before'],
    why: NO_MODES,
  },
  {
    file: 'test/ports/files/secrets.test.ts',
    sentences: ['a key in the file can be read by its owner only'],
    why: NO_MODES,
  },
  {
    file: 'test/ports/source/source.test.ts',
    sentences: [
      'a folder that nobody may write into is read',
      'a folder whose names may be read but not what they are',
    ],
    why: NO_MODES,
  },
  {
    file: 'test/ports/disk/system/forbidden-folders.test.ts',
    sentences: [
      'a folder that cannot be read is unreadable',
      'a folder whose names can be read but not what they are',
      'a file that cannot be read is refused with its word',
      'nothing is changed in a folder that must not be written',
      'a root that cannot be read is said to be so',
    ],
    why: NO_MODES,
  },
  {
    file: 'test/ports/net/engine-socket.test.ts',
    sentences: ['only this user may connect', 'a runtime folder that others may enter is refused'],
    why: NO_MODES,
  },
  {
    file: 'test/ports/net/engine-socket.test.ts',
    sentences: [
      'a socket left by a dead engine is replaced',
      'where nobody listens there is nobody',
      'a data directory with a long path has its socket under a hashed name',
    ],
    why: NO_SOCKET_FILES,
  },
  { file: 'test/ports/disk/last-check.test.ts', sentences: ['real disk: '], why: NO_EXCHANGE },
  { file: 'test/ports/disk/system/parents-exchanged.test.ts', sentences: ['without holding folders, '], why: NO_LINKS },
  {
    file: 'test/ports/source/ground.test.ts',
    sentences: ['a place that is not there yet is told by the nearest folder'],
    why: NO_LINKS,
  },
  {
    file: 'test/ports/system/log.test.ts',
    sentences: ['what was logged can be read again'],
    why: NO_POSIX_REMOVAL,
    isSometimes: true,
  },
  {
    file: 'test/ports/watch/watcher.test.ts',
    sentences: [
      'one watch per folder: a folder removed and made again',
      // The watcher asks for a file's size and time just when a program puts another one in its place.
      'an edit in place, a save by rename, a removal and a rename each give a hint',
    ],
    why: NO_POSIX_REMOVAL,
    isSometimes: true,
  },
  {
    file: 'test/ports/watch/watcher.test.ts',
    sentences: ['a folder that was moved gives hints under its new name'],
    why: 'Wine 8 watches each folder by itself: what is written right after a move comes before it watches the new name',
    isSometimes: true,
  },
  {
    file: 'test/ports/system/programs.test.ts',
    sentences: ['a folder is not started'],
    why: 'Windows: a folder is no program that may not be started; it is told as missing',
  },
  {
    file: 'test/ports/system/programs.test.ts',
    sentences: ['one that takes too long is ended with what it started'],
    why: 'Windows: programs have no groups that end together',
    isSometimes: true,
  },
  {
    file: 'test/ports/system/processes.test.ts',
    sentences: ['what runs on this computer is named'],
    why: NO_SYSTEM_TOOLS,
  },
  {
    file: 'test/ports/http/http-encryption.test.ts',
    sentences: ['whoever this computer trusts is trusted'],
    why: 'the test gives the whole environment of Linux to a program of Windows',
  },
  { file: 'test/ports/disk/durability.test.ts', sentences: [''], why: NO_FLUSHED_FOLDERS },
  {
    file: 'test/ports/disk/',
    sentences: [
      'a symbolic link is shown as other and never followed',
      'nothing is placed over a folder or a link',
      'nothing is written through a symbolic link',
      'the marks in a folder, around it and below it are found',
    ],
    why: NO_LINKS,
  },
  {
    file: 'test/ports/disk/',
    sentences: [
      'a rename keeps the key, an edit changes the fingerprint, a new file has another key',
      "a folder's fingerprint stays when its content changes",
      'an edit before a move travels with the file',
      'a new file that is moved on at the last instant is known by its key',
    ],
    why: NO_BIRTH,
  },
  {
    file: 'test/ports/disk/',
    sentences: [
      'a new version that is moved on at the last instant is known by its key',
      'a folder that is moved on at the last instant takes',
      'a new file that changes names with its neighbour at the last instant',
    ],
    why: NO_BIRTH,
    isSometimes: true,
  },
  {
    file: 'test/ports/disk/',
    sentences: [
      'an open file that was replaced or removed is not unchanged',
      'a file that a program has open for writing is told',
      'a staged file is placed whole, and the stage is empty again',
      'a new file that a program replaces at the last instant',
      'a new file that is removed at the last instant',
      'bytes written into the old file at the last instant',
      'bytes written at the last instant into a file kept beside',
    ],
    why: NO_POSIX_REMOVAL,
    isSometimes: true,
  },
  {
    file: 'test/ports/disk/',
    sentences: [
      'names with odd characters are shown as they are',
      'a name the disk cannot hold is refused with its word',
    ],
    why: 'Windows: names with line breaks and the like cannot be made at all, and a too long one is told otherwise',
  },
  {
    file: 'test/ports/disk/system/real-disk.test.ts',
    sentences: ['a file that replaces another keeps its permissions', 'our own folder is closed to others'],
    why: NO_MODES,
  },
  {
    file: 'test/ports/disk/system/real-disk.test.ts',
    sentences: ['a link in place of our own folder is refused', 'a root reached through a link is inspected'],
    why: NO_LINKS,
  },
  {
    file: 'test/ports/disk/system/real-disk.test.ts',
    sentences: ['what a crash left unfinished in the store is listed as unfinished'],
    why: NO_POSIX_REMOVAL,
    isSometimes: true,
  },
  {
    file: 'test/ports/disk/system/real-disk.test.ts',
    sentences: ['a folder of very many files is looked at in seconds'],
    why: 'the test makes its files by a shell',
  },
  {
    file: 'test/ports/disk/system/real-disk.test.ts',
    sentences: ['of 10,000 files at rest', 'a thousand folders within each other', 'a fresh change is given again'],
    why: 'Wine asks its server for each file, so that one of these takes a minute or two of the eight that there are',
    isNotRun: true,
  },
  {
    file: 'test/ports/disk/disk-without-exchange.test.ts',
    sentences: ['real disk without exchange: ', 'real disk without exchange and hard links: '],
    why: 'elsewhere it does as Windows does, where each disk is without exchange',
    isNotRun: true,
  },
  {
    file: 'test/ports/disk/disk-by-path.test.ts',
    sentences: ['real disk that acts by paths: '],
    why: 'elsewhere it does as Windows does, where each disk acts by paths',
    isNotRun: true,
  },
  {
    file: 'test/ports/disk/disk-carrying.test.ts',
    sentences: ['real disk, few files at a time: '],
    why: 'the same sentences run there for many files at a time, and which thread carries a file is the same everywhere',
    isNotRun: true,
  },
];

/** For vitest: which sentences are run there. */
export const SENTENCES_UNDER_WINE = new RegExp(`^(?!.*(?:${sentencesNotRun().map(escaped).join('|')}))`);

function sentencesNotRun(): readonly string[] {
  return NOT_UNDER_WINE.flatMap(({ sentences, isNotRun }) => (isNotRun === true ? sentences : []));
}

function escaped(sentence: string): string {
  return sentence.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}
