import type { FolderClaim } from '../../../shared/features/mirrors/model.ts';
import type { RootFacts } from '../../ports/disk.ts';
import type { AppContext } from '../app-context.ts';

const ORDER: readonly FolderClaim['where'][] = ['in', 'above', 'below'];

/**
 * What says that other records of Benchtop (of another person, or in another `--data`) keep this folder in step, or one around
 * it or in it. Their files would go to an audience of its own. A copy of a folder that these records mirror has our marker; records that were lost had the same data directory.
 */
export async function foreignClaim(
  { journal, world }: Pick<AppContext, 'journal' | 'world'>,
  { realPath }: RootFacts,
): Promise<FolderClaim | null> {
  const ours = new Set(journal.mirrors.all().map(({ root }) => root.marker));
  const foreign = (await world.disk.claims(realPath)).filter(({ marker, isOurs }) => !isOurs && !ours.has(marker));
  const first = ORDER.flatMap(where => foreign.find(claim => claim.where === where) ?? [])[0];
  return first === undefined ? null : { path: first.path, where: first.where };
}
