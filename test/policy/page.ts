import { FILE_CHANGES, LOCAL_FILE_CHANGES, FOLDER_CHANGES, isEdit } from '../../main/core/plan/case-table.ts';
import type { LocalFileChange } from '../../main/core/plan/case-table.ts';
import { FILE_TABLES } from '../../main/core/plan/content-decisions.ts';
import { FOLDER_TABLES } from '../../main/core/plan/folder-decisions.ts';
import type { Inside, Situation } from '../../main/core/plan/folder-decisions.ts';
import { NAMESAKE_RULES } from '../../main/core/plan/name-assignment.ts';
import { keysOf } from './keys.ts';
import { DECISION_WORDS, fileWords, FOLDER_WORDS, INSIDE_WORDS, placeWords, SITUATION_WORDS } from './words.ts';
import { markdownTable } from '../setup/markdown-table.ts';

/** The kinds of mirrors, in the order of the page's columns. */
export const MODES = ['two-way', 'upload', 'download'] as const;

const INTRODUCTION = `# What the engine decides

_Written by \`node test/policy/write.ts\` from the tables in this folder; a test fails when the two differ._

Every item has three observations: this computer ("here"), the service ("there"), and the base, which both last agreed
on. The changes on each side since the base choose a cell. Content, name and folder are merged independently. When both
sides changed the name, or both the folder, the service's value wins, because colleagues already see it. If both sides
came to the same value, nothing is left to do.

"Cannot be seen" is one row and one column: access was lost, a listing lacks the item without proving that it is gone,
a folder cannot be read, or a file is being written. It never means that the item is gone, and nothing is done until the
item can be observed.

"Keep both" compares the bytes first: equal bytes are no conflict. Bytes here that are an older version of the same file
(a restored old state) are moved to the trash, and the newer version takes their place.

Tables: [content-decisions.ts](plan/content-decisions.ts) (content), [merge-location.ts](plan/merge-location.ts) (name and folder),
[folder-decisions.ts](plan/folder-decisions.ts) (folders), [name-assignment.ts](plan/name-assignment.ts) (new items of
one name), [case-table.ts](plan/case-table.ts) (all of them put together). The test
\`test/main/core/plan/policy.property.test.ts\` counts how often random stories reach each cell, and fails for one that
none reaches; the few that cannot occur are listed with the reason in \`abstract/impossible.ts\` beside it.`;

const ONLINE_ONLY = `A person can free the space of files here that the service certainly has. Such a file is online-only: that is no removal,
and the file is not fetched again until a person asks for it. A file that a program saves at its path becomes its next
version. A folder that is removed here stays at the service as long as it holds online-only files.`;

const RINGS = `## Rings and names in use

- Names that were swapped or rotated on one side: one item gets a temporary name here, which the service never sees.
- Folder A moved into B here, and B into A at the service: the service's order wins, the move made here is reversed.
- Several items of one name at the service, also when they differ only in case or in the form of an accent: the oldest
  one (by time of creation, then by id) has the name here, each other one gets the first free number in that order, and
  keeps its own name there. So every computer gives the same numbers. A name with a number is counted on: after
  \`y (2)\` comes \`y (3)\`, not \`y (2) (2)\`.
- Folders of one name on both sides when a mirror is made again: their content shows which is which. A folder with a
  number is joined only when at least half of the smaller one may be the same; files of one name are compared by bytes.
- A number is removed or changed when its reason is gone: the other item was removed, moved or renamed there. Nothing is
  sent for that. It waits while another step for the item is left, and while a program has the item open. An item that
  is only here keeps its name until it is sent, and an online-only item keeps its number. A mirror that only sends
  changes no names here. A person who renames a numbered item here renames it there, which ends the numbering.
- A remote name that no path can hold, or that displays as another one, gets look-alike characters here and stays as it
  is at the service.
- A name whose item is about to leave is waited for. A name whose item cannot be observed, or keeps it, is not: the new
  item gets a number until the name is free.
- A new file at the path of one that was renamed to a backup name beside it (\`~\`, \`.bak\` and the like), or that
  disappeared, is the same file after a save. Renamed to any other name, it is a rename and a new file.
- A missing file and a new one with the same bytes are a move. A file that the first scan after a start misses, and finds
  elsewhere with other bytes, was moved and saved if no other file has its name, and if the move gives no reader access
  who could not read a new file in that folder.
- A file with an open conflict that both sides edit again: the newer copy becomes a version of the older one, unless the
  older one was edited too, here or elsewhere; then both stay.`;

