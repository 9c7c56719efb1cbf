import type { ServiceId } from '../../../shared/ids.ts';
import type { MoveQuestion, Reader } from '../../../shared/features/sharing/audience-model.ts';
import type { AccessEffect } from '../../../shared/features/sharing/model.ts';
import { rankOf } from '../../../shared/features/sharing/effective-access.ts';
import type { AudienceChange } from '../../core/policy/audience.ts';
import {
  type AskReaders,
  type Move,
  type MoveOutlook,
  outlookOf,
  withoutDetails,
  nullIfRefused,
} from '../../remote/act/audience.ts';
import { isFault } from '../../engine/context/mirror-context.ts';
import type { ServiceApi } from '../../remote/api/service.ts';
import { detailOf, type MirroredThing, serviceOf, type Thing } from '../../items/resolve-id.ts';
import type { AppContext } from '../../items/app-context.ts';
import type { TargetFolder } from '../../items/target-folder.ts';

const UNKNOWN: MoveOutlook = { change: { gains: null, loses: null }, effects: { gains: null, loses: null } };

/**
 * How moving these items into a folder changes who can read them, according to the service now. A folder the service
 * does not have yet will be readable by the readers of its parent. @throws FaultError `offline` and the like.
 */
export async function audienceOfAll(
  context: AppContext,
  things: readonly Thing[],
  spot: TargetFolder,
): Promise<MoveOutlook> {
  const to = sentFolder(context, spot);
  if (to === null) return UNKNOWN;
  const api = await serviceOf(context, spot.mirror);
  const readersOf = askingOnce(api);
  const all: MoveOutlook[] = [];
  // In sequence: answers about a shared folder are reused for the next item.
  for (const thing of things) {
    const move = await moveOf(context, api, thing, to);
    if (move !== null) all.push(await outlookOf(api, move, readersOf));
  }
  return {
    change: {
      gains: union(all.map(({ change }) => change.gains)),
      loses: union(all.map(({ change }) => change.loses)),
    },
    effects: {
      gains: strongest(all.map(({ effects }) => effects.gains)),
      loses: strongest(all.map(({ effects }) => effects.loses)),
    },
  };
}

/** The same; null while the service cannot be reached. */
export async function audienceIfReached(
  context: AppContext,
  things: readonly Thing[],
  spot: TargetFolder,
): Promise<MoveOutlook | null> {
  try {
    return await audienceOfAll(context, things, spot);
  } catch (error) {
    if (isFault(error, 'offline', 'busy', 'failing', 'signed-out', 'access-ended')) return null;
    throw error;
  }
}

/** The question to ask before a move, unless the person has agreed. */
export function questionOf(folder: ServiceId, { gains }: Pick<AudienceChange, 'gains'>): MoveQuestion {
  return { folder, who: withoutDetails(gains) };
}

/** The service's id of a folder, or of its nearest ancestor that the service has. */
export function sentFolder({ journal }: Pick<AppContext, 'journal'>, spot: TargetFolder): ServiceId | null {
  if (spot.id !== null || spot.where === 'service') return spot.id;
  for (let at = spot.folder.local?.parent; at !== undefined; at = journal.items.get(at)?.local?.parent) {
    if (at === spot.mirror.rootItem) return spot.mirror.remoteId;
    const id = journal.items.get(at)?.remote?.id;
    if (id !== undefined) return id;
  }
  return null;
}

/** Null: the service does not have it, so no one has access to it. */
async function moveOf(context: AppContext, api: ServiceApi, thing: Thing, to: ServiceId): Promise<Move | null> {
  if (thing.where === 'mirror') {
    const { item } = thing;
    return item.remote === null ? null : { id: item.remote.id, kind: item.kind, from: parentOf(context, thing), to };
  }
  const { id, kind, parent } = await detailOf(api, thing);
  return { id, kind, from: parent, to };
}

function parentOf({ journal }: AppContext, { item, mirror }: MirroredThing): ServiceId | null {
  const parent = item.remote?.parent;
  if (parent === undefined) return null;
  return parent === mirror.rootItem ? mirror.remoteId : (journal.items.get(parent)?.remote?.id ?? null);
}

function askingOnce(api: ServiceApi): AskReaders {
  const asked = new Map<ServiceId, ReturnType<AskReaders>>();
  return folder => {
    const known = asked.get(folder) ?? nullIfRefused(api.readers(folder));
    asked.set(folder, known);
    return known;
  };
}

function union(readers: readonly (readonly Reader[] | null)[]): Reader[] | null {
  const all = new Map<string, Reader>();
  for (const each of readers) {
    if (each === null) return null;
    for (const { key, name } of each) all.set(key, { key, name });
  }
  return [...all.values()];
}

/** Names each person once for several items, with the greatest change. */
function strongest(effects: readonly (readonly AccessEffect[] | null)[]): AccessEffect[] | null {
  const all = new Map<string, AccessEffect>();
  for (const each of effects) {
    if (each === null) return null;
    for (const one of each) {
      const known = all.get(one.key);
      if (known === undefined || sizeOf(one) > sizeOf(known)) all.set(one.key, one);
    }
  }
  return [...all.values()];
}

function sizeOf({ before, after }: AccessEffect): number {
  const degree = (role: string | null): number => (role === null ? -2 : rankOf(role));
  return Math.abs(degree(after) - degree(before));
}
