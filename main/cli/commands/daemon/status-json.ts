import { z } from 'zod';

import { engineStatus, mirrorStatus, openItem, syncReport } from '../../../../shared/features/status/model.ts';
import { pick } from '../../output/public-json.ts';

/** Things that are not done yet, for scripts. */
export const openItems = z.array(pick(openItem, 'id mirror path reason text until'));

/** What a sync came to. */
export const syncJson = pick(syncReport, 'sent received moved removed', {
  held: openItems,
  blocked: openItems,
  conflicted: openItems,
});

const pause = pick(engineStatus.shape.pause.unwrap(), 'until why').nullable();
const mirrors = z.array(
  pick(mirrorStatus, 'id', { pause }, 'standing files waiting held blocked conflicted checkedAt'),
);

/** How things are. */
export const statusJson = pick(engineStatus, 'state service attention', { pause, mirrors });
