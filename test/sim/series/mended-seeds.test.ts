import { expect, test } from 'vitest';

import { simulate } from './simulate.ts';

/** What went wrong in these worlds once, and how. */
const MENDED: readonly (readonly [number, string])[] = [
  [1000355, 'a place was recorded twice'],
  [1001029, 'an arrival was believed too soon'],
  [1001234, 'an arrival was believed too soon'],
  [1001438, 'an arrival was believed too soon'],
  [1011405, 'a removal was tried in vain for ever'],
  [3000149, 'two folders of one name were taken for each other when the mirror was made anew'],
  [3000864, 'a stray refusal ended an upload that had arrived, and it was sent again'],
  [3000917, 'an edit made while the bytes of a removed file were fetched went with it'],
  [3006510, 'the store listed bytes that were not in it, because a staged file could not be removed'],
  [3009792, 'an edit within the second of another stayed unseen, because our clock was far ahead'],
  [3010014, 'a removal met a head that no look had shown, again and again'],
  [3024386, 'a file filled within the second of its announcement stayed unseen'],
  [3030571, 'our own answer was trusted although a second was not over'],
  [3032228, 'a file that had the inode of a removed one was taken for it'],
  [3033870, 'a file sent while it stepped aside kept its passing name'],
  [3034035, 'a fetched file was taken for the removed one whose inode it got'],
  [3041762, 'a foreign page came into the store in the place of a removed file'],
  [3045733, 'a file under a number that another one at the service has as its name was sent once more'],
  [3046462, 'a file under a number that another one at the service has as its name was sent once more'],
  [3049493, 'a colleague’s edit that ours went over was in the history only'],
  [3060167, 'our own announced file was recorded as a colleague’s'],
  [9002234, 'what was in a folder that had two numbers here was sent once more'],
  [8003946, 'a file brought back from the store went again, for a removal that was not seen yet'],
  [9200239, 'a question about what was removed here stayed open for what had come back since'],
  [9313792, 'a covered version that was put back just before a crash came beside the file, too'],
  [9379668, 'two refusals, one of them stray, ended an upload that had arrived, and it was sent again'],
  [9456344, 'two folders of one name that only their bytes tell apart were taken for each other'],
  [9480522, 'who removed a file gave up what it had covered a moment before'],
  [9495016, 'who removed a file gave up what it had covered a moment before'],
  [9107400, 'a name given at the service before a download was settled counted as agreed on'],
  [9701430, 'a file that a restless look missed lost its place to another one and was never looked for'],
  [9714398, 'the book took an older version that was brought back for a file sent twice'],
  [9757665, 'a marker that was written and then could not be written again was taken for one of other records'],
  [9833098, 'a file that was received and moved on before it was recorded was sent as a new one'],
  [9866480, 'the book took files that were written while removed ones were wanted back for a conflict with nobody'],
  [9869625, 'a file that was received and exchanged before it was recorded was sent as a new one'],
  [9870237, 'an edit that ours went over, and that may not be put back, was in the history only'],
  [9893082, 'an edit that ours went over was in the history only, because a stray refusal hid it'],
  [10038036, 'a disk that brought late bytes back and then said no left an intent open'],
  [10069717, 'an edit that whoever went over it had put back was taken for one that went over theirs'],
  [10106092, 'the book did not know that a file with two names is edited under both'],
  [10145138, 'a file that was received, renamed and refused by the disk at the start was sent as a new one'],
  [10151485, 'a stray refusal of the version that ours went over left it in the history only'],
  [10162459, 'a copy of a conflict that was moved on before the next start was there twice'],
  [10176882, 'the book did not know that a folder which is moved brings with it what is in it'],
  [10205319, 'the removal of a copy that the service did not carry out with the answer waited for ever'],
  [10418325, 'a file that came again and was moved on before it was recorded was sent as a new one'],
  [10440901, 'what went over an edit, as only the next start found out, was agreed on before, and went under in turn'],
  [10500299, 'a file that a restless look found in two places was sent as a new one'],
  [10515497, 'the book did not know that who only sends cannot tell folders of one name apart when all is made anew'],
  [10529227, 'the book did not know that a backup in the place of its original rests where nothing is sent'],
  [10545132, 'two folders of one name with files whose names differ in a number only were taken for each other'],
  [10618778, 'the book did not take for an edit what another file has at the service, because two people came to it'],
  [10800469, 'a received file that got the inode of a removed one and was moved was sent as a new one'],
  [10636290, 'who stepped aside wanted a passing name that another computer had sent'],
  [10792926, 'a refused move was held against a folder that had nowhere to go any more'],
  [10634309, 'a newer conflict copy that the disk did not give up was sent, though the older one had its bytes'],
  [10743434, 'an edit whose answer had come was taken for a copy of it that was put back on top of theirs'],
  [10913280, 'a file that was received and exchanged before it was recorded was looked for where it was agreed to be'],
  [10978224, 'the book did not know that whoever edits a file with two names edits it under both'],
  [10984613, 'a file brought back from the store went again, because a disk had denied that it was there'],
  [10986602, 'a file cut off in a move, of which one name was moved on, was sent as two new ones'],
  [11010535, 'an edit that ours went over stayed in the store and the history, because the file was removed here'],
  [11083170, 'a folder whose number is a name at the service was taken for that one, and not for its own'],
  [11096860, 'a file cut off in a move, of which one name was moved on, was sent as two new ones'],
  [11104937, 'the book did not know that whoever edits a file with two names edits it under both'],
  [11107982, 'the book did not know that an edit between two of another one is kept by both who know of it'],
  [11131090, 'a folder whose number is a name at the service was taken for that one, and not for its own'],
  [11145248, 'a folder was archived with what a colleague had added, because a stray answer showed it as empty'],
  [11167728, 'the book did not know that what was twice at rest comes back for each who moved one of them'],
  [9576199, 'the book took a backup put in the place of its original for an edit'],
  [11293407, 'a file whose sending was not settled was taken for one that came to nothing, and was sent once more'],
  [11362930, 'the book did not know that what is exchanged with its backup comes back for who moved it'],
  [11461050, 'a file that moved into a folder of ours which no list showed counted as removed, and was there twice'],
  [11700651, 'a file that could not be read yet was not waited for, since another one has its name at the service'],
  [4100074, 'a conflict copy that was removed here went with its bytes when the conflict was answered'],
  [1795933220, 'a number that was given again after a refusal was sent as a name, since no look listed its folder'],
  [
    1795935468,
    'a number that came with a move to another folder was sent as a name after the disk had refused the move',
  ],
  [1796016210, 'a death left files recorded in a folder that was forgotten just before them, and they waited for ever'],
  [11500690, 'the book took the list of files in a folder for a look at the folders in it'],
];

