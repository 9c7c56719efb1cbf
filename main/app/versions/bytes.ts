import { FaultError } from '../../../shared/fault.ts';
import { isUuid } from '../../../shared/ids.ts';
import type { Sha256, VersionId } from '../../../shared/ids.ts';
import { versionTexts as texts } from '../../../shared/text/versions.ts';
import { fetchVersion } from '../../engine/steps/fetch.ts';
import type { Staging } from '../../ports/disk.ts';
import { isHere } from '../acting/spot.ts';
import { whereNow } from '../acting/where-now.ts';
import { type MirroredThing, refused, type Thing } from '../named.ts';
import type { AppParts } from '../parts.ts';
import { serviceIdOf } from './which.ts';

/** The largest version that is handed out whole, in bytes. */
export const MOST_BYTES = 8_000_000;

/** The bytes of one version: from this disk, from a merge that waits, or from the service. @throws FaultError. */
export async function bytesOf(parts: AppParts, thing: Thing, ref: string): Promise<Uint8Array> {
  if (ref === 'local') {
    if (thing.where !== 'mirror' || !isHere(thing.item)) throw refused(texts.notHere);
    return localBytes(parts, thing);
  }
  const file = serviceIdOf(thing);
  if (ref === 'draft') {
    const draft = parts.journal.mergeDrafts.get(file);
    if (draft === null) throw refused(texts.noDraft);
    return draft.bytes;
  }
  return remoteBytes(parts, thing, versionOf(ref));
}

/** A version's id of the service. @throws FaultError `bad-request` when it is none. */
export function versionOf(ref: string): VersionId {
  if (!isUuid(ref)) throw refused(texts.noVersion(ref));
  return ref.toLowerCase() as VersionId;
}

/** What is on the disk at this moment, whole and of one moment. */
async function localBytes({ world, journal }: AppParts, { mirror, item }: MirroredThing): Promise<Uint8Array> {
  const path = await whereNow({ journal, disk: world.disk }, mirror, item);
  const file = await world.disk.open(mirror.root, path);
  try {
    if (file.entry.sizeBytes > MOST_BYTES) throw refused(texts.tooLarge(file.entry.sizeBytes));
    const kept = new InMemory();
    for await (const chunk of file.chunks()) await kept.write(chunk);
    if (!(await file.unchanged())) throw refused(texts.changesNow);
    return kept.bytes;
  } finally {
    await file.close();
  }
}

async function remoteBytes({ engine }: AppParts, thing: Thing, version: VersionId): Promise<Uint8Array> {
  const link = await engine.link();
  const api = link.api(thing.where === 'mirror' ? thing.mirror.organization : null);
  const kept = new InMemory();
  await fetchVersion(
    { api, storage: link.storage },
    { item: null, file: serviceIdOf(thing), version, sizeBytes: null, into: kept },
  );
  return kept.bytes;
}

/** Takes bytes as a staged file does, into memory and only so many. */
class InMemory implements Staging {
  #chunks: Uint8Array[] = [];
  #sizeBytes = 0;

  write(chunk: Uint8Array): Promise<void> {
    this.#sizeBytes += chunk.length;
    if (this.#sizeBytes > MOST_BYTES) return Promise.reject(refused(texts.tooLarge(this.#sizeBytes)));
    this.#chunks.push(chunk.slice());
    return Promise.resolve();
  }

  /** Nobody asks for the hash of what is only looked at. */
  finish(): Promise<{ readonly sha256: Sha256; readonly sizeBytes: number }> {
    return Promise.resolve({ sha256: '' as Sha256, sizeBytes: this.#sizeBytes });
  }

  discard(): Promise<void> {
    this.#chunks = [];
    return Promise.resolve();
  }

  get bytes(): Uint8Array {
    const all = new Uint8Array(this.#sizeBytes);
    let at = 0;
    for (const chunk of this.#chunks) {
      all.set(chunk, at);
      at += chunk.length;
    }
    return all;
  }
}

/** Base64 as text travels over every pipe. */
export function bytesOfBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), character => character.charCodeAt(0));
  } catch (error) {
    throw new FaultError({ kind: 'bad-request', detail: texts.notBytes }, { cause: error });
  }
}
