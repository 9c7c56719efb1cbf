import { isSameBytes } from '../../../shared/diff/written.ts';
import type { ServiceId, VersionId } from '../../../shared/ids.ts';
import type { SavedMerge } from '../../../shared/model/versions.ts';
import { versionTexts as texts } from '../../../shared/text/versions.ts';
import { isFault, tell } from '../../engine/bench.ts';
import type { ServiceApi } from '../../remote/api/service.ts';
import { versionFrame } from '../../remote/api/service.ts';
import { versionBody } from '../../remote/version-body.ts';
import { mustCarry } from '../acting/spot.ts';
import { serviceOf } from '../acting/there.ts';
import { nameOf } from '../local-path.ts';
import { refused, type Thing } from '../named.ts';
import type { AppParts } from '../parts.ts';
import { bytesOf } from './bytes.ts';
import { isUnsent, serviceIdOf } from './which.ts';

/** What was merged, and what the person says of it. */
export interface Merge {
  readonly head: VersionId;
  readonly bytes: Uint8Array;
  readonly note: string | null;
}

/**
 * Makes a new version with the content of an older one; the file here follows with the next looks.
 * RACE: the service knows no condition for this. A version that comes between our look and the call stays in the history,
 * under the restored one. @throws FaultError `bad-request` when the current version is not the one that was seen.
 */
export async function restoreVersion(
  parts: AppParts,
  thing: Thing,
  { version, head }: { readonly version: VersionId; readonly head: VersionId },
): Promise<VersionId> {
  const file = serviceIdOf(thing);
  if (version === head) throw refused(texts.current);
  if (thing.where === 'mirror') {
    mustCarry(thing.mirror);
    // Both sides would have changed: that is a merge, and nobody asked for one.
    if (isUnsent(thing.item)) throw refused(texts.unsent(nameOf(thing.item)));
  }
  const api = await serviceOf(parts, thing.where === 'mirror' ? thing.mirror : null);
  if ((await api.file(file)).version !== head) throw refused(texts.moved);
  const made = await api.restoreVersion(file, version);
  const sha256 = parts.journal.items.hashOf(version);
  if (sha256 !== null) parts.journal.items.recordHash(made.id, sha256);
  await note(parts, thing, { verb: 'restored', cause: 'person', former: head, made: made.id });
  return made.id;
}

/**
 * Saves a merge as a version on the one that it was made on. It is kept in the journal first, and until the service has it.
 * When there is a newer version by now nothing is sent, unless that one has these very bytes.
 */
export async function saveMerge(parts: AppParts, thing: Thing, merge: Merge): Promise<SavedMerge> {
  const { journal, world, engine } = parts;
  const file = serviceIdOf(thing);
  if (thing.where === 'mirror') mustCarry(thing.mirror);
  journal.mergeDrafts.set({ file, ...merge, at: world.clock.now() });
  const api = await serviceOf(parts, thing.where === 'mirror' ? thing.mirror : null);
  const before = await headOf(api, file);
  if (before !== merge.head) return moved(parts, thing, { merge, head: before });
  const body = versionBody(versionFrame(merge.head, merge.note), sourceOf(merge.bytes), () => Promise.resolve());
  const { storage } = await engine.link();
  try {
    const made = await api.addVersion(file, storage.sending(body));
    journal.mergeDrafts.remove(file);
    await note(parts, thing, { verb: 'sent', cause: 'merged', former: merge.head, made: made.id });
    return { is: 'saved', version: made.id, number: made.number };
  } catch (error) {
    if (!isFault(error, 'stale')) throw error;
    return moved(parts, thing, { merge, head: await headOf(api, file) });
  }
}

/** An answer that was lost on its way leaves our own version as the newer one. */
async function moved(
  parts: AppParts,
  thing: Thing,
  { merge, head }: { readonly merge: Merge; readonly head: VersionId },
): Promise<SavedMerge> {
  const there = await bytesOf(parts, { thing, ref: head });
  if (!isSameBytes(there, merge.bytes)) return { is: 'moved', head };
  parts.journal.mergeDrafts.remove(serviceIdOf(thing));
  return { is: 'saved', version: head, number: null };
}

async function headOf(api: ServiceApi, file: ServiceId): Promise<VersionId> {
  const { version } = await api.file(file);
  if (version === null) throw refused(texts.notSent);
  return version;
}

function sourceOf(bytes: Uint8Array): { readonly sizeBytes: number; readonly chunks: AsyncIterable<Uint8Array> } {
  return { sizeBytes: bytes.length, chunks: once(bytes) };
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

/** A line of history, with the way back; what is in no mirrored folder has none. */
async function note(
  { engine, journal }: AppParts,
  thing: Thing,
  line: { readonly verb: string; readonly cause: string; readonly former: VersionId; readonly made: VersionId },
): Promise<void> {
  if (thing.where !== 'mirror') return;
  const { verb, cause, former, made } = line;
  const file = serviceIdOf(thing);
  const bench = await engine.bench(thing.mirror);
  const undo = { kind: 'version', item: thing.item.id, file, former, made } as const;
  journal.transaction(() => tell(bench, { item: thing.item.id, verb, cause, file, version: made, undo }));
}
