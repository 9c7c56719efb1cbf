import { z } from 'zod';

import { engineStatus, mirrorStatus, openItem, syncReport } from '../../../../shared/features/status/model.ts';
import { publicFields } from '../../output/public-json.ts';

/** Things that are not done yet, for scripts. */
export const openItems = z.array(publicFields(openItem, 'id mirror path reason text until'));

/** What a sync came to. */
export const syncJson = publicFields(syncReport, 'sent received moved removed', {
  held: openItems,
  blocked: openItems,
  conflicted: openItems,
});

const pause = publicFields(engineStatus.shape.pause.unwrap(), 'until why').nullable();
const mirrors = z.array(
  publicFields(mirrorStatus, 'id', { pause }, 'standing files waiting held blocked conflicted checkedAt'),
);

/** How things are. */
export const statusJson = publicFields(engineStatus, 'state service attention', { pause, mirrors });
