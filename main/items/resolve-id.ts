import { FaultError } from '../../shared/fault.ts';
import { isUuid } from '../../shared/ids.ts';
import type { ItemId, MirrorId, ServiceId } from '../../shared/ids.ts';
import { refusalTexts } from '../../shared/features/edit/text.ts';
import type { Item } from '../core/item.ts';
import type { Journal } from '../journal/journal.ts';
import type { Mirror } from '../journal/records/mirrors.ts';

/** An item of a mirrored folder. */
export interface MirroredThing {
  readonly where: 'mirror';
  readonly mirror: Mirror;
  readonly item: Item;
}

/** An item known only from the service's catalogue. */
export interface CatalogueThing {
  readonly where: 'service';
  readonly id: ServiceId;
}

/** What a row stands for. */
export type Thing = MirroredThing | CatalogueThing;

/**
 * Resolves a row id: digits are an item of ours, a UUID is the service's id, which may be mirrored too. @throws
 * FaultError `gone` when it no longer exists, `bad-request` when it is invalid.
 */
export function thingOf(journal: Journal, id: string): Thing {
  if (/^\d{1,15}$/.test(id)) return itemThing(journal, Number(id) as ItemId);
  if (!isUuid(id)) throw new FaultError({ kind: 'bad-request', detail: refusalTexts.noId(id) });
  const service = id.toLowerCase() as ServiceId;
  for (const mirror of journal.mirrors.all()) {
    const root = mirror.remoteId === service ? journal.items.get(mirror.rootItem) : null;
    const item = root ?? journal.items.byRemoteId(mirror.id, service);
    if (item !== null) return { where: 'mirror', mirror, item };
  }
  return { where: 'service', id: service };
}

function itemThing(journal: Journal, id: ItemId): MirroredThing {
  const item = journal.items.get(id);
  const mirror = item === null ? null : journal.mirrors.get((journal.items.mirrorOf(id) ?? '') as MirrorId);
  if (item === null || mirror === null) throw new FaultError({ kind: 'gone', messages: [] });
  return { where: 'mirror', mirror, item };
}

/** Resolves all of them, or throws before anything is done. @throws as `thingOf`. */
export function thingsOf(journal: Journal, ids: readonly string[]): readonly Thing[] {
  return [...new Set(ids)].map(id => thingOf(journal, id));
}

/** A refusal with a complete sentence. */
export function refused(detail: string): FaultError {
  return new FaultError({ kind: 'bad-request', detail });
}
