import type { FolderPlace } from '../../../shared/model/place.ts';
import type { AudienceChange } from '../../../shared/model/sharing.ts';
import { audienceOfAll } from '../acting/move-audience.ts';
import { spotOf } from '../acting/spot.ts';
import { thingsOf } from '../named.ts';
import type { AppParts } from '../parts.ts';

/** Things about which it is asked; of more it is not known. */
const MOST_THINGS = 200;

/** What moving these into a folder would change for whom. */
export async function audienceOfMove(
  parts: AppParts,
  ids: readonly string[],
  to: FolderPlace,
): Promise<AudienceChange> {
  const things = thingsOf(parts.journal, ids);
  if (things.length > MOST_THINGS) return { gains: null, loses: null };
  return (await audienceOfAll(parts, things, spotOf(parts.journal, to))).effects;
}
