import { z } from 'zod';

import { zoneCard, zoneTrouble, zoneWish } from '../../../../shared/features/zones/model.ts';
import { publicFields } from '../../output/public-json.ts';

/** A zone as people describe it. Whole: what is printed of it is a file for other computers, which is read back. */
export const publicWish = zoneWish;

/** What stands in the way of a zone, or of a file of it. */
export const publicTrouble = publicFields(zoneTrouble, 'kind text').nullable();

const { countdown, files, lastRun, next, sendingNow, unreadable } = zoneCard.shape;

/** What could not be read. */
export const publicUnreadable = z.array(publicFields(unreadable.element, 'path code'));

/** What a zone is and does. */
export const publicCard = publicFields(
  zoneCard,
  'id',
  { definition: publicWish },
  'destinationId destinationPath state',
  { trouble: publicTrouble },
  'volume freeBytes checkedAt isSeen pausedUntil',
  { files: publicFields(files, 'waiting confirmed verified refused') },
  'olderUnsent waitingBytes todayBytes todayFiles oldestUnconfirmedAt',
  {
    lastRun: publicFields(lastRun.unwrap(), 'id name at').nullable(),
    countdown: publicFields(countdown.unwrap(), 'run name lastChangeAt readyAt openFile').nullable(),
    sendingNow: z.array(publicFields(sendingNow.element, 'path doneBytes sizeBytes')),
    next: publicFields(next.unwrap(), 'label operator until').nullable(),
    unreadable: publicUnreadable,
  },
  'alerts',
);
