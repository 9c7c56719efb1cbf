import type { ServiceId } from '../../../shared/ids.ts';
import { refusalTexts } from '../../../shared/features/edit/text.ts';
import { nameKey, toLocalName } from '../../core/names/local-names.ts';
import { nameTrouble } from '../../core/names/check-name.ts';
import type { Disk } from '../../ports/disk.ts';
import type { Journal } from '../../journal/journal.ts';
import type { ServiceApi } from '../../remote/api/service.ts';
import { nameOf } from './local-path.ts';
import { refused } from '../resolve-id.ts';
import { pathIn, type LocalFolder } from '../target-folder.ts';
import { keyOn, type VolumeNames } from '../../core/names/volume-names.ts';

/** The name on the local volume and at the service. @throws FaultError `bad-request` with a message. */
export function checkedName(wanted: string, volume: VolumeNames): { readonly here: string; readonly there: string } {
  const name = wanted.trim().normalize('NFC');
  const trouble = nameTrouble(name);
  if (trouble !== null) throw refused(refusalTexts.name(trouble));
  return { here: toLocalName(name, volume), there: name };
}

/** Whether a name is free in a local folder, according to the disk and the records. */
export async function isFreeHere(
  { disk, journal }: { readonly disk: Disk; readonly journal: Journal },
  { mirror, folder, path }: LocalFolder,
  name: string,
): Promise<boolean> {
  const keyOf = (each: string): string => keyOn(mirror.names, each);
  // The name of an online-only item is taken: it may be downloaded at any time.
  if (journal.items.children(folder.id).some(item => item.local === null && keyOf(nameOf(item)) === keyOf(name)))
    return false;
  return (await disk.entry(mirror.root, pathIn(path, name))) === null;
}

/** Name keys of everything in a folder of the service. Costs two requests or more. */
export async function namesThere(api: ServiceApi, folder: ServiceId): Promise<ReadonlySet<string>> {
  const [folders, files] = await Promise.all([api.children(folder), api.filesIn(folder)]);
  return new Set([...folders, ...files].filter(({ isGone }) => !isGone).map(({ name }) => nameKey(name)));
}

/** @throws FaultError `bad-request`: nothing is ever overwritten. */
export function mustBeFree(isFree: boolean, name: string): void {
  if (!isFree) throw refused(refusalTexts.taken(name));
}
