import type { FolderPlace } from '../../../shared/features/browse/place-model.ts';
import type { AudienceChange } from '../../../shared/features/sharing/model.ts';
import { audienceOfAll } from '../edit/move-audience.ts';
import { spotOf } from '../../items/locate-item.ts';
import { thingsOf } from '../../items/resolve-id.ts';
import type { AppContext } from '../../items/app-context.ts';

/** Items checked; for more, the effect is not known. */
const MOST_THINGS = 200;

/** How moving items into a folder would change their access. */
export async function audienceOfMove(
  context: AppContext,
  ids: readonly string[],
  to: FolderPlace,
): Promise<AudienceChange> {
  const things = thingsOf(context.journal, ids);
  if (things.length > MOST_THINGS) return { gains: null, loses: null };
  return (await audienceOfAll(context, things, spotOf(context.journal, to))).effects;
}
