import type { FolderClaim } from '../../../shared/features/mirrors/model.ts';
import type { RootFacts } from '../../ports/disk.ts';
import type { AppContext } from '../app-context.ts';

const ORDER: readonly FolderClaim['where'][] = ['in', 'above', 'below'];

/**
 * Another Benchtop installation (of another person, or with another `--data`) that mirrors this folder, or one around
 * it or inside it. Mirroring it twice would send its files to another audience. A copy of a folder mirrored here has
 * our own marker; a lost journal had the same data directory.
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
