import { FaultError } from '../../../shared/fault.ts';
import { isUuid } from '../../../shared/ids.ts';
import type { MirrorId, ServiceId } from '../../../shared/ids.ts';
import { refusalTexts } from '../../../shared/text/acting.ts';
import type { Item } from '../../core/item.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Mirror } from '../../journal/mirrors.ts';
import { refused, thingOf } from '../named.ts';

/** A folder by its row: `folder` null is the mirror's own. What a UUID names need not be in a mirror. */
export interface PlaceName {
  readonly mirror: string | null;
  readonly folder: string | null;
}

/** A folder that is on this computer: what is done in it, the engine carries to the service. */
export interface SpotHere {
  readonly where: 'here';
  readonly mirror: Mirror;
  readonly folder: Item;
  /** Inside the mirror; empty for its own folder. */
  readonly path: string;
  /** Its id at the service; null while it was not sent. */
  readonly id: ServiceId | null;
}

/** A folder that is only at the service, in a mirror or in none. */
export interface SpotThere {
  readonly where: 'service';
  readonly id: ServiceId;
  readonly mirror: Mirror | null;
  readonly folder: Item | null;
}

/** Where something is to go. */
export type Spot = SpotHere | SpotThere;

/** Finds a folder. @throws FaultError `gone`; `bad-request` when it is none, or nothing may be changed in it. */
export function spotOf(journal: Journal, { mirror: id, folder }: PlaceName): Spot {
  if (folder === null) return rootSpot(journal, id);
  const thing = thingOf(journal, folder);
  if (thing.where === 'service') return { where: 'service', id: thing.id, mirror: null, folder: null };
  const { mirror, item } = thing;
  if (item.kind !== 'folder') throw refused(refusalTexts.noFolder);
  mustCarry(mirror);
  if (item.id === mirror.rootItem) return rootOf(journal, mirror);
  if (item.local !== null && item.localSight === 'present')
    return { where: 'here', mirror, folder: item, path: journal.pathOf(item.id), id: item.remote?.id ?? null };
  if (item.remote === null) throw new FaultError({ kind: 'gone', messages: [] });
  return { where: 'service', id: item.remote.id, mirror, folder: item };
}

function rootSpot(journal: Journal, id: string | null): Spot {
  const mirror = id === null ? null : journal.mirrors.get(id as MirrorId);
  if (mirror !== null) {
    mustCarry(mirror);
    return rootOf(journal, mirror);
  }
  if (id !== null && isUuid(id)) return spotOf(journal, { mirror: null, folder: id });
  throw refused(refusalTexts.whichFolder);
}

function rootOf(journal: Journal, mirror: Mirror): SpotHere {
  const folder = journal.items.get(mirror.rootItem);
  if (folder === null) throw new FaultError({ kind: 'gone', messages: [] });
  return { where: 'here', mirror, folder, path: '', id: mirror.remoteId };
}

/** What is done here must be able to reach the service. */
export function mustCarry({ mode }: Mirror): void {
  if (mode === 'download') throw refused(refusalTexts.downloadsOnly);
}

/** Whether an item's bytes, or the folder itself, are on this computer now. */
export function isHere({ local, localSight }: Item): boolean {
  return local !== null && localSight !== 'absent';
}

/** A path in a folder of a mirror. */
export function pathIn(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
