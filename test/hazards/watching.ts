import { elsewhere, proven } from './hazard.ts';
import type { Hazard } from './hazard.ts';
import {
  CLOCK,
  FAKE_DISK,
  HUNDRED,
  LOOKING,
  MATCH,
  MOVING,
  PLAN,
  REAL_DISK,
  SCENARIOS,
  SIM,
  SIM_PLANNING,
  SIM_SAVING,
  SIM_TRANSFERS,
  TWO_COMPUTERS,
  WATCHER,
  WATCHER_SUITE,
} from './suites.ts';

const KEYS = 'a rename keeps the key, an edit changes the fingerprint, a new file has another key';
const MOVED_ROOT = 'test/sim/hazards/disk/moved-root.test.ts';
const NO_WATCHES = 'where the system grants no more watches, one hint says that events are lost, and the others go on';

/** How changes in the folder come to be seen. */
export const WATCHING: readonly Hazard[] = [
  proven(
    'W1',
    'The system drops file events, and what they told of is never noticed.',
    [WATCHER, 'a burst that the system may have cut is said to be lost'],
    [SIM, HUNDRED],
  ),
  proven('W2', 'The watcher reports everything as removed though it is still there, and the service is emptied.', [
    MATCH,
    'a look that finds everything as it was says nothing',
  ]),
  proven(
    'W3',
    'An error of the watcher is swallowed, or ends the program.',
    [WATCHER, NO_WATCHES],
    [WATCHER, 'a tree that is not there gives one hint that events are lost'],
  ),
  proven('W4', 'Events are worked on out of order or side by side.', [SIM, HUNDRED]),
  proven(
    'W5',
    'A new file gets the inode number of a removed one and is taken for it.',
    [LOOKING, KEYS],
    ['test/ports/disk/system/volume.test.ts', 'a new file with the inode of a removed one is not taken for it [W5]'],
    [MATCH, 'what lost its place, and its key to something new, is gone when all was listed'],
  ),
  proven(
    'W6',
    'A file is edited while the folder is being looked at, and the edit is filed as known.',
    [REAL_DISK, 'a fresh change is given again until it is old enough to be told from a second one'],
    [REAL_DISK, 'a look that files wander through all the time says that it is restless'],
    [MATCH, 'what a restless look does not find is out of sight'],
    [
      'test/sim/scan/partial-scans.test.ts',
      'a removed file that a look left out of sight, without a place, is missed by the next one',
    ],
    [MOVING, 'a look while one file after the other is moved comes to an end, and shows each once'],
    [SIM, 'an edit at the very instant of a download was recorded with the hash of the downloaded bytes'],
  ),
  proven('W7', 'A file changes while its hash is computed.', [
    REAL_DISK,
    'a file that changes while it is hashed has no hash',
  ]),
  proven('W8', 'A folder that cannot be read counts as empty.', [
    SCENARIOS,
    'a folder that cannot be read is not an empty folder [W8]',
  ]),
  proven(
    'W9',
    'The mirrored folder is not mounted, and everything in it seems removed.',
    [REAL_DISK, 'a marker that goes while the look is under way makes the root lost'],
    [SCENARIOS, 'a folder that is gone halts its mirror, and nothing is removed at the service [W9, W10]'],
  ),
  proven('W10', 'The mirrored folder was removed and an empty one stands in its place.', [
    SCENARIOS,
    'a folder that is gone halts its mirror, and nothing is removed at the service [W9, W10]',
  ]),
  proven('W11', 'Another disk is mounted where the mirrored folder was.', [
    LOOKING,
    'another volume at the same path makes the root lost',
  ]),
  proven('W12', 'A look wanders into another disk that is mounted inside the mirrored folder.', [
    FAKE_DISK,
    'a forbidden folder and another volume inside are unreadable, not absent, and refuse effects',
  ]),
  proven('W13', 'A network share sends no events for what others change on it.', [
    WATCHER,
    'Linux watches folder by folder, other systems by chokidar, shares by polling',
  ]),
  proven('W14', 'The system grants no more watches.', [WATCHER, NO_WATCHES]),
  proven('W15', 'Files are put into new folders faster than these can be watched.', [
    WATCHER_SUITE,
    'a file in a new folder within new folders gives a hint, however fast it comes',
  ]),
  proven('W16', 'What we downloaded comes back as an edit of the person and is sent again.', [
    TWO_COMPUTERS,
    'a second sync finds nothing to do',
  ]),
  proven('W17', 'What we sent comes back as an edit of a colleague and is fetched again.', [
    TWO_COMPUTERS,
    'a second sync finds nothing to do',
  ]),
  proven('W18', 'The watcher or the polling dies in silence, and everything still counts as up to date.', [
    'test/sim/scan/partial-scans.test.ts',
    'a loop that cannot go on says that it is overdue, goes on trying and catches up [W18]',
  ]),
  proven(
    'W19',
    'After the computer slept, nothing is looked at until the program is started again.',
    [
      CLOCK,
      'after a sleep of eight hours, in which the steady clock %s, both sides are looked at and watched again [W19]',
    ],
    [CLOCK, 'when the network is back, both sides are looked at, not only what was to be sent [W19]'],
  ),
  elsewhere(
    'W20',
    'Placeholders of another cloud program count as empty or missing files.',
    'Linux has no placeholder files; the ports of the disk for macOS and Windows have to know theirs.',
  ),
  proven(
    'W21',
    'A storm of events makes the program look at everything all the time.',
    [
      SIM_SAVING,
      'ten thousand events a second for ten seconds cost few looks, and what was saved arrives soon after [W21]',
    ],
    ['test/main/engine/loop/scan-pace.test.ts', 'after a slow look passes three times as long, five seconds at most'],
  ),
  elsewhere(
    'W22',
    'Events name a file by its short name of eight and three characters.',
    'Only Windows has short names; hints name folders only, and its port of the watcher has to expand them.',
  ),
  proven('W23', 'A file that lived for a moment is sent as garbage, or its vanishing stops the program.', [
    SIM_TRANSFERS,
    'a file that vanishes while it is sent stops nothing and leaves nothing that people see [W23]',
  ]),
  proven(
    'W24',
    'What is gone on both sides stays in the records, and its return is taken for a removal.',
    [PLAN, 'an item that is gone on both sides is forgotten even when its folder was forgotten before'],
    [SIM_PLANNING, 'what is gone on both sides is forgotten: its return is a new file, not a removal [W24]'],
  ),
  proven(
    'W25',
    'The person moves the mirrored folder elsewhere, and everything is fetched again or counts as removed.',
    [MOVED_ROOT, 'a folder renamed while nothing ran goes on by %s, and nothing is transferred or removed [W25]'],
    [MOVED_ROOT, 'a folder copied to another disk goes on by %s, and nothing is transferred or removed [W25]'],
    [
      MOVED_ROOT,
      'a folder moved while the product runs halts its mirror, and its edits are sent from the new place [W25]',
    ],
  ),
];
