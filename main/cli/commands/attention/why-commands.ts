import { z } from 'zod';

import { sideInfo, whyInfo, whyItem, whyReason } from '../../../../shared/features/activity/why-model.ts';
import { whyLines } from '../../../../shared/features/activity/why-text.ts';
import { pathQuestion } from '../../input/typed-path.ts';
import { localTime } from '../../output/plain-text.ts';
import { pick } from '../../output/public-json.ts';
import { type Row, row } from '../../runner/command-row.ts';
import { decidingRule } from '../mirrors/ignore-commands.ts';

const SIDE = 'sight path name sizeBytes sha256 version changedAt';
const { agreed, cell } = whyItem.shape;

/** Everything that decides about an item, for scripts. */
const publicItem = pick(
  whyItem,
  'id kind',
  {
    here: pick(sideInfo, SIDE),
    there: pick(whyItem.shape.there, SIDE, 'fileId'),
    agreed: pick(agreed.unwrap(), 'path name sha256 version').nullable(),
    cell: pick(cell.unwrap(), 'table row column sameBytes decision name parent kept').nullable(),
  },
  'steps waits attempts',
);

/** Why an item is as it is. */
export const whyRows: readonly Row[] = [
  row('why <path>', {
    summary: 'explain why a file or folder is as it is',
    help:
      'Explains a file or folder: what was last seen of it here and at the service, what both sides agreed on, what the ' +
      'policy decides, what keeps it waiting and when it goes on. Asks nobody: it works offline.',
    arguments: ['a path on this computer, or one inside the mirror'],
    options: [['--mirror <id>', 'as listed by: benchtop mirror list (default: the one that the path is in)']],
    json: pick(
      whyInfo,
      'mirror path mode',
      { ignored: z.boolean(), rule: decidingRule, item: publicItem.nullable() },
      { reasons: z.array(pick(whyReason, 'code text until')) },
      'next',
    ),
    call: 'why.path',
    input: ({ path, mirror }: { readonly path: string; readonly mirror?: string }, context) =>
      pathQuestion(context, path, mirror),
    shape: why => ({ ...why, ...why.ruling }),
    lines: why => whyLines(why, localTime, Date.now()),
  }),
];
