import { elsewhere, proven } from './hazard.ts';
import type { Hazard } from './hazard.ts';
import { NAMES, SCENARIOS, SIM_IDENTITY, SIM_NAMES, SIM_SERVICE, TWO_COMPUTERS } from './suites.ts';

const WORLD = 'test/sim/hazards/service/other-service.test.ts';
const TOLERANT = 'test/main/remote/api/tolerant.test.ts';
const SAFE_NAME = 'a name from the service is always exactly one safe path segment here';
const LOOK_ALIKES = 'names that no path may hold come here under look-alikes and keep their own name there [R10, X1]';

/** How the state of the service is learnt without being told of changes. */
export const SERVICE: readonly Hazard[] = [
  proven('R1', 'The last page of a list is missing, and what was on it counts as removed.', [
    SIM_SERVICE,
    'a list that breaks off before its stated number removes nothing [R1]',
  ]),
  proven('R2', 'Something is removed while a list is read, and its neighbour slips between two pages.', [
    SIM_SERVICE,
    'what lists do not show but the service still knows by its id is not removed [R2, R3, P31]',
  ]),
  proven('R3', 'The service answers with an empty list by mistake.', [
    SIM_SERVICE,
    'what lists do not show but the service still knows by its id is not removed [R2, R3, P31]',
  ]),
  proven(
    'R4',
    'Access to a folder ends, and its files here are removed.',
    [SCENARIOS, 'access that is refused for a folder freezes it: nothing is removed here [R4]'],
    [
      'test/sim/scan/long-absence.test.ts',
      'a folder that was closed to us and is archived later takes nothing with it that was moved out of it before [R3]',
    ],
  ),
  proven('R5', 'Access to the organization ends in the middle of a pass.', [
    SIM_SERVICE,
    'access to the organization that ends within a pass stops the account and removes nothing [R5]',
  ]),
  proven(
    'R6',
    'The account is switched to another organization, whose lists show another world.',
    [WORLD, 'an account switched to another organization stops, and nothing is removed or sent [R6]'],
    [WORLD, 'a key of another organization, in which our folder looks empty, removes nothing [R6]'],
  ),
  proven('R7', 'Two files of one name in one folder of the service fight for one place here.', [
    SCENARIOS,
    LOOK_ALIKES,
  ]),
  proven('R8', 'Namesakes change places whenever the service lists them in another order.', [
    SIM_SERVICE,
    'namesakes keep their places in whatever order the service lists them, also after a restart [R8]',
  ]),
  proven('R9', 'Two folders of one name are merged, or made again and again.', [
    SIM_SERVICE,
    'two folders of one name stay two, and come to rest [R9]',
  ]),
  proven('R10', 'A name at the service contains a separator of paths.', [SCENARIOS, LOOK_ALIKES]),
  proven('R11', 'A name at the service is reserved here, ends in a dot or holds control characters.', [
    NAMES,
    SAFE_NAME,
  ]),
  elsewhere(
    'R12',
    'Two names differ in case only, and the disk holds only one of them.',
    'The disks of Linux tell case apart; the ports of the disk for macOS and Windows have to number one of them.',
  ),
  proven(
    'R13',
    'The service is set back to an older state, and old versions replace new files.',
    [WORLD, 'a service that was set back to an older state stops the mirror, and newer files here stay [R13]'],
    [WORLD, 'a single file that was set back keeps its newer bytes here, and is asked about [R13]'],
    [
      'test/sim/scan/unexplained-removals.test.ts',
      'new files that are gone beside one in an older version stay here and are asked about, with their names [R13]',
    ],
    [
      'test/sim/scan/unexplained-removals.test.ts',
      'a folder that is gone without an entry in the archive is asked about with all that is in it [R13]',
    ],
    [
      'test/sim/engine/long-troubles.test.ts',
      'a large mirror at a service that was set back keeps its newer files, and is looked at seldom [R13, R26]',
    ],
  ),
  proven(
    'R14',
    'A file is removed and made anew under its name, and counts as the old one.',
    [SIM_SERVICE, 'a file removed and made anew under its name is another file, and the old bytes are kept [R14]'],
    [SIM_NAMES, 'a number that told twins apart goes when the twin goes, and nothing is sent [R14]'],
  ),
  proven('R15', 'A file moves between two folders while they are listed, and counts as removed.', [
    SIM_SERVICE,
    'a file that moved to a folder listed before it left is moved here, not removed [R15]',
  ]),
  proven('R16', 'A row that cannot be read is skipped, and its file counts as removed.', [
    'test/main/remote/api/shapes.test.ts',
    'one bad row spoils a page: half a list must never count as a whole one',
  ]),
  proven('R17', 'The service leaves out a field, and everything stops.', [
    TOLERANT,
    'a file needs no more than its id, and what is not known is ignored',
  ]),
  proven('R18', 'A colleague’s edit has an older date or the same size, and is overlooked.', [
    SIM_SERVICE,
    'an edit of the same size with an older date is fetched [R18]',
  ]),
  proven(
    'R19',
    'Two edits within one second share one time, and the second is overlooked.',
    [SIM_SERVICE, 'two edits within one second that share one time both arrive, %s [R19]'],
    [SIM_SERVICE, 'a version refused for one that no list ever showed is found all the same [R19]'],
  ),
  elsewhere(
    'R20',
    'A wrong clock here skips changes since a moment that was never reached.',
    'No look begins at a moment: each one lists everything that is there now.',
  ),
  proven('R21', 'Folders of the service contain each other in a circle.', [
    SIM_SERVICE,
    'folders that contain each other in a circle end the look, and remove nothing [R21]',
  ]),
  proven('R22', 'A computer that slept for weeks brings back what everybody removed.', [
    SIM_IDENTITY,
    'a computer that slept for a month does not bring back what was removed meanwhile [R22]',
  ]),
  proven(
    'R23',
    'Thousands of files are moved at the service, and all are fetched again.',
    [
      TWO_COMPUTERS,
      'a folder renamed and moved at the service is renamed and moved here, unsent edits inside included',
    ],
    [SIM_SERVICE, 'a large folder moved at the service is moved here without fetching a byte [R23]'],
  ),
  proven('R24', 'A folder is archived for a while, and its files here are gone for good.', [
    SIM_IDENTITY,
    'a folder that was archived and restored is back here with every file [R24]',
  ]),
  elsewhere(
    'R25',
    'Drafts and working copies of tasks are mirrored like files of the library.',
    'Only the folder that a person chose is listed; tasks and their working copies belong to the windows for tasks.',
  ),
  proven(
    'R26',
    'Thousands of folders are asked about too often, or so rarely that edits come late.',
    [
      'test/main/core/policy/poll-schedule.test.ts',
      '5,000 folders are each seen within a day, at no more than 600 requests an hour [R26]',
    ],
    [
      'test/sim/scan/partial-scans.test.ts',
      'an hour in which nothing happens costs at most 600 requests, and every folder is seen within a day [R26]',
    ],
    [
      'test/sim/scan/partial-scans.test.ts',
      'a colleague’s edit in a folder that is not hot comes by the hint within two polls [R26]',
    ],
    [
      'test/sim/scan/long-absence.test.ts',
      '%s stays here, and costs no more than anything else in a mirror of %i folders [R4, R26]',
    ],
    ['test/sim/engine/long-troubles.test.ts', 'while %s nobody is asked without an end [R26]'],
    [
      'test/sim/scan/scan-costs.test.ts',
      'the file %s, which is written to whenever it is to be sent, makes nobody look at everything for it [R26]',
    ],
  ),
];
