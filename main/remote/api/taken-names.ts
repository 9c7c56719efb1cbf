import type { ServiceId } from '../../../shared/ids.ts';
import { nameKey } from '../../core/names/local-names.ts';
import type { ServiceApi } from './service.ts';

/** Name keys of everything in a folder of the service. Costs two requests or more. @throws FaultError. */
export async function takenNames(api: ServiceApi, folder: ServiceId): Promise<ReadonlySet<string>> {
  const [folders, files] = await Promise.all([api.children(folder), api.filesIn(folder)]);
  return new Set([...folders, ...files].filter(({ isGone }) => !isGone).map(({ name }) => nameKey(name)));
}
