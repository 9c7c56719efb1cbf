import { storedInfo } from '../../../../shared/features/trash/model.ts';
import { storeTexts } from '../../../../shared/features/trash/text.ts';
import { placeAt } from '../../input/named-things.ts';
import { storedLines } from '../../output/plain-text.ts';
import { listOf, publicFields } from '../../output/public-json.ts';
import { commandGroup, type Row, row } from '../../runner/command-row.ts';

/** A file of the store, for scripts. */
export const publicStored = publicFields(storedInfo, 'id mirror path sizeBytes reason at until older');

/** What was removed or replaced. */
export const storeRows: readonly Row[] = [
  commandGroup(
    'store',
    'list what was removed or replaced, and bring it back',
    'What was removed or replaced in the mirrored folders. It is kept for 30 days.',
  ),
  row('store list', {
    help: 'Lists what is in the store, oldest first.',
    json: listOf('files', publicStored),
    call: 'store.list',
    shape: files => ({ files }),
    lines: storedLines,
  }),
  row('store restore <id>', {
    help: "Brings a file back to where it was, and prints its path there. Nothing is replaced: if its name is taken, it becomes 'name (2)'.",
    arguments: ['as listed by: benchtop store list'],
    options: [['--to <folder>', 'puts it into that folder instead; what was in no mirrored folder needs one']],
    run: async ({ client, context }, { id, to }: { readonly id: string; readonly to?: string }) =>
      client.call('store.restore', { id, ...(to === undefined ? {} : { to: await placeAt(client, context, to) }) }),
    lines: ({ path }) => [path],
    tell: ({ mirror, path, older }, { to }) =>
      mirror === '' ? storeTexts.willBeIn(path, to ?? '', older) : storeTexts.restored(path, older),
  }),
];
