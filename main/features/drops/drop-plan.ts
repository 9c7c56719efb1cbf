import type { FolderPlace } from '../../../shared/features/browse/place-model.ts';
import type { DropPlan, DropWish } from '../../../shared/features/drops/model.ts';
import { dropTexts, mirrorFolderName } from '../../../shared/features/drops/text.ts';
import type { ServiceId } from '../../../shared/ids.ts';
import { baseName, joinPath } from '../../../shared/local-path.ts';
import { freeName, splitExtension, toLocalName } from '../../core/names/local-names.ts';
import { isFault } from '../../engine/context/mirror-context.ts';
import { hasRoom } from '../../core/policy/disk-reserve.ts';
import type { Journal } from '../../journal/journal.ts';
import { nameOf } from '../../items/local/local-path.ts';
import {
  type TargetFolder,
  type LocalFolder,
  targetFolderOf,
  type RemoteOnlyFolder,
} from '../../items/target-folder.ts';
import { serviceOf } from '../../items/resolve-id.ts';
import type { AppContext } from '../../items/app-context.ts';
import type { Target } from './drop-target.ts';
import { EXACT_NAMES, keyOn } from '../../core/names/volume-names.ts';
import { fillOutbox } from '../../engine/outgoing/outbox-rescue.ts';
import { takenNames } from '../../remote/api/taken-names.ts';

/** What to plan. `poke` wakes the outbox. */
interface Planning {
  readonly place: FolderPlace;
  readonly wish: DropWish;
  readonly poke: () => void;
}

/** Plans the drop: conflicts, names and target. @throws FaultError. */
export async function planDrop(
  context: AppContext,
  { place, wish, poke }: Planning,
): Promise<{ plan: Omit<DropPlan, 'ticket'>; target: Target; names: ReadonlyMap<string, string> }> {
  const { journal } = context;
  const spot = targetFolderOf(journal, place);
  const names = new Map<string, string>();
  const folder = spot.where === 'here' ? shownFolder(journal, spot) : await folderName(context, spot);
  const target =
    spot.where === 'here' ? localTarget(context, spot) : await outboxTarget(context, { spot, folder, poke });
  const taken = await takenIn(context, spot, target);
  for (const { name } of wish.tops)
    names.set(name, await firstFree(context, target, { wanted: toLocalName(name, target.names), taken }));
  const space = await context.world.disk.space(target.root.path);
  const plan = {
    where: spot.where,
    folder,
    renamed: [...names].flatMap(([from, to]) => (from === to ? [] : [{ from, to }])),
    refused: refusedOf(journal, wish),
    roomBytes: hasRoom(space, wish.sizeBytes, 0) ? null : space.freeBytes,
  };
  return { plan, target, names };
}

/** A name also counts as taken if it is on the disk without a record. */
async function firstFree(
  { world }: AppContext,
  { root, folder, names }: Target,
  { wanted, taken }: { readonly wanted: string; readonly taken: Set<string> },
): Promise<string> {
  for (;;) {
    const keyOf = (each: string): string => keyOn(names, each);
    const name = freeName(wanted, key => taken.has(key), keyOf);
    taken.add(keyOf(name));
    if ((await world.disk.entry(root, joinPath(folder, name))) === null) return name;
  }
}

/** Keys of the names in the folder, including online-only items. */
async function takenIn(context: AppContext, spot: TargetFolder, { names }: Target): Promise<Set<string>> {
  const { journal } = context;
  if (spot.where === 'service')
    return unlessAway(async () => new Set(await takenNames(await serviceOf(context, spot.mirror), spot.id)), new Set());
  return new Set(journal.items.children(spot.folder.id).map(item => keyOn(names, nameOf(item))));
}

function shownFolder(journal: Journal, { mirror, folder }: LocalFolder): string {
  return folder.id === mirror.rootItem ? mirrorFolderName(mirror.remotePath) : nameOf(folder);
}

async function folderName(context: AppContext, spot: Extract<TargetFolder, { where: 'service' }>): Promise<string> {
  const known = spot.folder === null ? listedName(context.journal, spot.id) : nameOf(spot.folder);
  return unlessAway(async () => (await (await serviceOf(context, spot.mirror)).folder(spot.id)).name, known);
}

/** The name of a folder in the last listings that had it: an id is no name for a person. */
function listedName({ catalogue, facts }: Journal, id: ServiceId): string {
  const organization = facts.get('organization') ?? '';
  const [standing] = catalogue.standings(organization, id);
  return standing?.name ?? catalogue.find(organization, id)?.name ?? dropTexts.unnamed;
}

/** Extensions the service refuses at present: it names what it refuses only by refusing it. */
function refusedOf(journal: Journal, { endings }: DropWish): DropPlan['refused'] {
  const stuck = journal.mirrors.all().flatMap(({ id }) => journal.problems.all(id));
  const endingsSoFar = new Set(
    stuck
      .filter(({ fault }) => fault.kind === 'refused' && fault.status === 400)
      .map(({ path }) => splitExtension(baseName(path))[1].toLowerCase()),
  );
  return endings.filter(({ ending }) => ending !== '' && endingsSoFar.has(ending));
}

/** While the service cannot be reached, name conflicts are resolved when the file is sent. */
async function unlessAway<T>(ask: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (isFault(error, 'offline', 'busy', 'failing')) return otherwise;
    throw error;
  }
}

/** A folder of a mirror on this computer: files are written to it and the engine sends them. */
export function localTarget({ world, changed }: AppContext, { mirror, path }: LocalFolder): Target {
  const made = new Set<string>();
  return {
    mirror: mirror.id,
    root: mirror.root,
    names: mirror.names,
    folder: path,
    makeFolders: async names => {
      let at = path;
      for (const name of names) {
        at = joinPath(at, name);
        if (!made.has(at)) await world.disk.makeFolder(mirror.root, at);
        made.add(at);
      }
      return at;
    },
    placed: () => changed(),
    finished: () => undefined,
  };
}

/**
 * The outbox, for a folder that is not on this computer: each file is kept there until the service has confirmed it.
 */
export async function outboxTarget(
  { world, journal }: AppContext,
  {
    spot,
    folder: shownFolder,
    poke,
  }: { readonly spot: RemoteOnlyFolder; readonly folder: string; readonly poke: () => void },
): Promise<Target> {
  const { disk, random, clock } = world;
  const root = await fillOutbox({ disk }, journal);
  const folder = random.uuid();
  const made = new Set<string>();
  const subject = spot.folder === null ? spot.id : String(spot.folder.id);
  return {
    mirror: null,
    root,
    names: EXACT_NAMES,
    folder,
    makeFolders: async names => {
      let at = '';
      for (const name of [folder, ...names]) {
        at = joinPath(at, name);
        if (!made.has(at)) await disk.makeFolder(root, at);
        made.add(at);
      }
      return at;
    },
    placed: (names, sizeBytes) => {
      const path = [folder, ...names].join('/');
      const organization = spot.mirror?.organization ?? null;
      const work = { kind: 'upload', path, sizeBytes, names, organization, shownFolder, target: null } as const;
      journal.outgoing.add({ at: clock.now(), subject, name: names.at(-1) ?? '', work });
      poke();
    },
    finished: poke,
  };
}
