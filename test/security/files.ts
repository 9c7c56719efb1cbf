import { row } from './requirement.ts';
import type { Requirement } from './requirement.ts';

/** What reaches the disk, and who reaches it there. */
export const FILES: readonly Requirement[] = [
  row('S30', 'A name from the service is never a path: it is mapped to one segment that any disk can hold, and back.', [
    [
      'test/main/core/names/local-names.test.ts',
      'a name from the service is always exactly one safe path segment here (seed ${SEED})',
    ],
    ['test/main/core/names/local-names.test.ts', '%j from the service is %j here'],
    [
      'test/sim/engine/scenarios.test.ts',
      'names that no path may hold come here under look-alikes and keep their own name there [R10, X1]',
    ],
    ['test/main/items/save-copy.test.ts', 'a name of the service never leads out of the folder'],
  ]),
  row(
    'S31',
    'On Linux each write is made relative to folders that are held open, none of them a link, so that a folder exchanged for a link in that very moment leads nowhere else. On macOS and Windows it is looked before each write, and again after it: a link that came in between is told with the place it leads to, and one that came and went again is not noticed. A file comes into its place at one stroke.',
    [
      ['test/ports/disk/suite/disk-keeping.ts', 'nothing is written through a symbolic link'],
      ['test/ports/disk/suite/disk-placing.ts', 'nothing is placed over a folder or a link'],
      [
        'test/ports/disk/system/real-disk.test.ts',
        'a folder exchanged for a link while the look is under way is not followed',
      ],
      ['test/ports/disk/system/real-disk.test.ts', 'a link in place of our own folder is refused'],
      [
        'test/ports/disk/system/parents-exchanged.test.ts',
        'a program that exchanges a folder for a link all the time gets no file of ours',
      ],
    ],
  ),
  row('S32', 'Links, devices, pipes and sockets are never followed and never sent; they are listed as left out.', [
    ['test/ports/disk/suite/disk-reading.ts', 'a symbolic link is shown as other and never followed'],
    ['test/ports/disk/system/real-disk.test.ts', 'devices, pipes and sockets are shown as other and never waited for'],
    [
      'test/instruments/bad-input.test.ts',
      'links and names that are no text are listed and not followed, and nothing of the source changes',
    ],
  ]),
  row('S33', 'The folder of an instrument is only read: what reads it reaches no call that writes.', [
    [
      'test/main/node/source/source.test.ts',
      'what reads a source reaches the file system through calls that only read',
    ],
    ['test/main/node/source/source.test.ts', 'reading leaves even the time of the last access as it was'],
    [
      'test/instruments/exactly-once.test.ts',
      'instruments of all kinds, deaths and network faults: nothing torn, lost, doubled or touched',
    ],
  ]),
  row(
    'S34',
    'Nothing is removed without a record that its bytes are safe; what goes is kept for 30 days, and many removals wait for an answer.',
    [
      ['test/sim/series/simulate.test.ts', 'a hundred seeds in a row lose nothing, double nothing and come to rest'],
      [
        'test/end-to-end/commands/attention.test.ts',
        'many removals here wait for an answer; kept, the files come back',
      ],
      ['test/sim/features/sign-out/sign-out.test.ts', 'of what a person gave up only what was listed goes'],
      [
        'test/sim/features/sign-out/sign-out.test.ts',
        'unsent, new, skipped and special files stay, each with its reason and its place',
      ],
    ],
  ),
  row(
    'S35',
    'Nobody else on the computer can read what lies in the data directory, backups included, also where the directory itself is open to them, or a support bundle; one that everybody may write in is refused. Code that was compiled before is run only where no other account can have written it.',
    [
      [
        'test/end-to-end/daemons/canary.test.ts',
        'whatever lies in the data directory is for its owner alone, also where the folder itself is open [S35]',
      ],
      ['test/main/cli/commands.test.ts', 'the data directory is made for its owner alone, and its lock too'],
      ['test/main/cli/commands.test.ts', 'a data directory that everyone may write in is refused'],
      [
        'test/ports/files/data-files.test.ts',
        'a file is for its owner alone, takes the place of the one before at one stroke, and leaves nothing beside it',
      ],
      [
        'test/main/journal/safe-opening.test.ts',
        'backups are for their owner alone, also those that lie in an open folder already [S35]',
      ],
      [
        'test/features/diagnostics/support-bundle.test.ts',
        'a bundle is for its owner alone, in whichever folder it lies [S35]',
      ],
      ['test/ports/net/engine-socket.test.ts', 'a runtime folder that others may enter is refused'],
      [
        'test/main/cli/compiled-code.test.ts',
        'what Node compiled is kept beside the records, for its owner alone [S35]',
      ],
      ['test/main/cli/compiled-code.test.ts', 'code that another account can have written is not run [S35]'],
    ],
    'On Windows the rights are those that the profile hands down; nothing there was run.',
  ),
  row(
    'S36',
    'The records are written through to the disk with each commit, are looked at when they are opened, and are backed up; damaged ones are set aside and never written over.',
    [
      [
        'test/main/journal/opening.test.ts',
        'a commit is on the disk before it returns, so that a power cut takes none of them [C3]',
      ],
      ['test/main/journal/opening.test.ts', 'the journal is written through to the disk and says whose it is'],
      [
        'test/main/journal/safe-opening.test.ts',
        'a journal that was %s is set aside as it is, and the newest backup takes its place [C5]',
      ],
      [
        'test/end-to-end/kills/kill.test.ts',
        '${FILES} files and ${KILLS} kills at random moments: nothing is lost, nothing is there twice (seed ${seed})',
      ],
    ],
  ),
  row(
    'S37',
    'Only one program writes: a lock that the system frees at any death, which commands and the desktop app respect.',
    [
      [
        'test/end-to-end/daemons/daemons.test.ts',
        'a second daemon on one data directory is refused and the first goes on',
      ],
      ['test/end-to-end/daemons/daemons.test.ts', 'a daemon that was killed leaves nothing that stops the next'],
      [
        'test/electron/desktop.suite.ts',
        'a second start brings its link to the first and ends; whatever else it brings is passed over',
      ],
    ],
  ),
  row(
    'S38',
    'The words of files for the search can be switched off; what was switched off or removed is taken out of the index’s file itself, at once or within the hour, not only out of its answers.',
    [
      [
        'test/main/search/search.test.ts',
        'words of what was removed, changed or is searched no more are in the file no more, nor beside it [S38]',
      ],
      [
        'test/main/search/search.test.ts',
        'with the insides switched off only names are found, and nothing of the insides stays',
      ],
    ],
    'Backups and indexes of the systems are told nothing yet: where that matters, the data directory is left out of them by hand.',
  ),
];
