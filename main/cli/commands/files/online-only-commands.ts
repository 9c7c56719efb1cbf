import { z } from 'zod';

import { freedFiles } from '../../../../shared/features/browse/file-row-model.ts';
import { onlineOnlyTexts } from '../../../../shared/features/browse/online-only-text.ts';
import { formatBytes, formatCount } from '../../../../shared/text/format.ts';
import { idsOf, WHAT } from '../../input/named-things.ts';
import { refusedLines } from '../../output/plain-text.ts';
import { publicFields } from '../../output/public-json.ts';
import { type Row, row } from '../../runner/command-row.ts';
import { EXIT } from '../../runner/exit-codes.ts';

interface Paths {
  readonly path: readonly string[];
}

/** Freeing the space of files, and having them here again. */
export const onlineOnlyRows: readonly Row[] = [
  row('free <path...>', {
    summary: 'free the space of files that the service surely has',
    help:
      'Removes the bytes of files here, and only here: they stay at the service and are not downloaded again until you ask ' +
      'for it with keep. Each is compared with the service first; what is not surely there is kept and named. Of a ' +
      'folder, all files in it, and what is new in it at the service is not downloaded either.',
    arguments: [WHAT],
    json: publicFields(freedFiles, 'files sizeBytes', {
      refused: z.array(publicFields(freedFiles.shape.refused.element, 'mirror path reason text')),
    }),
    run: async ({ client, context }, { path }: Paths) =>
      client.call('files.free', { ids: await idsOf(client, context, path) }),
    lines: refusedLines,
    tell: ({ files, sizeBytes }) => onlineOnlyTexts.freed(formatCount(files, 'file'), formatBytes(sizeBytes)),
    exit: ({ refused }) => (refused.length > 0 ? EXIT.attention : EXIT.ok),
  }),
  row('keep <path...>', {
    summary: 'have files here again whose space was freed',
    help: 'Downloads files that are only online, and keeps them here. Of a folder, all files in it.',
    arguments: [WHAT],
    run: async ({ client, context }, { path }: Paths) =>
      client.call('files.keep', { ids: await idsOf(client, context, path) }),
    tell: ({ files }) =>
      files === 0 ? onlineOnlyTexts.nothingToKeep : onlineOnlyTexts.kept(formatCount(files, 'file')),
  }),
];
