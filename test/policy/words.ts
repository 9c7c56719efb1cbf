import { fileCell, locationCell } from '../../main/core/plan/case-table.ts';
import type { FileChange, LocalFileChange, Pair, Winner } from '../../main/core/plan/case-table.ts';
import type { Decision } from '../../main/core/plan/content-decisions.ts';
import { MOVES } from '../../main/core/plan/item-outcomes.ts';
import type { FolderDecision, Inside, Situation } from '../../main/core/plan/folder-decisions.ts';
import type { MirrorMode } from '../../shared/features/mirrors/model.ts';
import { decisionWords, folderWords, insideWords, situationWords } from '../../shared/features/activity/policy-text.ts';

/** What becomes of a file's content, in words for the page. */
export const DECISION_WORDS: Readonly<Record<Decision, string>> = decisionWords;

/** What becomes of a folder. */
export const FOLDER_WORDS: Readonly<Record<FolderDecision, string>> = folderWords;

/** On which sides a folder is. */
export const SITUATION_WORDS: Readonly<Record<Situation, string>> = situationWords;

/** What will remain inside a folder. */
export const INSIDE_WORDS: Readonly<Record<Inside, string>> = insideWords;

/** A file's cell: content first, then name and folder as far as they change. */
export function fileWords(mode: MirrorMode, pair: Pair): string {
  const content = DECISION_WORDS[fileCell(mode, pair).content];
  const places = placeWords(mode, pair.local, pair.remote);
  if (places === '') return content;
  return content === DECISION_WORDS.rest ? places : `${places}; ${content}`;
}

/** What becomes of the name and folder of an item on both sides; empty when neither side changed them. */
export function placeWords(mode: MirrorMode, here: LocalFileChange, there: FileChange): string {
  const { name, parent } = locationCell(here, there);
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
