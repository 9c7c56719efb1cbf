import { fileCell, placeCell } from '../../main/core/cells.ts';
import type { FileChange, Pair, Winner } from '../../main/core/cells.ts';
import type { Decision } from '../../main/core/decide.ts';
import { MOVES } from '../../main/core/fates.ts';
import type { FolderDecision, Inside, Situation } from '../../main/core/folders.ts';
import type { MirrorMode } from '../../shared/model/mirror.ts';

/** What becomes of a file's content, in words for the page. */
export const DECISION_WORDS: Readonly<Record<Decision, string>> = {
  rest: 'nothing',
  upload: 'send as a new version',
  'upload-as-new': 'send as a new file',
  download: 'fetch',
  'delete-local': 'take away here, into the store',
  'delete-remote': 'remove at the service, after hold and guard',
  'keep-both': 'keep both: theirs under the name, ours beside it as a conflict copy that is sent too',
  forget: 'drop the record',
  frozen: 'wait until it can be seen',
  'upload-on-top': 'send as the newest version, theirs stays in the history',
  'keep-both-here': 'keep both: theirs under the name, ours beside it, not sent',
  'keep-here': 'ours stays here, is not sent and no longer followed',
};

/** What becomes of a folder. */
export const FOLDER_WORDS: Readonly<Record<FolderDecision, string>> = {
  rest: 'stays as it is',
  'create-local': 'make it here',
  'create-remote': 'make it at the service',
  'delete-local': 'take away here, when empty',
  'delete-remote': 'archive at the service, after hold and guard',
  forget: 'drop the record',
  frozen: 'wait until it can be seen',
};

/** Where a folder is seen. */
export const SITUATION_WORDS: Readonly<Record<Situation, string>> = {
  both: 'on both sides',
  'new here': 'new here',
  'kept here': 'kept here only',
  'removed there': 'archived or removed at the service',
  'moved here, removed there': 'the same, but renamed or moved here: a person is asked before anything in it goes',
  'new there': 'new at the service',
  'removed here': 'removed here',
  gone: 'removed on both sides',
  unknown: 'one side cannot be seen',
};

/** What will remain inside of a folder. */
export const INSIDE_WORDS: Readonly<Record<Inside, string>> = {
  empty: 'nothing is in it',
  leaving: 'all in it leaves',
  unknown: 'only what cannot be seen',
  here: 'something stays here',
  there: 'something stays at the service',
  both: 'something stays on both sides',
};

/** A file's cell: content first, then name and folder as far as they change. */
export function fileWords(mode: MirrorMode, pair: Pair): string {
  const content = DECISION_WORDS[fileCell(mode, pair).content];
  const places = placeWords(mode, pair.here, pair.there);
  if (places === '') return content;
  return content === DECISION_WORDS.rest ? places : `${places}; ${content}`;
}

/** What becomes of the place of an item that both sides have; empty when nobody changed it. */
export function placeWords(mode: MirrorMode, here: FileChange, there: FileChange): string {
  const { name, parent } = placeCell(here, there);
  return [winnerWords(mode, name, 'name'), winnerWords(mode, parent, 'folder')]
    .filter(words => words !== '')
    .join(', ');
}

function winnerWords(mode: MirrorMode, winner: Winner, attribute: 'name' | 'folder'): string {
  if (winner === null || winner === 'agreed') return '';
  const verb = attribute === 'name' ? 'rename' : 'move';
  const moves = MOVES[mode];
  if (winner === 'local') return moves.includes('there') ? `${verb} there` : `each side keeps its ${attribute}`;
  return moves.includes('here') ? `${verb} here` : `each side keeps its ${attribute}`;
}
