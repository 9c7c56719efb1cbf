import { badRequest, FaultError } from '../../../shared/fault.ts';
import { isUuid, type ServiceId, type VersionId } from '../../../shared/ids.ts';
import type { StopSignal } from '../../../shared/stop-signal.ts';
import { versionTexts as texts } from '../../../shared/features/versions/text.ts';
import { isHere } from '../../items/target-folder.ts';
import { type MirroredThing, serviceOf, type Thing } from '../../items/resolve-id.ts';
import { whereNow } from '../../items/local/local-path.ts';
import { type Fetch, Fetches, InMemory } from '../../items/content/fetches.ts';
import type { AppContext } from '../../items/app-context.ts';
import type { Item } from '../../core/item.ts';

/** The largest version returned as a whole, in bytes. */
const MOST_BYTES = 8_000_000;

/** How to download bytes that only the service has. */
interface Waiting {
  readonly fetches: Fetches;
  /** The version as requested, to report progress to windows; null: no reports. */
  readonly asked: Fetch['asked'];
  readonly signal?: StopSignal | undefined;
}

/** The bytes of a version: from the disk, a waiting merge, or the service. @throws FaultError. */
export async function bytesOf(
  context: AppContext,
  { thing, ref }: { readonly thing: Thing; readonly ref: string },
  waiting: Waiting = { fetches: new Fetches(context), asked: null },
): Promise<Uint8Array> {
  if (ref === 'local') {
    if (thing.where !== 'mirror' || !isHere(thing.item)) throw badRequest(texts.notHere);
    return localBytes(context, thing);
  }
  const file = serviceIdOf(thing);
  if (ref === 'draft') {
    const draft = context.journal.mergeDrafts.get(file);
    if (draft === null) throw badRequest(texts.noDraft);
    return draft.bytes;
  }
  const { fetches, asked, signal } = waiting;
  const api = await serviceOf(context, thing.where === 'mirror' ? thing.mirror : null);
  const version = versionOf(ref);
  const most = { mostBytes: MOST_BYTES, tooLarge: texts.tooLarge(MOST_BYTES) };
  return fetches.fetch({ api, file, version, sizeBytes: null, ...most, asked }, signal);
}

/** Parses a version id of the service. @throws FaultError `bad-request` when it is invalid. */
export function versionOf(ref: string): VersionId {
  if (!isUuid(ref)) throw badRequest(texts.noVersion(ref));
  return ref.toLowerCase() as VersionId;
}

/** The local file, complete and consistent. */
async function localBytes({ world, journal }: AppContext, { mirror, item }: MirroredThing): Promise<Uint8Array> {
  const path = await whereNow({ journal, disk: world.disk }, mirror, item);
  const file = await world.disk.open(mirror.root, path);
  try {
    if (file.entry.sizeBytes > MOST_BYTES) throw badRequest(texts.tooLarge(file.entry.sizeBytes));
    const kept = new InMemory(MOST_BYTES, { isOver: () => false, tooLarge: texts.tooLarge(MOST_BYTES) });
    for await (const chunk of file.chunks()) await kept.write(chunk);
    if (!(await file.unchanged())) throw badRequest(texts.changesNow);
    return kept.bytes;
  } finally {
    await file.close();
  }
}

/** Decodes base64, which travels over every pipe. */
export function bytesOfBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), character => character.charCodeAt(0));
  } catch (error) {
    throw new FaultError({ kind: 'bad-request', detail: texts.notBytes }, { cause: error });
  }
}

/**
 * The service's id of a file. @throws FaultError `bad-request` when it is a folder, or the service does not have it
 * yet.
 */
export function serviceIdOf(thing: Thing): ServiceId {
  if (thing.where === 'service') return thing.id;
  mustBeFile(thing);
  const id = thing.item.remote?.id;
  if (id === undefined) throw badRequest(texts.notSent);
  return id;
}

/** Only files have versions. @throws FaultError `bad-request`. */
export function mustBeFile(thing: Thing): void {
  if (thing.where === 'mirror' && thing.item.kind !== 'file') throw badRequest(texts.onlyFiles);
}

/** Whether the local file has changes that the service does not have. */
export function isUnsent({ local, localPresence, base, localOnlyContent }: Item): boolean {
  if (local === null || localPresence === 'absent' || localOnlyContent !== null) return false;
  return base === null || localPresence !== 'present' || local.sha256 === null || local.sha256 !== base.sha256;
}
