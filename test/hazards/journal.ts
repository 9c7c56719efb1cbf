import { elsewhere, proven } from './hazard.ts';
import type { Hazard } from './hazard.ts';
import {
  BAD_INPUT,
  CLOCK,
  DAEMONS,
  DURABILITY,
  HUNDRED,
  KILL,
  LOOKING,
  LOST_RECORDS,
  OPENING,
  REPLACING,
  SAFE_OPENING,
  SIM,
  SIM_DISK,
  SIM_RECORDS,
} from './suites.ts';

/** Records, crashes and several programs at once. */
export const JOURNAL: readonly Hazard[] = [
  proven(
    'C1',
    'The program dies after doing something and before writing it down.',
    [SIM, HUNDRED],
    [KILL, 'kills at random moments: nothing is lost, nothing is there twice'],
  ),
  proven('C2', 'What was meant to be done is recorded as done.', [
    SIM,
    'a file edited while it was moved kept the hash of its old bytes, and a download replaced the edit',
  ]),
  proven('C3', 'The power fails and takes the last records with it.', [
    OPENING,
    'a commit is on the disk before it returns, so that a power cut takes none of them [C3]',
  ]),
  proven(
    'C4',
    'The log of the journal grows without end.',
    [SAFE_OPENING, 'after a flood of changes the log of the journal is short again as soon as there is rest [C4]'],
    [SAFE_OPENING, 'a log that is never at rest does not grow beyond what one flood brought [C4]'],
  ),
  proven(
    'C5',
    'A damaged journal counts as an empty one, and everything is removed or sent again.',
    [OPENING, 'a damaged journal is refused with the remedy and stays as it is'],
    [SAFE_OPENING, 'a journal that was %s is set aside as it is, and the newest backup takes its place [C5]'],
    [LOST_RECORDS, 'a journal that was %s: nothing is sent twice, nothing removed, and edits survive [C5, C6, C7]'],
    [BAD_INPUT, 'a damaged journal is mended by itself: what is equal is not sent again, and what was not sent yet is'],
  ),
  proven(
    'C6',
    'The journal is lost, and everything is sent a second time.',
    [SIM_DISK, 'a computer that forgot everything joins what is equal and sends nothing again [C6]'],
    [SAFE_OPENING, 'a journal that is gone comes back from its newest backup [C6]'],
    [LOST_RECORDS, 'journal and backups are gone: signing in and naming the folder again joins what is equal [C6]'],
  ),
  proven(
    'C7',
    'The journal is set back to an older state, which is taken for what was agreed last.',
    [SIM_RECORDS, 'records set back to an older state: what is equal is neither sent nor fetched again [C7]'],
    [SIM_RECORDS, 'records set back to an older state remove nothing, and every edit made since is there [C7]'],
    [SIM_RECORDS, 'a folder set back to an older state with its marker removes nothing at the service [C7]'],
    [
      'test/sim/series/service-set-back.test.ts',
      'records that are set back in the middle of everything lose nothing [C7]',
    ],
    [LOST_RECORDS, 'a journal that was %s: nothing is sent twice, nothing removed, and edits survive [C5, C6, C7]'],
  ),
  proven('C8', 'An older program reads the journal of a newer one and misunderstands it.', [
    OPENING,
    'a journal of a newer Benchtop is refused in a sentence with the remedy, and nothing in it changes',
  ]),
  proven('C9', 'The program is ended in the middle of putting a file in place.', [
    DAEMONS,
    'SIGTERM ends a daemon in order; what was saved meanwhile is sent after the next start',
  ]),
  proven(
    'C10',
    'Two programs work on one folder at once.',
    [DAEMONS, 'a second daemon on one data directory is refused and the first goes on'],
    [LOOKING, 'the marker of another root makes the root lost'],
  ),
  proven('C11', 'Two computers mirror one and the same folder on a share.', [
    LOOKING,
    'the marker of another root makes the root lost',
  ]),
  elsewhere(
    'C12',
    'The records are written in the thread that draws the window.',
    'The engine runs in a daemon of its own, without a window; it belongs to the desktop shell to keep that so.',
  ),
  proven('C13', 'Signing out removes files of the person.', [
    SIM_DISK,
    'signing out leaves every file where it is [C13]',
  ]),
  proven(
    'C14',
    'The clock jumps, and what waits for a time waits for years.',
    [CLOCK, 'a clock that jumps a year %s does not keep a failed file from being tried again [C14]'],
    [CLOCK, 'a removal waits for its hold, no more and no less, when the clock jumps %s [C14]'],
    [CLOCK, 'a clock that was set back while nothing ran does not freeze what waits [C14]'],
    [CLOCK, 'a clock that is a year ahead for an hour empties nothing out of the store [C14]'],
  ),
  proven('C15', 'An upload that failed is remembered as one that arrived.', [
    SIM_DISK,
    'content that failed to arrive is sent when it comes back after an edit was undone [C15]',
  ]),
  proven(
    'C16',
    'The setting aside of an edit is itself cut off.',
    [DURABILITY, 'old bytes that are kept in %s: the name they will have is durable before theirs goes (case %#)'],
    [REPLACING, 'a taken sibling name is stale and changes nothing'],
    [
      'test/sim/hazards/planning/conflict-cut-off.test.ts',
      'a conflict cut off before theirs came does not take a new file for theirs that has its number',
    ],
    [SIM, HUNDRED],
  ),
  proven('C17', 'A halt is explained so badly that people mend it by removing things.', [
    'test/shared/text/faults.test.ts',
    'says that nothing is removed',
  ]),
];
