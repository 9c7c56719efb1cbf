import { elsewhere, proven } from './hazard.ts';
import type { Hazard } from './hazard.ts';
import {
  FAKE_DISK,
  HTTP,
  HUNDRED,
  KEEPING,
  KILL,
  PLACING,
  REPLACING,
  SCENARIOS,
  SIM,
  SIM_TRANSFERS,
  STORAGE,
} from './suites.ts';

const BASE = 'test/sim/hazards/service/base-version.test.ts';
const BODY = 'test/main/remote/transfer/version-body.test.ts';
const LAST_LOOK = 'test/ports/disk/last-check.test.ts';
const RESUMING = 'test/end-to-end/kills/resuming.test.ts';
const SIM_RESUMING = 'test/sim/engine/resume-transfers.test.ts';
const LYING = 'test/sim/hazards/service/lying-answers.test.ts';
const SIM_MEANWHILE = 'test/sim/hazards/planning/changes-during-steps.test.ts';

/** How bytes travel. */
export const TRANSFERS: readonly Hazard[] = [
  proven('T1', 'The answer to the confirmation is lost, and the file is sent a second time as another one.', [
    SIM_TRANSFERS,
    'a lost answer to a confirmation leaves one file with one version [T1]',
  ]),
  proven('T2', 'The answer to the announcement is lost, and the file stands twice at the service.', [
    SIM_TRANSFERS,
    'lost answers to announcements leave one file that people see [T2]',
  ]),
  proven('T3', 'The program dies between sending bytes and confirming them.', [
    KILL,
    'kills at random moments: nothing is lost, nothing is there twice',
  ]),
  proven('T4', 'The address for the bytes expires while they travel, and the file is taken for forbidden.', [
    SIM_TRANSFERS,
    'an address that expired is asked for again, and the file arrives once [T4]',
  ]),
  proven('T5', 'Addresses asked for together expire before the last file has its turn.', [
    SIM_TRANSFERS,
    'addresses that expire before their turn are asked for again, and every file arrives once [T5]',
  ]),
  proven('T6', 'A wrong clock here makes fresh addresses look expired.', [
    SIM_TRANSFERS,
    'a service whose clock is %i seconds ahead of ours gets and gives every byte [T6]',
  ]),
  proven(
    'T7',
    'Headers differ from those that were signed, and the storage refuses the bytes or mistypes them.',
    [HTTP, 'a streamed body arrives whole, with its length stated and never chunked'],
    [STORAGE, 'the storage sees the bytes and their type, and nothing of who we are'],
  ),
  proven('T8', 'A file changes while it is sent, and a mixture of two states arrives.', [
    BODY,
    'a file that changed while it was sent breaks the request off before its end',
  ]),
  proven('T9', 'Newer bytes are recorded as agreed though older ones were sent.', [
    SIM_TRANSFERS,
    'an edit right after its bytes were sent follows as the next version [T9, T29]',
  ]),
  proven('T10', 'An upload that was cut off counts as finished, or as somebody else’s file.', [
    KILL,
    'kills at random moments: nothing is lost, nothing is there twice',
  ]),
  proven('T11', 'Half of a download counts as the whole.', [
    SIM_TRANSFERS,
    'half of a download never takes the place of a file [T11]',
  ]),
  proven(
    'T12',
    'A download goes on where it was cut off although there is another version by now.',
    [SIM_RESUMING, 'when the file got another version meanwhile (%s), nothing of the old one is used [T12]'],
    [SIM_RESUMING, 'what was left and is not what it was is not gone on with [T12]'],
    [RESUMING, 'a program that is killed while a large file comes goes on with it at its next start [T12]'],
  ),
  proven(
    'T13',
    'A download replaces what was edited in the meantime.',
    [REPLACING, 'an edit in place between download and replacing is kept'],
    [REPLACING, 'a save by rename between download and replacing is kept'],
    [PLACING, 'nothing is placed over a file that appeared meanwhile'],
    [LAST_LOOK, '%s: what a person does in the middle of a replacement stays as it is [T13]'],
    [LAST_LOOK, '%s: what a person saves after the last look is kept, in place or by a new file [T13]'],
    [LAST_LOOK, '%s: what is saved after the last look is kept beside, too, when the copy moved on [T13]'],
    [SIM_MEANWHILE, 'a %s in the very instant of a replacement is kept beside it [T13]'],
    [SIM_MEANWHILE, 'a file moved right after it was %s is there once, under its own id [T13]'],
  ),
  proven('T14', 'A download that failed leaves a record of a file, whose absence then counts as a removal.', [
    SIM_TRANSFERS,
    'a download that failed is no removal here, also after a restart [T14]',
  ]),
  proven(
    'T15',
    'Errors of the service count as the absence of what was asked for.',
    [SIM_TRANSFERS, 'however often the service fails, nothing counts as removed [T15]'],
    ['test/sim/engine/long-troubles.test.ts', 'while %s nobody is asked without an end, and the others go on [R26]'],
  ),
  elsewhere(
    'T16',
    'The access token expires in the middle of a long transfer.',
    'The engine uses API keys, which do not expire in an hour; it belongs to signing in by browser.',
  ),
  proven('T17', 'Every transfer tries again by itself while the service asks for a pause.', [
    'test/main/remote/api/gate.test.ts',
    'while the service wants a pause nobody goes, and then half as many do',
  ]),
  proven('T18', 'What the service will never take is offered for ever.', [
    SCENARIOS,
    'a refused file is said once and does not stop the others [T18]',
  ]),
  proven('T19', 'The disk fills up during a download, and the file that was there is gone.', [
    FAKE_DISK,
    'a full disk says so while a download is written, and the file in place stays',
  ]),
  proven(
    'T20',
    'Unfinished downloads stay behind, or are sent as files.',
    [KEEPING, 'unfinished downloads are swept away, set-aside bytes are rescued'],
    [SIM, 'a staged download was left behind when its place had changed'],
  ),
  proven('T21', 'The stage lies on another disk, so that putting a file in place is no single step.', [
    FAKE_DISK,
    'a forbidden folder and another volume inside are unreadable, not absent, and refuse effects',
  ]),
  proven(
    'T22',
    'A file without bytes is not sent, not stored or not put in place.',
    [HTTP, 'an empty body is sent as one, streamed or not'],
    [PLACING, 'an empty file can be placed'],
  ),
  proven('T23', 'A large edit is too much for the service or for memory.', [
    SIM_TRANSFERS,
    'an edit that is too large for the service is said once, and both sides keep what they have [T23]',
  ]),
  proven('T24', 'A version is put on top of one that a colleague added a moment before.', [
    SIM_TRANSFERS,
    'a version of a colleague that comes %s is never covered [T24]',
  ]),
  proven(
    'T25',
    'The service does not check which version an edit is based on.',
    [BASE, 'a service that does not check the base: a colleague’s earlier edit is seen before ours is sent [T25]'],
    [BASE, 'a service that does not check the base: an edit that ours went over is put back on top, %s [T25]'],
    [BASE, 'an edit that ours went over %s [T25]'],
  ),
  proven('T26', 'A hotel network answers every request with its own page.', [
    SCENARIOS,
    'a captive portal is as good as no answer: nothing happens, and it ends as temporary [T26]',
  ]),
  proven(
    'T27',
    'A connection that hangs holds everything up, or a limit on the whole time stops large files.',
    [HTTP, 'a server that says nothing for too long is offline'],
    [HTTP, 'an answer that stops in its middle for too long is offline'],
    [
      'test/ports/http/http.test.ts',
      'an upload that takes longer than the idle limit goes through as long as bytes flow',
    ],
  ),
  proven('T28', 'Files that were only touched are sent again.', [
    SIM_TRANSFERS,
    'files that were only touched are not sent [T28, L3, L4]',
  ]),
  proven(
    'T29',
    'Two uploads of one file overtake each other.',
    [SIM, HUNDRED],
    [SIM_TRANSFERS, 'an edit right after its bytes were sent follows as the next version [T9, T29]'],
  ),
  proven(
    'T30',
    'One refused file of a batch stops the others, or all are offered again.',
    [SCENARIOS, 'a refused file is said once and does not stop the others [T18]'],
    [LYING, 'an answer to a batch of announcements with %s concerns those files alone, which are sent later'],
  ),
  proven(
    'T31',
    'The service takes a file away after every upload, and it is sent again each time.',
    [
      'test/sim/hazards/disk/vanishing-items.test.ts',
      'what the service removes after each upload is sent three times at most, and stays here [T31]',
    ],
    [
      'test/sim/hazards/disk/vanishing-items.test.ts',
      'what the service takes away at the very confirmation is not sent for ever [T31]',
    ],
  ),
];
