import type { EngineClient } from '../../../../shared/rpc/engine-client.ts';
import type { OrganizationFile } from '../../../../shared/features/organization/model.ts';
import type { AccessBrief } from '../../../../shared/features/sharing/model.ts';

/** Files and folders that are asked about together; the service is asked once for each. */
const AT_ONCE = 50;

/** A file with what the list of all files does not say itself. */
export interface KnownFile extends OrganizationFile {
  /** Null: it has no owner, or one who is not a member now. */
  readonly ownerName: string | null;
  /** Names from a root folder down; empty: in no folder; null: not told. */
  readonly place: readonly string[] | null;
  /** Who can really open it; null: not told; left out: not asked. */
  readonly readers?: AccessBrief | null;
}

/** Asks who owns files, where they lie and, if wanted, who can open them. @throws FaultError when one cannot be asked. */
export async function withFacts(
  client: EngineClient,
  files: readonly OrganizationFile[],
  wantsReaders: boolean,
): Promise<readonly KnownFile[]> {
  const owners = files.some(({ owner }) => owner !== null) ? await ownersOf(client) : NO_OWNERS;
  const places = await placesOf(client, files);
  const readers = wantsReaders ? await readersOf(client, files) : null;
  return files.map(file => ({
    ...file,
    ownerName: owners.get(file.owner) ?? null,
    place: file.folder === null ? [] : (places.get(file.folder) ?? null),
    ...(readers === null ? {} : { readers: readers.get(file.id) ?? null }),
  }));
}

type Owners = ReadonlyMap<number | null, string>;

const NO_OWNERS: Owners = new Map();

async function ownersOf(client: EngineClient): Promise<Owners> {
  const { members } = await client.call('organization.members', {});
  return new Map(members.flatMap(({ userId, name }) => (userId === null ? [] : [[userId, name] as const])));
}

async function placesOf(client: EngineClient, files: readonly OrganizationFile[]) {
  const places = new Map<string, readonly string[]>();
  for (const folders of portions([...new Set(files.flatMap(({ folder }) => folder ?? []))])) {
    const answer = await client.call('organization.things', { files: [], folders });
    for (const { id, names } of answer.folders) places.set(id, names);
  }
  return places;
}

async function readersOf(client: EngineClient, files: readonly OrganizationFile[]) {
  const readers = new Map<string, AccessBrief>();
  for (const ids of portions(files.map(({ id }) => id)))
    for (const brief of await client.call('sharing.brief', { ids })) readers.set(brief.id, brief);
  return readers;
}

function portions(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, at) =>
    ids.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  );
}
