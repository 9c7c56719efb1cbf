import type { ServiceId } from '../../../../shared/ids.ts';
import { MIB } from '../../../../shared/units.ts';
import { DestinationRefuses } from './destination.ts';
import { COMPANION, type Listed, MANIFEST, readCompanion, readManifest } from './send-manifest.ts';
import { isFault, type Reader, textOfVersion } from './read-back.ts';
import { constantFolders } from './run-folder.ts';
import type { OpenZone, ZoneContext } from '../observe/zone-context.ts';

const MOST_BYTES = 64 * MIB;

/**
 * Reads the manifests at a zone's destination before anything is sent, because the database may be new or lost, or the
 * zone re-created. @throws FaultError, DestinationRefuses; it then starts over in the next round.
 */
export async function compareDestination(context: ZoneContext, { zone }: OpenZone, reader: Reader): Promise<void> {
  const { records, world, computer } = context;
  records.destination.clear(zone.id);
  const top = await topOf(reader, zone.destination, constantFolders(zone.wish, computer));
  let known = 0;
  const level = top === null ? [] : [top];
  for (let folder = level.pop(); folder !== undefined; folder = level.pop()) {
    const { id, names } = folder;
    const [folders, files] = await Promise.all([reader.api.children(id), reader.api.filesIn(id)]);
    records.transaction(() => {
      for (const child of folders) {
        if (child.isGone) continue;
        const below = [...names, child.name];
        records.zones.setFolder(zone.id, below, child.id);
        level.push({ id: child.id, names: below });
      }
      for (const { id: remote, name, isGone, version, sizeBytes } of files) {
        if (isGone) continue;
        const at = [...names, name].join('/');
        records.destination.list(zone.id, { at, remote, version, sizeBytes });
      }
    });
    const companion = files.find(({ name, isGone }) => name === COMPANION && !isGone);
    const manifest = files.find(({ name, isGone }) => name === MANIFEST && !isGone);
    records.destination.setManifests(zone.id, names, {
      companion: companion?.id ?? null,
      manifest: manifest?.id ?? null,
    });
  }
  for (const list of records.destination.manifests(zone.id)) known += await takeList(context, zone.id, reader, list);
  records.transaction(() => {
    records.destination.dropUnlisted(zone.id);
    records.zones.setCompared(zone.id, world.clock.now());
    records.audit.add(world.clock.now(), 'compared', { zone: zone.wish.name, known });
  });
}

/** The deepest folder that all runs share; null: it does not exist, so nothing of the zone does. */
async function topOf(reader: Reader, destination: ServiceId, names: readonly string[]) {
  let id = destination;
  try {
    if ((await reader.api.folder(id)).isGone) throw new DestinationRefuses({ kind: 'gone', messages: [] });
    for (const name of names) {
      const found = (await reader.api.children(id)).find(child => !child.isGone && child.name === name);
      if (found === undefined) return null;
      id = found.id;
    }
  } catch (error) {
    if (isFault(error, 'gone', 'not-allowed', 'scope', 'refused')) throw new DestinationRefuses(error.fault);
    throw error;
  }
  return { id, names };
}

/** Records the files of a manifest. @returns how many of them exist. */
async function takeList(
  { records }: ZoneContext,
  zone: number,
  reader: Reader,
  list: { folder: readonly string[]; companion: ServiceId | null; manifest: ServiceId | null },
): Promise<number> {
  const told = list.companion === null ? null : await listIn(reader, list.companion, readCompanion);
  const listed = told ?? (list.manifest === null ? null : await listIn(reader, list.manifest, readManifest)) ?? [];
  let known = 0;
  records.transaction(() => {
    for (const file of listed) {
      const at = [...list.folder, file.path].join('/');
      if (records.destination.describe(zone, at, { ...file, folder: list.folder })) known += 1;
    }
  });
  return known;
}

async function listIn(
  reader: Reader,
  file: ServiceId,
  read: (text: string) => readonly Listed[] | null,
): Promise<readonly Listed[] | null> {
  try {
    const { version } = await reader.api.file(file);
    const text = version === null ? null : await textOfVersion(reader, { file, version }, MOST_BYTES);
    return text === null ? null : read(text);
  } catch (error) {
    if (isFault(error, 'gone')) return null;
    throw error;
  }
}
