import { FILE_CHANGES, FILE_CHANGES_HERE, FOLDER_CHANGES, isEdit } from '../../main/core/plan/case-table.ts';
import type { FileChangeHere } from '../../main/core/plan/case-table.ts';
import { FILE_TABLES } from '../../main/core/plan/content-decisions.ts';
import { FOLDER_TABLES } from '../../main/core/plan/folder-decisions.ts';
import type { Inside, Situation } from '../../main/core/plan/folder-decisions.ts';
import { NAMESAKE_RULES } from '../../main/core/plan/name-assignment.ts';
import { keysOf } from './keys.ts';
import { DECISION_WORDS, fileWords, FOLDER_WORDS, INSIDE_WORDS, placeWords, SITUATION_WORDS } from './words.ts';

/** The kinds of mirrors, in the order of the page's columns. */
export const MODES = ['two-way', 'upload', 'download'] as const;

const INTRODUCTION = `# What the engine decides

_Written by \`node test/policy/write.ts\` from the tables in this folder; a test fails when the two differ._

Every item has three observations: this computer ("here"), the service ("there"), and what both last agreed on. What
happened on each side since then chooses a cell. Content, name and folder are merged apart from each other; when both
sides changed the same attribute of the place, the service's value counts, because colleagues see it already. If both
came to the same value, nothing is left to do.

"Cannot be seen" is one row and one column: access lost, a listing without the item and without proof, an unreadable
folder, a file that is being written. It never means that something is gone, and nothing is done until it can be seen.

"Keep both" looks at the bytes first: equal bytes are no conflict, and bytes here that are an older version of the same
file (an old state brought back) give way to the newer one, through the store.

Tables: [content-decisions.ts](plan/content-decisions.ts) (content), [merge-location.ts](plan/merge-location.ts) (name and folder),
[folder-decisions.ts](plan/folder-decisions.ts) (folders), [name-assignment.ts](plan/name-assignment.ts) (new things of
one name), [case-table.ts](plan/case-table.ts) (all of them put together). The test
\`test/main/core/policy.property.test.ts\` counts how often random stories come upon each cell, and fails for one that
none reaches; the few that cannot occur are listed with the reason in \`abstract/impossible.ts\` beside it.`;

const ONLINE_ONLY = `A person can free the space of files here that the service surely has. Such a file is online only: nobody removed it,
nothing fetches it, and only wanting it here again makes it new at the service, to be fetched like any other. A file
saved at its place is its next version. A folder that is removed here stays at the service for what is only online in it.`;

const RINGS = `## Rings and taken names

- Names swapped or rotated on one side: one of them steps aside under a passing name that the service never sees.
- A folder put into another one here, and that one into the first one there: the place at the service counts, the move
  made here is taken back.
- Two things of one name at the service, also when only the way an accent is written differs (the disks of Linux tell
  upper and lower case apart): the one that was made first there, then the one with the lower id, has the name here; each
  other one gets the first number here that nothing else has, in that order, and keeps its own name there. So every computer
  gives the same numbers, whoever was here first. A name that has a number is counted on: \`y (3)\`, never \`y (2) (2)\`.
- Folders of one name that are on both sides when a mirror is made anew: what is in them tells which is which. A numbered
  one is joined only when at least half of the smaller one may be the same; files of one name are told apart by their bytes.
- A number goes, or becomes another one, when its reason is gone: the twin was removed, moved or renamed there. Nothing is
  sent for that. It waits while anything else about the item is not done, and while a program has it open. What is only
  here keeps its name until it is sent, and what is only online keeps its number for the others. A mirror that only sends
  gives no other names here. Who gives a twin another name here renames it there, which settles it.
- A name from the service that no path can hold, or that shows as another one, has look-alikes here and stays itself there.
- A name whose holder is about to leave is waited for; a name whose holder cannot be seen, or keeps it, is not: the newcomer
  gets a number until it is free.
- What newly stands in the place of a file whose old state went to a backup's name beside it (\`~\`, \`.bak\` and the
  like), or vanished from there, is that file, edited by a save. With any other name it is a rename and a new file.
- What is missed and comes back as something new with the same bytes was moved. What the first look after a start misses and
  finds elsewhere with other bytes was moved and saved when no other file has its name, and when its own entries let nobody
  read it who cannot read a new file in that folder.
- A file with an open conflict that is edited on both sides again: the newer copy becomes a version of the older one, unless
  somebody worked on that, here or elsewhere: then both stay.`;

const OTHER_KIND = `The new thing is new (see above). The old one was deleted, so its cell is one of these, or one of the rows
"removed here" and "archived or removed at the service" among the folders. While both are at the service, the older one has
the name here and the other one a number, which goes with the older one.`;

/** The page of the whole policy. */
export function policyPage(): string {
  return `${[INTRODUCTION, files(), newItems(), folders(), typeChanges(), RINGS].join('\n\n')}\n`;
}

