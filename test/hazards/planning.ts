import { elsewhere, proven } from './hazard.ts';
import type { Hazard } from './hazard.ts';
import {
  CLOCK,
  ATTENTION,
  DECIDE,
  HUNDRED,
  KEEPING,
  MATCH,
  MATCH_SAVES,
  MOVING,
  PLACING,
  PLAN,
  PLAN_PROPERTY,
  SCENARIOS,
  SIM,
  SIM_IDENTITY,
  SIM_PLANNING,
  SIM_RULES,
  SIM_RULES_RANDOM,
  SIM_SERVICE,
  SIM_UNFINISHED,
  SIM_VIEW_ONLY,
  TWO_COMPUTERS,
} from './suites.ts';

const BOTH_KEPT = 'an edit on both computers: both contents are on both, the head keeps the name';
const BECOME_ONE = 'two changed trees become one, lose nothing and then need nothing';

/** What is decided from what was seen. */
export const PLANNING: readonly Hazard[] = [
  proven(
    'P1',
    'Of two edits the one with the later date wins, and the other one is lost.',
    [DECIDE, 'two new things of one name are compared'],
    [ATTENTION, BOTH_KEPT],
    [SIM_PLANNING, 'an old state brought back here gives way to the newer one there, without a conflict [P1]'],
  ),
  proven('P2', 'The copy kept in a conflict stays on one computer only.', [ATTENTION, BOTH_KEPT]),
  proven('P3', 'A conflict ends with the older content on top.', [ATTENTION, BOTH_KEPT]),
  proven(
    'P4',
    'Conflicts of conflicts multiply.',
    [SIM_PLANNING, 'a file edited many times on both sides leaves two files, and every state of both is kept [P4]'],
    [SIM_PLANNING, 'a conflict copy that somebody else edited is left alone, and the next one stands beside it [P4]'],
    [
      SIM_PLANNING,
      'a conflict copy that is being edited by hand is left alone, and the next one stands beside it [P4]',
    ],
  ),
  proven(
    'P5',
    'A removal on one side wins over an edit on the other.',
    [TWO_COMPUTERS, 'an edit here outlives a removal there'],
    [DECIDE, 'a new version counts as an edit as long as its bytes are not known'],
    [SIM_PLANNING, 'what is new or edited in a folder that the other side removed lives on [P5, P6]'],
    [SIM_PLANNING, 'what is new or edited at the service in a folder that was removed here lives on [P5, P6, P36]'],
  ),
  proven(
    'P6',
    'A folder is removed together with what was just put into it on the other side.',
    [SIM_PLANNING, 'what is new or edited in a folder that the other side removed lives on [P5, P6]'],
    [SIM_PLANNING, 'what is new or edited at the service in a folder that was removed here lives on [P5, P6, P36]'],
  ),
  proven(
    'P7',
    'A folder is removed together with what was just taken out of it on the other side.',
    [PLAN, 'a folder removed here is not archived while something taken out of it is still in it at the service'],
    [SIM_PLANNING, 'what was taken out of a folder before the other side removed it lives on [P7]'],
  ),
  proven(
    'P8',
    'A folder is removed together with files that were never mirrored.',
    [KEEPING, 'only an empty folder is removed'],
    [SIM_PLANNING, 'a removed folder stays here while something in it was never mirrored [P8, P9]'],
    [SIM_RULES, 'a folder removed here is not archived while the service has something in it that a rule hides [P8]'],
  ),
  proven(
    'P9',
    'A file that is skipped on one side is removed by the other.',
    [MATCH, 'ignored things that were never items are passed over'],
    [MATCH, 'a folder renamed to an ignored name is unknown with everything in it'],
    [SIM_PLANNING, 'a removed folder stays here while something in it was never mirrored [P8, P9]'],
  ),
  proven(
    'P10',
    'A changed rule about what is skipped counts as removals.',
    [SIM_RULES, 'the new rule %j removes nothing on either side [P10]'],
    [SIM_RULES, 'nothing is sent, received or removed for what a rule hides [P9, P10]'],
    [SIM_RULES, 'what was hidden is looked at again: changes travel, two edits are both kept [P10]'],
    [
      SIM_RULES,
      'what was removed here while it was hidden is missed only from the moment it is looked for again [P10]',
    ],
    [
      SIM_RULES,
      'what was removed at the service while it was hidden goes only after new proof, through the store [P10]',
    ],
    [SIM_RULES, 'many that went while they were hidden are asked about [P10]'],
    [SIM_RULES_RANDOM, 'rules that come and go lose nothing and leave both sides the same [P10]'],
  ),
  elsewhere(
    'P11',
    'A folder that is no longer wanted on this computer is removed for everybody.',
    'Belongs to choosing folders within a mirror, which the product does not offer yet.',
  ),
  elsewhere(
    'P12',
    'A folder that is wanted again replaces what was left of it here.',
    'Belongs to choosing folders within a mirror, which the product does not offer yet.',
  ),
  proven(
    'P13',
    'Two folders are put into each other on the two sides, and no order of moves ends.',
    [PLAN, 'folders put into each other on the two sides in a long ring still all get a plan'],
    [PLAN_PROPERTY, BECOME_ONE],
    [SIM_PLANNING, 'folders put into each other on the two sides come to rest with every file [P13]'],
  ),
  proven('P14', 'One thing is moved to different folders on the two sides.', [
    'test/main/core/plan/place.test.ts',
    'moved to two folders, the service wins',
  ]),
  proven(
    'P15',
    'Names that are exchanged in a ring exchange their contents too.',
    [MATCH, 'two files that swapped their names are told apart'],
    [TWO_COMPUTERS, 'two names exchanged keep each its content'],
    [PLAN_PROPERTY, BECOME_ONE],
    [SIM_PLANNING, '%i names exchanged in a ring: each file keeps its content [P15]'],
  ),
  proven(
    'P16',
    'A file is renamed and another one put in its place, and the two are confused.',
    [MATCH_SAVES, 'a file that was renamed, and another one put in its place, are the file and a new one'],
    [SIM_PLANNING, 'a file that was renamed stays who it is when another one takes its old name [P16]'],
    [PLACING, 'a new file that changes names with its neighbour at the last instant is known by its key'],
  ),
  proven('P17', 'A folder is renamed on one side while a file in it is edited on the other.', [
    TWO_COMPUTERS,
    'a folder moved here while a file inside is edited there: both happen, and the file stays itself',
  ]),
  proven('P18', 'The renaming of a half-sent folder is carried out as removing it and making another one.', [
    SIM_PLANNING,
    'a folder renamed while its files are sent is renamed, and nothing is removed or sent twice [P18, P19]',
  ]),
  proven(
    'P19',
    'A folder is moved while its files are on their way.',
    [SIM, HUNDRED],
    [
      SIM_PLANNING,
      'a folder renamed while its files are sent is renamed, and nothing is removed or sent twice [P18, P19]',
    ],
  ),
  proven('P20', 'Folders within folders are renamed on both sides.', [PLAN_PROPERTY, BECOME_ONE]),
  proven(
    'P21',
    'A file gives way to a folder of its name, or a folder to a file.',
    [MATCH, 'a file replaced by a folder of its name is gone, and the folder is new'],
    [SIM_PLANNING, 'a file that gives way to a folder of its name keeps what a colleague wrote into it [P21]'],
  ),
  proven(
    'P22',
    'A rename that changes case only is lost, or carried out as a removal.',
    [MOVING, 'a change of case only is a move'],
    [SIM_PLANNING, 'a rename of case only is one rename of the same file [P22]'],
  ),
  proven('P23', 'What is meant for one folder hits another whose name begins alike.', [
    SIM_PLANNING,
    'what happens to one folder spares those whose names begin alike [P23]',
  ]),
  proven(
    'P24',
    'A file is moved into a folder that more people can read, and nobody is asked.',
    [SIM_PLANNING, 'a move into a folder that more people can read waits for a person [P24, I13]'],
    [SIM_PLANNING, 'a move that waits for a person can be taken back, and the file is edited meanwhile [P24]'],
    [
      'test/sim/features/edit/move-audience.test.ts',
      'a file moved into a mirror that more people can read waits for a person, and is not removed meanwhile [P24, I13]',
    ],
  ),
  proven('P25', 'A file moved from one mirror into another loses its identity.', [
    SIM_PLANNING,
    'is one move at the service [P25]',
  ]),
  proven('P26', 'A file is taken out of the mirrored folder for a moment and removed for everybody.', [
    SCENARIOS,
    'a removal here waits for its hold, is undone by putting the file back, and is sent when the hold is over',
  ]),
  proven(
    'P27',
    'A file is renamed to a name that is skipped, and removed at the service.',
    [MATCH, 'a file renamed to an ignored name is unknown, not gone, and found when it is renamed back'],
    [SIM_RULES, 'a file moved into a hidden folder, and back, stays who it is [P10, P27]'],
  ),
  proven(
    'P28',
    'Of many files with equal bytes the wrong one is taken for the moved one.',
    [MATCH, 'a second name of the same bytes is a new file, and the first one stays who it is'],
    [SIM_PLANNING, 'of many files with equal bytes each keeps who it is when they move [P28]'],
  ),
  proven(
    'P29',
    'Many removals at once, by a script or by a thief, reach everybody in a moment.',
    [SCENARIOS, 'sixty removals here are asked about; keep brings the files back'],
    [SCENARIOS, 'sixty removals here are asked about, also after a restart; remove carries them out through the store'],
  ),
  proven(
    'P30',
    'Many removals come in slices, each too small to be asked about.',
    [SCENARIOS, 'removals in slices are added up over a day [P30]'],
    [CLOCK, 'removals in slices are added up although the clock jumps %s in between [C14, P30]'],
  ),
  proven('P31', 'Something large is decided from records that are old or have gaps.', [
    SIM_SERVICE,
    'what lists do not show but the service still knows by its id is not removed [R2, R3, P31]',
  ]),
  proven(
    'P32',
    'One file that fails holds up all others.',
    [SCENARIOS, 'a refused file is said once and does not stop the others [T18]'],
    [
      SIM_UNFINISHED,
      'one of fifty files fails for ever: the others arrive, also later ones, and it is tried ever more rarely [P32]',
    ],
    [
      SIM_UNFINISHED,
      'one of fifty downloads fails for ever: the others arrive, and it is in the list with its reason [P32]',
    ],
  ),
  proven('P33', 'Steps are carried out in an order that destroys what a later one needed.', [
    PLAN_PROPERTY,
    'any order that keeps phases and depths leads a mirror',
  ]),
  proven(
    'P34',
    'An edit in a folder that one may only read is tried for ever, or undone in silence.',
    [
      SIM_VIEW_ONLY,
      'an edit that may not be sent is kept, said, and tried again in minutes, then hourly, or when it changes [P34]',
    ],
    [SIM_VIEW_ONLY, 'new files where nothing may be put are kept and said, each of them [P34]'],
    [
      SIM_VIEW_ONLY,
      'an edit that may not be sent goes to a folder of its own, and the version of the service comes back [P34]',
    ],
    [SIM_VIEW_ONLY, 'an edit in a mirror that only receives is kept and said, and can go to a folder of its own [P34]'],
  ),
  proven('P35', 'At the first meeting of two full folders the newer files win.', [
    ATTENTION,
    'a new file of one name with different contents on both: both are kept everywhere',
  ]),
  proven(
    'P36',
    'A folder is archived together with what a colleague has just put into it.',
    [SIM_PLANNING, 'what is new or edited at the service in a folder that was removed here lives on [P5, P6, P36]'],
    [SIM_PLANNING, 'what a colleague puts into a folder between our looks and its archiving is not archived [P36]'],
  ),
  proven(
    'P37',
    'A full folder is connected with an empty or another service, and is emptied.',
    [SIM_IDENTITY, 'somebody of another organization who signs in here removes nothing on either side [P37]'],
    [SIM_IDENTITY, 'a service that knows nothing of the mirrored folder empties nothing here [P37]'],
  ),
];
