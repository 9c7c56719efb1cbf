import { elsewhere, open, proven } from './hazard.ts';
import type { Hazard } from './hazard.ts';
import { NAMES, SCENARIOS, TWO_COMPUTERS } from './suites.ts';

const TOLERANT = 'test/main/remote/tolerant.test.ts';
const SAFE_NAME = 'a name from the service is always exactly one safe path segment here';
const LOOK_ALIKES = 'names that no path may hold come here under look-alikes and keep their own name there [R10, X1]';

/** How the state of the service is learnt without being told of changes. */
export const SERVICE: readonly Hazard[] = [
  open('R1', 'The last page of a list is missing, and what was on it counts as removed.'),
  open('R2', 'Something is removed while a list is read, and its neighbour slips between two pages.'),
  open('R3', 'The service answers with an empty list by mistake.'),
  proven('R4', 'Access to a folder ends, and its files here are removed.', [
    SCENARIOS,
    'access that is refused for a folder freezes it: nothing is removed here [R4]',
  ]),
  open('R5', 'Access to the organization ends in the middle of a pass.'),
  open('R6', 'The account is switched to another organization, whose lists show another world.'),
  proven('R7', 'Two files of one name in one folder of the service fight for one place here.', [
    SCENARIOS,
    LOOK_ALIKES,
  ]),
  open('R8', 'Namesakes change places whenever the service lists them in another order.'),
  open('R9', 'Two folders of one name are merged, or made again and again.'),
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
  open('R13', 'The service is set back to an older state, and old versions replace new files.'),
  open('R14', 'A file is removed and made anew under its name, and counts as the old one.'),
  open('R15', 'A file moves between two folders while they are listed, and counts as removed.'),
  proven('R16', 'A row that cannot be read is skipped, and its file counts as removed.', [
    'test/main/remote/shapes.test.ts',
    'one bad row spoils a page: half a list must never count as a whole one',
  ]),
  proven('R17', 'The service leaves out a field, and everything stops.', [
    TOLERANT,
    'a file needs no more than its id, and what is not known is ignored',
  ]),
  open('R18', 'A colleague’s edit has an older date or the same size, and is overlooked.'),
  open('R19', 'Two edits within one second share one time, and the second is overlooked.'),
  elsewhere(
    'R20',
    'A wrong clock here skips changes since a moment that was never reached.',
    'No look begins at a moment: each one lists everything, and times of the service are only compared for equality.',
  ),
  open('R21', 'Folders of the service contain each other in a circle.'),
  open('R22', 'A computer that slept for weeks brings back what everybody removed.'),
  proven('R23', 'Thousands of files are moved at the service, and all are fetched again.', [
    TWO_COMPUTERS,
    'a folder renamed and moved at the service is renamed and moved here, unsent edits inside included',
  ]),
  open('R24', 'A folder is archived for a while, and its files here are gone for good.'),
  elsewhere(
    'R25',
    'Drafts and working copies of tasks are mirrored like files of the library.',
    'Only the folder that a person chose is listed; tasks and their working copies belong to the windows for tasks.',
  ),
  open('R26', 'Thousands of folders are asked about too often, or so rarely that edits come late.'),
];
