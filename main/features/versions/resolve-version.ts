import type { ServiceId } from '../../../shared/ids.ts';
import { versionTexts as texts } from '../../../shared/features/versions/text.ts';
import type { Item } from '../../core/item.ts';
import { refused, type Thing } from '../../items/resolve-id.ts';

/** The service's id of a file. @throws FaultError `bad-request` when it is a folder, or the service does not have it yet. */
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

/** Whether what is here is something that the service does not have yet. */
export function isUnsent({ local, localPresence, base, kept }: Item): boolean {
  if (local === null || localPresence === 'absent' || kept !== null) return false;
  return base === null || localPresence !== 'present' || local.sha256 === null || local.sha256 !== base.sha256;
}
