import { z } from 'zod';

import { sideInfo, whyInfo, whyItem, whyReason } from '../../../../shared/features/activity/why-model.ts';
import { publicFields } from '../../output/public-json.ts';
import { decidingRule } from '../mirrors/ignore-commands.ts';

const SIDE = 'sight path name sizeBytes sha256 version changedAt';
const { agreed, cell } = whyItem.shape;

/** Everything that decides about an item, for scripts. */
const publicItem = publicFields(
  whyItem,
  'id kind',
  {
    here: publicFields(sideInfo, SIDE),
    there: publicFields(whyItem.shape.there, SIDE, 'fileId'),
    agreed: publicFields(agreed.unwrap(), 'path name sha256 version').nullable(),
    cell: publicFields(cell.unwrap(), 'table row column sameBytes decision name parent kept').nullable(),
  },
  'steps waits attempts',
);

/** Why an item is as it is. */
export const whyJson = publicFields(
  whyInfo,
  'mirror path mode',
  { ignored: z.boolean(), rule: decidingRule, item: publicItem.nullable() },
  { reasons: z.array(publicFields(whyReason, 'code text until')) },
  'next',
);
