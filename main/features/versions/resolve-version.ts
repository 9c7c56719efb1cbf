import type { ServiceId } from '../../../shared/ids.ts';
import { versionTexts as texts } from '../../../shared/features/versions/text.ts';
import type { Item } from '../../core/item.ts';
import { refused, type Thing } from '../../items/resolve-id.ts';

/**
 * The service's id of a file. @throws FaultError `bad-request` when it is a folder, or the service does not have it
 * yet.
 */
export function serviceIdOf(thing: Thing): ServiceId {
  if (thing.where === 'service') return thing.id;
  mustBeFile(thing);
  const id = thing.item.remote?.id;
  if (id === undefined) throw refused(texts.notSent);
  return id;
}

/** Only files have versions. @throws FaultError `bad-request`. */
export function mustBeFile(thing: Thing): void {
  if (thing.where === 'mirror' && thing.item.kind !== 'file') throw refused(texts.onlyFiles);
}

/** Whether the local file has changes that the service does not have. */
export function isUnsent({ local, localSight, agreed, kept }: Item): boolean {
  if (local === null || localSight === 'absent' || kept !== null) return false;
  return agreed === null || localSight !== 'present' || local.sha256 === null || local.sha256 !== agreed.sha256;
}