test.each(MENDED)('drawn seed %i comes to rest (%s)', async seed => {
  await expect(simulate({ seed })).resolves.toMatchObject({ steps: expect.any(Number) });
});

/** In harsh worlds. */
const MENDED_HARSH: readonly (readonly [number, string])[] = [
  [901045, 'the book asked for bytes that a program wrote in the instant in which the power failed'],
  [6200198, 'the book did not know that who exchanges two files of one name names them, numbers and all'],
  [901100, 'a new file with the number of a staged one that was just cleared away was taken for it'],
];

test.each(MENDED_HARSH)('harsh seed %d loses nothing and comes to rest any more (%s)', async seed => {
  await expect(simulate({ seed, isHarsh: true })).resolves.toBeDefined();
});

/** On volumes of several kinds. */
const MENDED_ON_VOLUMES: readonly (readonly [number, string])[] = [
  [92203, 'a file that differs from its own in capitals only was taken for another one, again and again'],
  [1796007905, 'the book did not know that a file is removed whose name has another form here than at the service'],
  [1796075420, 'a number that a person gave by two exchanges was taken for one of ours'],
  [1796085955, 'a file in the place of one that was removed while it stepped aside was taken for its save'],
];

test.each(MENDED_ON_VOLUMES)('seed %d on volumes of several kinds comes to rest (%s)', async seed => {
  await expect(simulate({ seed, volumes: true })).resolves.toBeDefined();
});

/** Where the service mixes up its answers to uploads. */
const MENDED_WITH_LIES: readonly (readonly [number, string])[] = [
  [1796094795, 'a removed file of which nobody knew whether it had arrived met the one that was saved under its name'],
];

test.each(MENDED_WITH_LIES)('seed %d with a service that mixes up answers comes to rest (%s)', async seed => {
  await expect(simulate({ seed, lies: true })).resolves.toBeDefined();
});
