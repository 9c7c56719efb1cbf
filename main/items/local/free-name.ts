import { badRequest } from '../../../shared/fault.ts';
import { refusalTexts } from '../../../shared/features/edit/text.ts';
import { joinPath } from '../../../shared/local-path.ts';
import { toLocalName } from '../../core/names/local-names.ts';
import { nameTrouble } from '../../core/names/check-name.ts';
import type { Disk } from '../../ports/disk.ts';
import type { Journal } from '../../journal/journal.ts';
import { nameOf } from './local-path.ts';
import { type LocalFolder } from '../target-folder.ts';
import { keyOn, type VolumeNames } from '../../core/names/volume-names.ts';

/** The name on the local volume and at the service. @throws FaultError `bad-request` with a message. */
export function checkedName(wanted: string, volume: VolumeNames): { readonly local: string; readonly remote: string } {
  const name = wanted.trim().normalize('NFC');
  const trouble = nameTrouble(name);
  if (trouble !== null) throw badRequest(refusalTexts.name(trouble));
  return { local: toLocalName(name, volume), remote: name };
}

/** Whether a name is free in a local folder, according to the disk and the records. */
export async function isFreeLocally(
  { disk, journal }: { readonly disk: Disk; readonly journal: Journal },
  { mirror, folder, path }: LocalFolder,
  name: string,
): Promise<boolean> {
  const keyOf = (each: string): string => keyOn(mirror.names, each);
  // The name of an online-only item is taken: it may be downloaded at any time.
  if (journal.items.children(folder.id).some(item => item.local === null && keyOf(nameOf(item)) === keyOf(name)))
    return false;
  return (await disk.entry(mirror.root, joinPath(path, name))) === null;
}

/** @throws FaultError `bad-request`: nothing is ever overwritten. */
export function mustBeFree(isFree: boolean, name: string): void {
  if (!isFree) throw badRequest(refusalTexts.taken(name));
}
