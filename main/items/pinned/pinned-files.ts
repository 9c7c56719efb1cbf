import { z } from 'zod';

import type { Fault } from '../../../shared/fault.ts';
import { troubleLine } from '../../../shared/features/attention/troubles-text.ts';
import type { ServiceId, Sha256, VersionId } from '../../../shared/ids.ts';
import { jsonOrNull } from '../../../shared/parse-json.ts';
import type { Facts } from '../../journal/records/history.ts';
import { serviceId, versionId } from '../../remote/api/shapes.ts';

/** Fact that holds the list. */
const FACT = 'keptFiles';
/** The list is rewritten with each change; for more files, a folder should be mirrored. */
export const MOST_KEPT_FILES = 5000;

const fault = z.custom<Fault>(value => typeof value === 'object' && value !== null && 'kind' in value);

const keptCopy = z.object({
  version: versionId,
  /** Its file name in our folder. */
  path: z.string().regex(/^[a-z0-9-]+$/),
  sizeBytes: z.number(),
  sha256: z.string().transform(text => text as Sha256),
  /** Fingerprint of the file when it was last known to have these bytes; stored under this name. */
  stamp: z.string(),
  /** When it was downloaded, ms since the epoch. */
  at: z.number(),
  /** The service's modification time at the download. */
  updatedAt: z.string().nullable(),
});

const keptFile = z.object({
  id: serviceId,
  /** Its organization; empty: the key's own. */
  organization: z.string(),
  name: z.string(),
  /** The list it was chosen from. */
  from: z.enum(['library', 'other']).catch('other'),
  /** The modification time in the last listing. */
  seen: z.string().nullable(),
  /** Null: not downloaded yet. */
  copy: keptCopy.nullable(),
  /** The fault of the last download attempt. */
  fault: fault.nullable(),
});

/** The bytes of one version on this computer. */
export interface PinnedCopy {
  readonly version: VersionId;
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256: Sha256;
  readonly stamp: string;
  readonly at: number;
  readonly updatedAt: string | null;
}

/** A pinned file outside of the mirrors. */
export interface PinnedFile {
  readonly id: ServiceId;
  readonly organization: string;
  readonly name: string;
  readonly from: 'library' | 'other';
  readonly seen: string | null;
  readonly copy: PinnedCopy | null;
  readonly fault: Fault | null;
}

/** Whether listings show a newer state than the local copy. */
export function isOld({ copy, seen }: PinnedFile): boolean {
  return copy !== null && seen !== null && seen !== copy.updatedAt;
}

/** Pinned files outside of the mirrors. */
export class PinnedRecords {
  readonly #facts: Facts;
  #known: Map<ServiceId, PinnedFile> | null = null;

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  /** Increases with every change. */
  changes = 0;

  all(): readonly PinnedFile[] {
    return [...this.#map().values()];
  }

  find(id: string): PinnedFile | null {
    return this.#map().get(id as ServiceId) ?? null;
  }

  put(file: PinnedFile): void {
    this.#map().set(file.id, file);
    this.#write();
  }

  remove(id: ServiceId): void {
    if (this.#map().delete(id)) this.#write();
  }

  #map(): Map<ServiceId, PinnedFile> {
    this.#known ??= new Map(read(this.#facts.get(FACT)).map(file => [file.id, file]));
    return this.#known;
  }

  #write(): void {
    this.changes += 1;
    const all = this.all();
    this.#facts.set(FACT, all.length === 0 ? null : JSON.stringify(all));
  }
}

/** Written only by this program. An unreadable entry counts as not pinned; its bytes are still at the service. */
function read(text: string | null): readonly PinnedFile[] {
  const all = jsonOrNull(text);
  if (!Array.isArray(all)) return [];
  return all.flatMap(one => {
    const { data } = keptFile.safeParse(one);
    return data === undefined ? [] : [data];
  });
}

/** Why a kept file could not be brought here, in the words of every list; null: nothing is in its way. */
export function troubleOfKept({ id, name, fault }: Pick<PinnedFile, 'id' | 'name' | 'fault'>): string | null {
  return fault === null ? null : troubleLine(fault, { path: name, isMirror: false, hasUnsent: false, id });
}