function files(): string {
  const sections = FILE_CHANGES_HERE.map(here => {
    const rows = FILE_CHANGES.flatMap(there => {
      const plain = [changeName(there), ...MODES.map(mode => fileWords(mode, { here, there, isAlike: false }))];
      if (!isEdit(here) || !isEdit(there)) return [plain];
      const alike = MODES.map(mode => fileWords(mode, { here, there, isAlike: true }) || DECISION_WORDS.rest);
      return [plain, [`${changeName(there)}, same bytes`, ...alike]];
    });
    const remark = here === 'freed' ? `${ONLINE_ONLY}\n\n` : '';
    return `### Here: ${changeName(here)}\n\n${remark}${table(['At the service', ...MODES], rows)}`;
  });
  return ['## Files that were agreed on', ...sections].join('\n\n');
}

function newItems(): string {
  const alone = [
    ['a file new here', ...MODES.map(mode => DECISION_WORDS[FILE_TABLES[mode].edited.deleted])],
    ['a file new at the service', ...MODES.map(mode => DECISION_WORDS[FILE_TABLES[mode].deleted.edited])],
    ['a folder new here', ...MODES.map(mode => FOLDER_WORDS[FOLDER_TABLES[mode]['new here'].empty])],
    ['a folder new at the service', ...MODES.map(mode => FOLDER_WORDS[FOLDER_TABLES[mode]['new there'].empty])],
    ['two new files of one name, same bytes', ...MODES.map(() => 'one file: only recorded')],
    ['two new files of one name, other bytes', ...MODES.map(mode => DECISION_WORDS[FILE_TABLES[mode].edited.edited])],
  ];
  const twins = keysOf(NAMESAKE_RULES).map(here => [
    `a ${here} here`,
    ...keysOf(NAMESAKE_RULES[here]).map(there =>
      NAMESAKE_RULES[here][there] === 'join' ? 'one item: compared' : 'two items: the one here keeps its name here',
    ),
  ]);
  return [
    '## New things',
    table(['', ...MODES], alone),
    'Two new things that want one name in one folder (a mirror that only sends fetches nothing, so only equal kinds meet):',
    table(['', 'a file there', 'a folder there'], twins),
  ].join('\n\n');
}

function folders(): string {
  const onBoth = FOLDER_CHANGES.filter(change => change !== 'deleted' && change !== 'unknown');
  const places = onBoth.flatMap(here =>
    onBoth.map(there => [
      changeName(here),
      changeName(there),
      ...MODES.map(mode => placeWords(mode, here, there) || DECISION_WORDS.rest),
    ]),
  );
  const columns = keysOf(INSIDE_WORDS);
  return [
    '## Folders',
    'Where a folder sits that both sides have, whatever happens inside of it:',
    table(['Here', 'At the service', ...MODES], places),
    'Whether a folder stays depends on what will remain inside of it, counted from the leaves upwards. That the folder itself was renamed or moved does not count here; that a file was moved does:',
    ...MODES.flatMap(mode => [
      `### Folders of a mirror: ${mode}`,
      table(['', ...columns.map(column => INSIDE_WORDS[column])], presence(mode, columns)),
    ]),
  ].join('\n\n');
}

function presence(mode: (typeof MODES)[number], columns: readonly Inside[]): readonly (readonly string[])[] {
  return keysOf(SITUATION_WORDS).map((situation: Situation) => [
    SITUATION_WORDS[situation],
    ...columns.map(column => FOLDER_WORDS[FOLDER_TABLES[mode][situation][column]]),
  ]);
}

/** Something of another kind in the same place is a new thing; the old one was deleted. */
function typeChanges(): string {
  const rows = FILE_CHANGES.map(there => [
    changeName(there),
    ...MODES.map(mode => fileWords(mode, { here: 'deleted', there, isAlike: false })),
  ]);
  const columns = FILE_CHANGES.map(here => [
    changeName(here),
    ...MODES.map(mode => fileWords(mode, { here, there: 'deleted', isAlike: false })),
  ]);
  return [
    '## A file becomes a folder, or a folder a file',
    OTHER_KIND,
    'Here a file became a folder; the old file:',
    table(['At the service', ...MODES], rows),
    'At the service a file became a folder; the old file:',
    table(['Here', ...MODES], columns),
  ].join('\n\n');
}

function changeName(change: FileChangeHere): string {
  if (change === 'freed') return 'online only, on purpose';
  if (change === 'same') return 'nothing';
  return change === 'unknown' ? 'cannot be seen' : change;
}

/** A table with columns of one width, as the formatter leaves it. */
function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((_, at) => Math.max(3, ...[heads, ...rows].map(cells => cells[at]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, at) => (cells[at] ?? '').padEnd(width)).join(' | ')} |`;
  return [line(heads), line(widths.map(width => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
