import { undoableInfo } from '../../../../shared/features/activity/undo-model.ts';
import { undoableLines } from '../../output/plain-text.ts';
import { listOf, publicFields } from '../../output/public-json.ts';
import { type Row, row } from '../../runner/command-row.ts';

/** As many as people look through, and as many as scripts get. */
const [SOME, MOST] = [50, 500];

/** Taking back what was done. */
export const undoRows: readonly Row[] = [
  row('undo [id]', {
    summary: 'take back what was done last, or one thing from the list',
    help:
      'Takes back what was sent, downloaded, moved or removed, also a removal that still waits. Nothing is destroyed by it: ' +
      'what was changed since is left alone, and what comes back takes nobody’s place.',
    arguments: ['as listed by: benchtop undo list (default: the newest)'],
    call: 'activity.undo',
    input: ({ id }: { readonly id?: string }) => ({ id: id ?? null }),
    tell: ({ text }) => text,
  }),
  row('undo list', {
    help: 'Lists what can be taken back, newest first.',
    json: listOf('undoable', publicFields(undoableInfo, 'id at mirror path verb text')),
    call: 'activity.undoable',
    input: ({ json }: { readonly json?: true }) => ({ limit: json ? MOST : SOME }),
    shape: undoable => ({ undoable }),
    lines: undoableLines,
  }),
];
