import { elsewhere, proven } from './hazard.ts';
import type { Hazard } from './hazard.ts';
import {
  BAD_INPUT,
  DURABILITY,
  FAKE_DISK,
  HOSTILE_DISK,
  KEEPING,
  LOOKING,
  MATCH,
  NAMES,
  ONLINE_ONLY,
  PLACING,
  REAL_DISK,
  SETTLING,
  SIM_DISK,
  SIM_IDENTITY,
  SIM_TRANSFERS,
} from './suites.ts';

const SKIPPED = '%j is never synchronised';
const INSIDE = 'a local folder inside a mirrored one, or around it, is refused';

/** What file systems do. */
export const DISK: readonly Hazard[] = [
  elsewhere(
    'L1',
    'A file cannot be replaced because another program holds it open.',
    'Linux replaces open files; the port of the disk for Windows has to wait and to leave the old file in place.',
  ),
  proven(
    'L2',
    'The power fails after a rename, and the file is full of zeros.',
    [DURABILITY, 'a new file: its bytes, its name, its folder'],
    [DURABILITY, 'a replaced file: the new bytes, %s, the folder, and only then the old go'],
    [FAKE_DISK, 'a crash between the two names of a move is healed by moving again'],
  ),
  proven(
    'L3',
    'The disk rounds times, and everything that was downloaded seems edited.',
    [PLACING, 'a staged file is placed whole, and the stage is empty again'],
    [SIM_TRANSFERS, 'files that were only touched are not sent [T28, L3, L4]'],
  ),
  proven('L4', 'The clocks change, all times on a memory stick shift by an hour, and everything is sent again.', [
    SIM_TRANSFERS,
    'files that were only touched are not sent [T28, L3, L4]',
  ]),
  proven(
    'L5',
    'A time far in the future or before all time blocks a file or makes it turn in circles.',
    [SETTLING, 'a time in the future says nothing: the quiet time begins when the file is seen'],
    [SIM_DISK, 'a file set back to an older time and the same size is an edit [L5, L6]'],
  ),
  proven('L6', 'A restored file is older than the one before, and is overlooked.', [
    SIM_DISK,
    'a file set back to an older time and the same size is an edit [L5, L6]',
  ]),
  elsewhere(
    'L7',
    'A path is too long for the system.',
    'Linux has room for every path we make; the port of the disk for Windows has to use its long form.',
  ),
  proven(
    'L8',
    'A name fills its room, and anything that is added to it is too much.',
    [NAMES, 'a free name is free, fits a disk and is recognised as made from the wanted one'],
    [NAMES, 'the name for stepping aside fits a disk and leads home'],
    ['test/main/core/names/conflict-name.test.ts', 'the longest names and the strangest computers still give one name'],
  ),
  proven('L9', 'Links lead in circles, or out of the mirrored folder.', [
    LOOKING,
    'a symbolic link is shown as other and never followed',
  ]),
  proven(
    'L10',
    'A folder is exchanged for a link just before something is written into it.',
    [KEEPING, 'nothing is written through a symbolic link'],
    [REAL_DISK, 'a folder exchanged for a link while the look is under way is not followed'],
    [
      'test/ports/disk/system/parents-exchanged.test.ts',
      'no folder behind the link is removed in the place of one of ours',
    ],
  ),
  proven('L11', 'A file has two names, and the removal of one looks like a rename.', [
    MATCH,
    'a second name of the same bytes is a new file, and the first one stays who it is',
  ]),
  proven('L12', 'A pipe or a device is opened, and reading it never ends.', [
    REAL_DISK,
    'devices, pipes and sockets are shown as other and never waited for',
  ]),
  proven(
    'L13',
    'A file with huge holes is sent in full without a warning.',
    [REAL_DISK, 'a terabyte of holes is told from a file, and a small file with holes is a file [L13]'],
    [HOSTILE_DISK, 'a file of a terabyte of holes is said and not sent, the others go on, and filled it is sent [L13]'],
    [HOSTILE_DISK, 'a file that becomes a terabyte of holes is not taken for removed [L13]'],
  ),
  proven('L14', 'A file that is replaced loses its permissions.', [
    REAL_DISK,
    'a file that replaces another keeps its permissions',
  ]),
  proven('L15', 'Droppings of operating systems are sent to everybody.', [
    'test/main/core/policy/ignore.test.ts',
    SKIPPED,
  ]),
  proven('L16', 'Our own records lie in the mirrored folder and feed on themselves.', [
    SIM_IDENTITY,
    'a folder with our own records in it, or inside of them, is not mirrored [L16]',
  ]),
  proven(
    'L17',
    'One name is written in two ways, and becomes two files or a rename for ever.',
    ['test/main/core/plan/place.test.ts', 'another way to write the same letters is no rename here'],
    [SIM_DISK, 'one name written in two ways is one file, also when an edit comes from each side [L17]'],
  ),
  proven('L18', 'A name that is no text stops the look, or counts as removed.', [
    REAL_DISK,
    'names that are not valid text are shown as other, each once',
  ]),
  proven('L19', 'One mirrored folder lies within another.', [BAD_INPUT, INSIDE]),
  proven(
    'L20',
    'A folder of a hundred thousand files, or a thousand folders deep, is too much.',
    [REAL_DISK, 'a folder of very many files is looked at in seconds, and without news told in one line [L20]'],
    [REAL_DISK, 'a thousand folders within each other are walked to the end [L20]'],
    [HOSTILE_DISK, 'a tree of three hundred folders within each other comes and goes both ways [L20]'],
  ),
  elsewhere(
    'L21',
    'Whether a disk tells case apart is guessed from the system.',
    'The disks of Linux tell case apart; the ports of the disk for macOS and Windows have to try it out.',
  ),
  proven('L22', 'Something is removed here although it could not be put into the store.', [
    SIM_IDENTITY,
    'a file that cannot be put into the store is not removed here [L22]',
  ]),
  proven(
    'L23',
    'The place of a file is freed although its edit never reached the service.',
    [
      ONLINE_ONLY,
      'a file with an edit that the service does not have is not freed, whether it was looked at or not [L23]',
    ],
    [ONLINE_ONLY, 'an edit at the last instant before the space is freed stays here and is sent [L23]'],
    [ONLINE_ONLY, 'what a person %s at the last instant before its space is freed is not freed'],
    [ONLINE_ONLY, 'a crash when space is freed never counts as a removal, whatever the disk refuses at the next start'],
  ),
  proven('L24', 'The program fills the disk with what it keeps.', [
    SIM_DISK,
    'what the store has no room for is not removed at the service [L24]',
  ]),
  proven('L25', 'An antivirus program takes away what was just downloaded, and everybody loses it.', [
    'test/main/core/policy/removal-limits.test.ts',
    'what we wrote ourselves less than ten minutes before it went waits ten times longer',
  ]),
];