const OTHER_KIND = `The new item is new (see above). The old one was deleted, so its cell is one of these, or one of the rows
"removed here" and "archived or removed at the service" among the folders. While both are at the service, the older one has
the name here and the other one a number, which it loses when the older one is removed.`;

/** The page of the whole policy. */
export function policyPage(): string {
  return `${[INTRODUCTION, files(), newItems(), folders(), typeChanges(), RINGS].join('\n\n')}\n`;
}

function files(): string {
  const sections = LOCAL_FILE_CHANGES.map(here => {
    const rows = FILE_CHANGES.flatMap(there => {
      const plain = [
        changeName(there),
        ...MODES.map(mode => fileWords(mode, { local: here, remote: there, isAlike: false })),
      ];
      if (!isEdit(here) || !isEdit(there)) return [plain];
      const alike = MODES.map(
        mode => fileWords(mode, { local: here, remote: there, isAlike: true }) || DECISION_WORDS.rest,
      );
      return [plain, [`${changeName(there)}, same bytes`, ...alike]];
    });
    const remark = here === 'freed' ? `${ONLINE_ONLY}\n\n` : '';
    return `### Here: ${changeName(here)}\n\n${remark}${markdownTable(['At the service', ...MODES], rows)}`;
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
    '## New items',
    markdownTable(['', ...MODES], alone),
    'Two new items that want one name in one folder (a mirror that only sends fetches nothing, so only equal kinds meet):',
    markdownTable(['', 'a file there', 'a folder there'], twins),
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
    'The location of a folder on both sides, independent of its content:',
    markdownTable(['Here', 'At the service', ...MODES], places),
    'Whether a folder stays depends on what will remain inside it, computed from the leaves upwards. A rename or move of the folder itself does not count here; a move of a file does:',
    ...MODES.flatMap(mode => [
      `### Folders of a mirror: ${mode}`,
      markdownTable(['', ...columns.map(column => INSIDE_WORDS[column])], presence(mode, columns)),
    ]),
  ].join('\n\n');
}

function presence(mode: (typeof MODES)[number], columns: readonly Inside[]): readonly (readonly string[])[] {
  return keysOf(SITUATION_WORDS).map((situation: Situation) => [
    SITUATION_WORDS[situation],
    ...columns.map(column => FOLDER_WORDS[FOLDER_TABLES[mode][situation][column]]),
  ]);
}

/** An item of another kind at the same path is a new item; the old one was deleted. */
function typeChanges(): string {
  const rows = FILE_CHANGES.map(there => [
    changeName(there),
    ...MODES.map(mode => fileWords(mode, { local: 'deleted', remote: there, isAlike: false })),
  ]);
  const columns = FILE_CHANGES.map(here => [
    changeName(here),
    ...MODES.map(mode => fileWords(mode, { local: here, remote: 'deleted', isAlike: false })),
  ]);
  return [
    '## A file becomes a folder, or a folder a file',
    OTHER_KIND,
    'Here a file became a folder; the old file:',
    markdownTable(['At the service', ...MODES], rows),
    'At the service a file became a folder; the old file:',
    markdownTable(['Here', ...MODES], columns),
  ].join('\n\n');
}

function changeName(change: LocalFileChange): string {
  if (change === 'freed') return 'online only, on purpose';
  if (change === 'same') return 'nothing';
  return change === 'unknown' ? 'cannot be seen' : change;
}
