import { elsewhere, proven } from './hazard.ts';
import type { Hazard } from './hazard.ts';
import {
  HUNDRED,
  LOOKING,
  MATCH_SAVES,
  PLAN_PROPERTY,
  REAL_DISK,
  SETTLING,
  SIM,
  SIM_SAVING,
  SIM_SERVICE,
  TWO_COMPUTERS,
} from './suites.ts';

const REAL_SAVING = 'test/end-to-end/daemons/saving.test.ts';

/** How programs save. */
export const SAVING: readonly Hazard[] = [
  proven(
    'S1',
    'A program saves by replacing its file, and the file loses its identity, its history and its shares.',
    [MATCH_SAVES, 'a program that saves by replacing the file edited it'],
    [TWO_COMPUTERS, 'a save by way of another file and a rename is an edit of the same file'],
  ),
  proven(
    'S2',
    'A program moves the old file aside, writes a new one and removes the old: the identity goes with it.',
    [SIM_SAVING, 'a save that moves the old file to %s for a while is one new version of it [S2]'],
    [SIM_SAVING, 'a renamed file is not sent while a new one in its old place is still being written [S2]'],
    [
      SIM_SAVING,
      'a program that keeps the old file as a backup made a new version of it, and the backup is a new file [S2]',
    ],
    [MATCH_SAVES, 'a file moved aside whose old place was taken by a new one is the new one when it is gone [S2]'],
    [REAL_SAVING, 'a save that moves the old file to a name with %s for a while is one version [S2]'],
  ),
  proven(
    'S3',
    'A program empties its file and writes it a little later, and the empty file is sent.',
    [SIM_SAVING, 'a file that is emptied and written three seconds later is never sent empty [S3]'],
    [SIM_SAVING, 'a file that a person emptied is sent empty a little later [S3]'],
    [REAL_SAVING, 'a file that is emptied and written two seconds later is never sent empty [S3]'],
  ),
  proven('S4', 'Owner files, lock files and unfinished downloads of other programs are sent.', [
    'test/main/core/policy/ignore.test.ts',
    '%j is never synchronised',
  ]),
  elsewhere(
    'S5',
    'The program that wants to save is locked out because we are reading its file.',
    'Linux locks nobody out by reading; the port of the disk for Windows has to share its handles.',
  ),
  proven('S6', 'A spreadsheet is saved by way of a file with a random name, which is sent as a file of its own.', [
    MATCH_SAVES,
    'a program that saves through a temporary file, which was seen before, edited the file and the other one is gone',
  ]),
  proven('S7', 'An edit leaves size and modification time as they were and is never noticed.', [
    REAL_DISK,
    'an edit that keeps size and mtime is still seen',
  ]),
  elsewhere(
    'S8',
    'Size and time of a file are brought up to date only when its writer closes it.',
    'Linux brings them up to date with each write; the port of the disk for Windows has to ask the handle.',
  ),
  proven(
    'S9',
    'An instrument writes for hours, and every pause sends another half of a file.',
    [SETTLING, 'a file that grows with pauses waits three times its longest pause'],
    [SETTLING, 'a file that grows waits half an hour at most, a small one a minute'],
    [SIM_SAVING, 'an instrument that writes a line every five seconds for an hour costs three versions at most [S9]'],
  ),
  proven(
    'S10',
    'A copy has its final size from the beginning, and its content comes later.',
    [SIM_SAVING, 'a copy that has its size from the beginning is sent when its program has closed it [S10]'],
    [
      SIM_SAVING,
      'a copy that has its size from the beginning and is filled with pauses is sent once, where nobody tells who has it open [S10]',
    ],
    [LOOKING, 'a file that a program has open for writing is told, one that is only read is not [S10, S13]'],
    [REAL_SAVING, 'a new file that another program has open is sent whole when it is closed [S10]'],
  ),
  proven(
    'S11',
    'A measurement of many files is sent while half of them are still to be written.',
    [SIM_SAVING, 'a measurement of many files is sent only when all of it was quiet for half a minute [S11]'],
    [SIM_SAVING, 'a measurement waits while its program has one of its files open [S11]'],
  ),
  proven('S12', 'The service renames or rewrites what it received, and it is sent again, for ever.', [
    SIM_SERVICE,
    'what the service renames after every upload comes to rest under its new name [S12]',
  ]),
  proven(
    'S13',
    'A document is replaced while it is open in its program, whose next save covers the new version.',
    [SIM_SAVING, 'a document with the owner file %s is not replaced before it is closed [S13]'],
    [REAL_SAVING, 'a document with a lock beside it is not replaced until it is closed [S13]'],
    [
      SIM_SAVING,
      'a document that a program has open for writing is not replaced, and its save is kept beside the other [S13]',
    ],
    [
      SIM_SAVING,
      'a document that is opened while its new version travels is not replaced, and what is saved into it stays [S13]',
    ],
    [
      SIM_SAVING,
      'a document replaced beside an old owner file: the next save becomes a conflict, not the newest version [S13]',
    ],
  ),
  proven(
    'S14',
    'A single computer finds itself in conflict with itself.',
    [PLAN_PROPERTY, 'changes made only here write nothing here and make no conflict'],
    [SIM, HUNDRED],
  ),
];
